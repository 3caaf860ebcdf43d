/*
 * noise - how far a value may be off by chance: from the count, the mean and
 * the deviation of what was measured, where a table has them.
 *
 * The values of a row count as the repeats of one run do for trace-align: see
 * common/meaning/verdict.h. Rows that are added up are off together.
 */
#ifndef TRACE_COMPARE_NOISE_H
#define TRACE_COMPARE_NOISE_H

#include "common/bytes/span.h"
#include "common/meaning/verdict.h"

/* Of a sum of rows; all zero: of none. */
struct noise {
	double error;             /* of the sum, in its unit */
	double df;                /* the least of all rows */
	struct extremes extremes; /* of the sum, were all repeats like one */
	bool any, lacking;        /* rows; one whose spread is not known */
};

/*
 * Where a table has what is known of one value; -1: it has not. Beside a column
 * "sum_us" or "mean_us" these are "stddev_us", "min_us", "max_us" and "count",
 * or "reps"; beside "mean_period_us" they are "stddev_period_us",
 * "lag1_period", ... and "periods".
 */
enum { NOISE_COUNT, NOISE_DEVIATION, NOISE_LAG, NOISE_MIN, NOISE_MAX, NOISES };

struct noise_columns {
	int at[NOISES];
	bool mean; /* the value is a mean, not a sum */
};

/* Those of a value, among the names of n columns. */
struct noise_columns noise_find(
    struct span value, const struct span *names, size_t n);

/* One row: its value, and what its columns have; NAN: nothing. */
struct noise noise_of(bool mean, double value, const double has[NOISES]);

void noise_add(struct noise *, struct noise);

/* The same of a value so many times as large. */
struct noise noise_scaled(struct noise, double factor);

/* b against a; its half is NAN where the noise of one is not known. */
struct estimate noise_estimate(
    double a, struct noise of_a, double b, struct noise of_b);

#endif
