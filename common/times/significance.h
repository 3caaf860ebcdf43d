/*
 * significance - whether a difference is real, and large enough to matter.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/times/budget.h"

/*
 * The t distribution of "Student" (W. S. Gosset, "The probable error of a
 * mean", Biometrika 6, 1908): its quantiles, and how likely a value is.
 */

/* Student's t that 97.5 or 95 % stay below, for 1 degree of freedom and more.
 */
double student_975(double df);
double student_950(double df);

/* How likely |t| or more is, on both sides. */
double student_p(double t, double df);

/*
 * Is a ratio of two times real, or within the spread?
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

/* The logarithm of a time in ns. */
struct sample {
	double mean;
	double error; /* the variance of the mean */
	double df;    /* degrees of freedom; below 1: the spread is not known */
};

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

/*
 * An estimate with what another one tells, such as that without outliers: its
 * interval reaches around this one's difference as far as the other's does, if
 * that is less.
 */
struct estimate welch_both(struct estimate, struct estimate other);

enum verdict { UNKNOWN, SAME, FASTER, SLOWER, UNCLEAR };

const char *verdict_name(enum verdict); /* "" for UNKNOWN */

/* The same for people: of UNKNOWN, that it is not tested. */
const char *verdict_say(enum verdict);

/* The largest difference that does not matter; the larger of the two counts. */
struct threshold {
	double share; /* of the smaller of both times */
	double ns;
};

/*
 * How far two runs of one program may differ: up to 2 % or 0.2 us count as
 * no difference, whatever the repeats of one run show.
 */
enum { VERDICT_FLOOR_PERCENT = 2, VERDICT_FLOOR_NS = 200 };

/* The initializer of a threshold. */
#define VERDICT_FLOOR                                           \
	{                                                       \
		VERDICT_FLOOR_PERCENT / 100.0, VERDICT_FLOOR_NS \
	}

/* The same in the format of a message. */
#define VERDICT_FLOOR_SAID                                  \
	"differences up to 2 %% or 0.2 us count as noise, " \
	"larger ones as real"

/* As a logarithm, for two times in ns; the same when they are swapped. */
double threshold_log(struct threshold, double a, double b);

/* Whether the difference of logarithms is more than that: as much is not. */
bool threshold_exceeded(double log, double threshold);

/*
 * Slower or faster when the interval leaves out 0, and the probability is at
 * most 0.05, and the difference exceeds the threshold, which is a logarithm;
 * same when the interval is within it; else unclear.
 */
enum verdict verdict_of(struct estimate, double threshold);

/*
 * A budget's gate for one row of `any`, in view of the row's verdict, since of
 * many rows some differ by chance: one that is the same keeps the limit, and
 * one that is unclear is at most inconclusive. A limit that even no difference
 * exceeds, such as any>-5%, asks for one, so there the verdict changes nothing.
 */
enum gate verdict_gate(enum verdict, const struct limit *, enum gate);

/*
 * Raises the probabilities of n tests so that, among those that are then at
 * most q, no more than the share q is expected to be false (Y. Benjamini and
 * Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
 * Statistical Society B 57, 1995). Those that are NAN are no tests.
 */
void verdict_adjust(struct estimate *, size_t n);

/*
 * The difference b - a in ns that a difference of logarithms stands for: `log`
 * times the logarithmic mean of both, so that log(b / a) gives b - a, and
 * swapping them only changes the sign.
 */
double verdict_ns(double log, double a, double b);
