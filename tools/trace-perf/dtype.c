#include <math.h>
#include <stddef.h>
#include <strings.h>

#include "tools/trace-perf/dtype.h"

struct dtype {
	const char *name;
	double bytes;
	const char *precision;
	bool ours; /* not known to TraceLens */
};

static const struct dtype dtypes[] = {
    {"c10::BFloat16", 2, "bf16", false},
    {"c10::Half", 2, "fp16", false},
    {"float", 4, "fp32", false},
    {"double", 8, "fp64", false},
    {"int", 4, NULL, false},
    {"long int", 8, NULL, false},
    {"Scalar", 4, NULL, false},
    {"signed char", 1, NULL, false},
    {"unsigned char", 1, "fp8", false},
    {"fp8", 1, "fp8", false},
    {"c10::Float8_e4m3fnuz", 1, "fp8", false},
    {"c10::Float8_e4m3fn", 1, "fp8", false},
    {"c10::Float8_e5m2", 1, NULL, false},
    {"c10::Float8_e8m0fnu", 1, NULL, false},
    {"fp4", 1, "fp4", false},
    {"mxfp4", NAN, "fp4", false},
    {"c10::Float4_e2m1fn_x2", 1, "fp4", false},
    {"bool", 1, NULL, true},
    {"short int", 2, NULL, true},
    {"short", 2, NULL, true},
    {"long", 8, NULL, true},
    {"c10::complex<float>", 8, NULL, true},
    {"c10::complex<double>", 16, NULL, true},
    /* XLA's */
    {"bf16", 2, "bf16", true},
    {"f16", 2, "fp16", true},
    {"f32", 4, "fp32", true},
    {"f64", 8, "fp64", true},
    {"f8e4m3", 1, "fp8", true},
    {"f8e4m3fn", 1, "fp8", true},
    {"f8e4m3fnuz", 1, "fp8", true},
    {"f8e4m3b11fnuz", 1, "fp8", true},
    {"f8e5m2", 1, "fp8", true},
    {"f8e5m2fnuz", 1, "fp8", true},
    {"f8e8m0fnu", 1, NULL, true},
    {"f4e2m1fn", 0.5, "fp4", true},
    {"pred", 1, NULL, true},
    {"s4", 0.5, NULL, true},
    {"u4", 0.5, NULL, true},
    {"s8", 1, NULL, true},
    {"u8", 1, NULL, true},
    {"s16", 2, NULL, true},
    {"u16", 2, NULL, true},
    {"s32", 4, NULL, true},
    {"u32", 4, NULL, true},
    {"s64", 8, NULL, true},
    {"u64", 8, NULL, true},
    {"c64", 8, NULL, true},
    {"c128", 16, NULL, true},
};

static bool
is_named(struct span type, const char *name)
{
	size_t n = strlen(name);

	return type.n == n && strncasecmp(type.p, name, n) == 0;
}

static const struct dtype *
find(struct span type)
{
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		if (is_named(type, dtypes[i].name))
			return &dtypes[i];
	return NULL;
}

double
dtype_element_bytes(struct span type, bool reference)
{
	const struct dtype *d = find(type);

	return d && !(d->ours && reference) ? d->bytes : NAN;
}

const char *
dtype_precision(struct span type)
{
	const struct dtype *d = find(type);

	return d ? d->precision : NULL;
}

double
dtype_expert_bytes(struct span type, double otherwise)
{
	static const struct {
		const char *start;
		double bytes;
	} known[] = {{"Float8", 1}, {"FP8", 1}, {"Float4", 0.5}, {"FP4", 0.5},
	    {"BFloat16", 2}, {"Half", 2}, {"Float16", 2}, {"Float", 4}};

	if (span_starts(type, "c10::"))
		type = span_cut(type, 5, type.n);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		size_t n = strlen(known[i].start);

		if (type.n >= n && strncasecmp(type.p, known[i].start, n) == 0)
			return known[i].bytes;
	}
	return otherwise;
}
