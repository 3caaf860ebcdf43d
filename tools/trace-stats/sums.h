/*
 * sums - what is known of a group of values, in integers that add up: the sums
 * of two parts, added, are the sums of the whole, whatever the parts were and
 * in whatever order they are added.
 */
#ifndef TRACE_STATS_SUMS_H
#define TRACE_STATS_SUMS_H

#include <stdint.h>

#include "tools/trace-stats/wide.h"

/* Where there is no first event: after all others. */
#define SUMS_NO_EVENT INT64_MAX

struct sums {
	int64_t count; /* values; the others are 0 when there is none */
	int64_t sum, min, max;
	wide squares;                  /* sum of squares */
	int64_t first_ts, first_event; /* SUMS_NO_EVENT: none */
};

/* The sums of one value, without an event. */
struct sums sums_of(int64_t value);

/*
 * Adds the second to the first. Returns 0, or -1 when the sum or the sum of
 * squares would not fit; then the first is as before.
 */
__attribute__((warn_unused_result)) int sums_add(
    struct sums *, const struct sums *);

/*
 * The mean times `scale`, to the nearest integer, halves away from zero; of at
 * least one value.
 */
int64_t sums_mean(const struct sums *, int64_t scale);

/*
 * The standard deviation of a sample (divided by count - 1); NaN for fewer than
 * two values.
 */
double sums_stddev(const struct sums *);

#endif
