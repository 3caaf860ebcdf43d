#include <math.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "common/meaning/dtype.h"

#define XLA(name, precision, bytes)                                   \
	{                                                             \
		name, NULL, NULL, precision, bytes, DTYPE_OURS, false \
	}

static const struct dtype dtypes[] = {
    {"c10::BFloat16", "BFloat16", "bfloat16", "bf16", 2, DTYPE_WHOLE, true},
    {"c10::Half", "Half", "float16", "fp16", 2, DTYPE_WHOLE, true},
    {"float", "Float", "float32", "fp32", 4, DTYPE_WHOLE, true},
    {"double", "Double", "float64", "fp64", 8, DTYPE_WHOLE, true},
    {"int", "Int", "int32", NULL, 4, DTYPE_WHOLE, false},
    {"long int", "Long", "int64", NULL, 8, DTYPE_WHOLE, false},
    {"long", NULL, "int64", NULL, 8, DTYPE_OURS, false},
    {"long long", NULL, "int64", NULL, 8, DTYPE_OURS, false},
    {"short int", "Short", "int16", NULL, 2, DTYPE_OURS, false},
    {"short", NULL, "int16", NULL, 2, DTYPE_OURS, false},
    {"signed char", "Char", "int8", NULL, 1, DTYPE_WHOLE, false},
    /* what quantised operators keep their numbers in */
    {"unsigned char", "Byte", "uint8", "fp8", 1, DTYPE_WHOLE, false},
    {"unsigned short", "UInt16", "uint16", NULL, 2, DTYPE_OURS, false},
    {"short unsigned int", NULL, "uint16", NULL, 2, DTYPE_OURS, false},
    {"unsigned int", "UInt32", "uint32", NULL, 4, DTYPE_OURS, false},
    {"unsigned long", "UInt64", "uint64", NULL, 8, DTYPE_OURS, false},
    {"long unsigned int", NULL, "uint64", NULL, 8, DTYPE_OURS, false},
    {"bool", "Bool", "bool", NULL, 1, DTYPE_OURS, false},
    {"Scalar", NULL, NULL, NULL, 4, DTYPE_WHOLE, false},
    {"c10::complex<c10::Half>", "ComplexHalf", "complex32", NULL, 4, DTYPE_OURS,
	true},
    {"c10::complex<float>", "ComplexFloat", "complex64", NULL, 8, DTYPE_OURS,
	true},
    {"c10::complex<double>", "ComplexDouble", "complex128", NULL, 16,
	DTYPE_OURS, true},
    {"c10::Float8_e4m3fn", "Float8_e4m3fn", "float8_e4m3fn", "fp8", 1,
	DTYPE_WHOLE, true},
    {"c10::Float8_e4m3fnuz", "Float8_e4m3fnuz", "float8_e4m3fnuz", "fp8", 1,
	DTYPE_WHOLE, true},
    {"c10::Float8_e5m2", "Float8_e5m2", "float8_e5m2", "fp8", 1,
	DTYPE_SIZE_ONLY, true},
    {"c10::Float8_e5m2fnuz", "Float8_e5m2fnuz", "float8_e5m2fnuz", "fp8", 1,
	DTYPE_OURS, true},
    {"c10::Float8_e8m0fnu", "Float8_e8m0fnu", "float8_e8m0fnu", NULL, 1,
	DTYPE_WHOLE, true},
    {"c10::Float4_e2m1fn_x2", "Float4_e2m1fn_x2", NULL, "fp4", 1, DTYPE_WHOLE,
	false},
    {"fp8", NULL, NULL, "fp8", 1, DTYPE_WHOLE, false},
    {"fp4", NULL, NULL, "fp4", 1, DTYPE_WHOLE, false},
    {"mxfp4", NULL, NULL, "fp4", NAN, DTYPE_WHOLE, false},
    XLA("bf16", "bf16", 2),
    XLA("f16", "fp16", 2),
    XLA("f32", "fp32", 4),
    XLA("f64", "fp64", 8),
    XLA("f8e4m3", "fp8", 1),
    XLA("f8e4m3fn", "fp8", 1),
    XLA("f8e4m3fnuz", "fp8", 1),
    XLA("f8e4m3b11fnuz", "fp8", 1),
    XLA("f8e5m2", "fp8", 1),
    XLA("f8e5m2fnuz", "fp8", 1),
    XLA("f8e8m0fnu", NULL, 1),
    XLA("f4e2m1fn", "fp4", 0.5),
    XLA("pred", NULL, 1),
    XLA("s4", NULL, 0.5),
    XLA("u4", NULL, 0.5),
    XLA("s8", NULL, 1),
    XLA("u8", NULL, 1),
    XLA("s16", NULL, 2),
    XLA("u16", NULL, 2),
    XLA("s32", NULL, 4),
    XLA("u32", NULL, 4),
    XLA("s64", NULL, 8),
    XLA("u64", NULL, 8),
    XLA("c64", NULL, 8),
    XLA("c128", NULL, 16),
};

enum { DTYPES = COUNT(dtypes) };

const struct dtype *
dtype_find(struct span name)
{
	for (size_t i = 0; i < DTYPES; i++)
		if (name.n == strlen(dtypes[i].name) &&
		    strncasecmp(name.p, dtypes[i].name, name.n) == 0)
			return &dtypes[i];
	return NULL;
}

const struct dtype *
dtype_of_tensor(struct span name)
{
	const struct dtype *d = dtype_find(name);

	return d && d->torch ? d : NULL;
}

const struct dtype *
dtype_of_scalar(struct span scalar)
{
	for (size_t i = 0; i < DTYPES; i++)
		if (dtypes[i].scalar && span_is(scalar, dtypes[i].scalar))
			return &dtypes[i];
	return NULL;
}
