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
#ifndef COMMON_MEANING_WELCH_H
#define COMMON_MEANING_WELCH_H

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

/*
 * The mean of n repeats of one run, from their deviation and the correlation of
 * neighbours as it was estimated, which is too low by about 1/n (M. G. Kendall,
 * "Note on bias in the estimation of autocorrelation", 1954). One that is NAN
 * is assumed, one below zero taken as none.
 */
struct sample sample_of_mean(
    double n, double mean, double deviation, double correlation);

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

/* The shortest and the longest of n repeats; NAN: not known. */
struct extremes {
	double n, least, most;
};

/*
 * An estimate of b against a with what their extremes tell. Where few repeats
 * do not overlap, ranks tell more: by chance, all of one side come before all
 * of the other in one of as many orders as there are (F. Wilcoxon, "Individual
 * comparisons by ranking methods", Biometrics Bulletin 1, 1945), and the
 * differences of the extremes bound the interval.
 */
struct estimate welch_ranked(
    struct estimate, struct extremes a, struct extremes b);

#endif
