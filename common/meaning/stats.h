/*
 * stats - what a set of durations has in common.
 *
 * All from integers, so that the result depends on the values alone and never
 * on their order: the sum is exact, mean and median are rounded once, to the
 * nearest nanosecond, halves away from zero.
 */
#ifndef COMMON_MEANING_STATS_H
#define COMMON_MEANING_STATS_H

#include <stddef.h>
#include <stdint.h>

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
 * when the sum, or the sum of squared differences, does not fit its integer.
 */
__attribute__((warn_unused_result)) int stats_of(
    int64_t *values, size_t n, struct stats *);

#endif
