#include "tools/trace-replay/torch_words.h"
#include "common/bytes/fixed.h"

static const struct {
	const char *type, *name;
	bool real;
} dtypes[] = {
    {"float", "float32", true},
    {"c10::BFloat16", "bfloat16", true},
    {"c10::Half", "float16", true},
    {"double", "float64", true},
    {"long int", "int64", false},
    {"long", "int64", false},
    {"long long", "int64", false},
    {"int", "int32", false},
    {"short", "int16", false},
    {"short int", "int16", false},
    {"signed char", "int8", false},
    {"unsigned char", "uint8", false},
    {"unsigned short", "uint16", false},
    {"short unsigned int", "uint16", false},
    {"unsigned int", "uint32", false},
    {"unsigned long", "uint64", false},
    {"long unsigned int", "uint64", false},
    {"bool", "bool", false},
    {"c10::complex<c10::Half>", "complex32", true},
    {"c10::complex<float>", "complex64", true},
    {"c10::complex<double>", "complex128", true},
    {"c10::Float8_e4m3fn", "float8_e4m3fn", true},
    {"c10::Float8_e4m3fnuz", "float8_e4m3fnuz", true},
    {"c10::Float8_e5m2", "float8_e5m2", true},
    {"c10::Float8_e5m2fnuz", "float8_e5m2fnuz", true},
    {"c10::Float8_e8m0fnu", "float8_e8m0fnu", true},
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

const char *
torch_dtype(struct span type)
{
	for (size_t i = 0; i < DTYPES; i++)
		if (span_is(type, dtypes[i].type))
			return dtypes[i].name;
	return NULL;
}

bool
torch_dtype_is_real(const char *name)
{
	for (size_t i = 0; i < DTYPES; i++)
		if (strcmp(name, dtypes[i].name) == 0)
			return dtypes[i].real;
	return false;
}

/* The word at the place that the text tells; NULL: there is none. */
static const char *
word_at(const char *const *words, size_t n, struct span number)
{
	int64_t i;

	if (fixed_parse_int(number, &i) || i < 0 || (uint64_t)i >= n)
		return NULL;
	return words[i];
}

/* c10/core/ScalarType.h: the order there is kept for files of older versions.
 */
const char *
torch_scalar_type(struct span number)
{
	static const char *const words[] = {"uint8", "int8", "int16", "int32",
	    "int64", "float16", "float32", "float64", "complex32", "complex64",
	    "complex128", "bool", "qint8", "quint8", "qint32", "bfloat16",
	    "quint4x2", "quint2x4", "bits1x8", "bits2x4", "bits4x2", "bits8",
	    "bits16", "float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz",
	    "float8_e4m3fnuz", "uint16", "uint32", "uint64"};

	return word_at(words, sizeof words / sizeof *words, number);
}

/* c10/core/Layout.h */
const char *
torch_layout(struct span number)
{
	static const char *const words[] = {"strided", "sparse_coo",
	    "sparse_csr", "_mkldnn", "sparse_csc", "sparse_bsr", "sparse_bsc",
	    "jagged"};

	return word_at(words, sizeof words / sizeof *words, number);
}

/* c10/core/MemoryFormat.h */
const char *
torch_memory_format(struct span number)
{
	static const char *const words[] = {"contiguous_format",
	    "preserve_format", "channels_last", "channels_last_3d"};

	return word_at(words, sizeof words / sizeof *words, number);
}
