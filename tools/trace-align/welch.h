/*
 * welch - is a ratio of two times real, or within the spread?
 *
 * B. L. Welch, "The generalization of 'Student's' problem when several
 * different population variances are involved", Biometrika 34, 1947: means of
 * samples with different variances and sizes. It is done with logarithms, so
 * that swapping the sides only changes signs.
 *
 * With several runs a side each run is one value, its median; what repeats of
 * one run have in common then counts as spread (T. Kalibera and R. Jones,
 * "Rigorous benchmarking in reasonable time", ISMM 2013). With one run the
 * repeats are the values, fewer than they are by their autocorrelation.
 */
#ifndef TRACE_ALIGN_WELCH_H
#define TRACE_ALIGN_WELCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The logarithm of a time in ns. */
struct sample {
	double mean;
	double error; /* the variance of the mean */
	double df;    /* degrees of freedom; below 1: the spread is not known */
};

/*
 * Repeats of one run are alike: neighbours share clocks and temperature. Of a
 * sequence whose neighbours correlate by r, n values tell as much as
 * n (1 - r) / (1 + r) independent ones (G. V. Bayley and J. M. Hammersley, "The
 * effective number of independent observations in an autocorrelated time
 * series", 1946). The tables do not have r, so this value is assumed.
 */
#define WELCH_AUTOCORRELATION 0.5

/*
 * The time of one repeat out of `reps` of one run, of which `count` had the
 * kernel and the others took 0: from the sum, and from the deviation of those
 * `count`, which is negative if unknown.
 */
struct sample sample_of_repeats(
    int64_t reps, int64_t count, int64_t sum, int64_t deviation);

/* The times of n runs, one each; all must be positive, or nothing is known. */
struct sample sample_of_runs(const double *values, size_t n);

/* How b differs from a: logarithms of b by a. */
struct estimate {
	double log;
	double half;  /* of the 95 % interval around it; NAN: not known */
	double bound; /* the same for 95 % on one side alone */
	double p;     /* how likely without a difference; NAN: not known */
};

struct estimate welch(struct sample a, struct sample b);

#endif
