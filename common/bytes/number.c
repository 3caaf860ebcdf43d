#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/number.h"

static size_t
skip_digits(struct span s, size_t i)
{
	while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
		i++;
	return i;
}

bool
number_is(struct span s)
{
	size_t start = s.n && s.p[0] == '-';
	size_t end = skip_digits(s, start);

	if (end == start || (s.p[start] == '0' && end > start + 1))
		return false;
	if (end < s.n && s.p[end] == '.') {
		start = end + 1;
		end = skip_digits(s, start);
		if (end == start)
			return false;
	}
	if (end < s.n && (s.p[end] | 0x20) == 'e') {
		start = end + 1;
		if (start < s.n && (s.p[start] == '+' || s.p[start] == '-'))
			start++;
		end = skip_digits(s, start);
		if (end == start)
			return false;
	}
	return end == s.n;
}

double
number_read(struct span s)
{
	char text[NUMBER_TEXT + 1], *end;
	double v;

	if (s.n == 0 || s.n > NUMBER_TEXT)
		return NAN;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	v = strtod(text, &end);
	return *end == '\0' ? v : NAN;
}

/*
 * Most numbers are below 2^53 and have three decimals or fewer: a tenth of the
 * time of printf. A double is m * 2^e, and m * 1000 fits in 64 bits, so that
 * the remainder of the shift by e tells exactly how to round.
 */

enum { SIMPLE = 3 }; /* decimals */

static const uint64_t scales[SIMPLE + 1] = {1, 10, 100, 1000};

/* u / 2^shift to the nearest integer, halves to the even one; shift > 0. */
static uint64_t
divide(uint64_t u, int shift)
{
	uint64_t q, rest, half;

	if (shift > 63) /* u is below 2^63 */
		return 0;
	q = u >> shift;
	rest = u & ((UINT64_C(1) << shift) - 1);
	half = UINT64_C(1) << (shift - 1);
	return q + (rest > half || (rest == half && q & 1));
}

/* The number in units of its last decimal; false when that is not simple. */
static bool
to_units(double v, int decimals, uint64_t *units)
{
	int e;
	double m = frexp(fabs(v), &e);

	if (decimals > SIMPLE || e >= DBL_MANT_DIG)
		return false;
	*units = divide((uint64_t)ldexp(m, DBL_MANT_DIG) * scales[decimals],
	    DBL_MANT_DIG - e);
	return true;
}

size_t
number_print(char *out, double v, int decimals)
{
	uint64_t units;
	char *end = out;

	if (!to_units(v, decimals, &units))
		return (size_t)snprintf(out, NUMBER_MAX, "%.*f", decimals, v);
	if (signbit(v))
		*end++ = '-';
	end = decimals ? fixed_decimals(end, units, scales[decimals])
		       : fixed_digits(end, units);
	return (size_t)(end - out);
}
