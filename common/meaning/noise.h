/*
 * noise - how far a sum of times may be off by chance.
 *
 * It comes from the count, the mean and the deviation of what was measured, as
 * in common/meaning/verdict.h. Times that are added up are off together.
 */
#ifndef COMMON_MEANING_NOISE_H
#define COMMON_MEANING_NOISE_H

#include "common/meaning/verdict.h"

/* Of a sum; all zero: of nothing. */
struct noise {
	double error;             /* of the sum, in its unit */
	double df;                /* the least of all that is added */
	struct extremes extremes; /* of the sum, were all repeats like one */
	bool any, lacking;        /* something; whose spread is not known */
};

/* Columns of a table about a time that was measured several times. */
enum { NOISE_COUNT, NOISE_DEVIATION, NOISE_LAG, NOISE_MIN, NOISE_MAX, NOISES };

/* Of one value, a mean or a sum, and what is known of it; NAN: nothing. */
struct noise noise_of(bool mean, double value, const double has[NOISES]);

/* Of one value whose sample is known. */
struct noise noise_of_sample(double value, struct sample);

void noise_add(struct noise *, struct noise);

/* The noise of a value `factor` times as large. */
struct noise noise_scaled(struct noise, double factor);

/* b against a; its half is NAN where the noise of one is not known. */
struct estimate noise_estimate(
    double a, struct noise of_a, double b, struct noise of_b);

#endif
