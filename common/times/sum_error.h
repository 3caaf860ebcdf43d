/*
 * sum_error - how far a sum of times may be off by chance.
 *
 * It comes from the count, the mean and the deviation of what was measured, as
 * in common/times/significance.h. Times that are added up are off together.
 */
#pragma once

#include "common/times/significance.h"

/* Of a sum; all zero: of nothing. */
struct sum_error {
	double error;             /* of the sum, in its unit */
	double df;                /* the least of all that is added */
	struct extremes extremes; /* of the sum, were all repeats like one */
	/* Where the longest repeat is an outlier, without it: how much less the
	   sum is, and its error, else as above. A slow first step hides
	   nothing that all others show. */
	double without, rest_error;
	bool any, lacking; /* something; whose spread is not known */
};

/* Columns of a table about a time that was measured several times. */
enum {
	SUM_ERROR_COUNT,
	SUM_ERROR_DEVIATION,
	SUM_ERROR_LAG,
	SUM_ERROR_MIN,
	SUM_ERROR_MAX,
	SUM_ERRORS
};

/*
 * Of one value, a mean or a sum, and what is known of it; NAN: nothing. The
 * deviation has three decimals, as in all tables.
 */
struct sum_error sum_error_of(
    bool mean, double value, const double has[SUM_ERRORS]);

/* Of one value whose sample is known. */
struct sum_error sum_error_of_sample(double value, struct sample);

void sum_error_add(struct sum_error *, struct sum_error);

/* The error of a value `factor` times as large. */
struct sum_error sum_error_scaled(struct sum_error, double factor);

/* b against a; its half is NAN where that of one is not known. */
struct estimate sum_error_estimate(
    double a, struct sum_error of_a, double b, struct sum_error of_b);
