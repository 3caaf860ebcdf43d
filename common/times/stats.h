/*
 * stats - sum, extremes, mean and median of a set of durations.
 *
 * All from integers, so that the result depends on the values alone and never
 * on their order: the sum is exact, mean and median are rounded once, to the
 * nearest nanosecond, halves away from zero.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/bytes/wide.h"

struct stats {
	int64_t count;
	int64_t sum, min, max; /* ns; 0 when count is */
	int64_t mean, median;  /* ns; the median of an even number of values is
				  the mean of the two in the middle */
	double stddev;         /* ns, of a sample (divided by count - 1); NaN
				  for fewer than two values */
};

/*
 * Statistics of n values; they are put into another order. Returns 0, or -1
 * when the sum, or the sum of squares, does not fit its integer.
 */
MUST_USE int stats_of(int64_t *values, size_t n, struct stats *);

/* The standard deviation of a sample, by its sum and that of its squares. */
double stats_deviation(int64_t count, int64_t sum, uwide squares);

/*
 * Quickselect (C. A. R. Hoare, "Find", 1961): afterwards v[k], which it
 * returns, is what sorting would put there, nothing before it is greater and
 * nothing after it less. No input takes long.
 */
int64_t stats_nth(int64_t *v, size_t n, size_t k);
