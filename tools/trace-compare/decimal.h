/*
 * decimal - decimal fractions of any column, whose sums and differences are
 * exact: whole units of 10^-15 in 128 bits.
 *
 * 15 decimals are what doubles of the size of a measurement are printed with; a
 * finer text is rounded to the nearest, halves away from zero.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/bytes/wide.h"

typedef wide decimal;

enum { DECIMAL_PLACES = 15, DECIMAL_MAX = 64 };

/* 1, and the greatest number that is read, without its sign: 10^15. */
#define DECIMAL_ONE ((decimal)1000000000000000)
#define DECIMAL_LIMIT (1000000000000000 * DECIMAL_ONE)

/*
 * Reads digits with an optional sign, fraction and exponent; *places is the
 * number of decimals as written, at most DECIMAL_PLACES. Returns 0, or -1 when
 * it is no number or beyond the limit.
 */
MUST_USE int decimal_parse(struct span, decimal *, int *places);

/*
 * Adds to a sum. Returns 0, or -1 when the sum would be above a hundred times
 * the limit; then it is as before. Differences of such sums, and a hundred
 * thousand times that, fit the type.
 */
MUST_USE int decimal_add(decimal *sum, decimal);

/*
 * a / b rounded to `places` decimals, halves away from zero. Returns 0, or -1
 * when b is 0 or the result does not fit.
 */
MUST_USE int decimal_divide(decimal a, decimal b, int places, decimal *);

static inline decimal
decimal_abs(decimal v)
{
	return v < 0 ? -v : v;
}

/*
 * Writes a number of at most `places` decimals into at least DECIMAL_MAX bytes,
 * no NUL, without the zeros at the end if `trim`; returns the length.
 */
size_t decimal_print(char *, decimal, int places, bool trim);

double decimal_real(decimal);
