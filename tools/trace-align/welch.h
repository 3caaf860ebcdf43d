/*
 * welch - is a difference of two means real, or within the spread?
 *
 * B. L. Welch, "The generalization of 'Student's' problem when several
 * different population variances are involved", Biometrika 34, 1947: means of
 * samples with different variances and sizes. The repeats of a cycle are taken
 * for independent draws, which repeats of one run are only in part.
 */
#ifndef TRACE_ALIGN_WELCH_H
#define TRACE_ALIGN_WELCH_H

#include <stdbool.h>
#include <stdint.h>

struct sample {
	double n; /* below 2: the spread is not known */
	double mean;
	double variance; /* of the sample, by n - 1 */
};

/*
 * The times of one repeat out of `reps`, of which `count` had the kernel and
 * the others took 0: in ns, from the sum and from the deviation of those
 * `count`, which is negative if unknown.
 */
struct sample sample_make(
    int64_t reps, int64_t count, int64_t sum, int64_t deviation);

/* The 95 % interval of b's mean less a's; false, and nothing set, if unknown.
 */
bool welch_interval(
    struct sample a, struct sample b, double *low, double *high);

enum verdict { UNKNOWN, SAME, FASTER, SLOWER, UNCLEAR };

/* The difference that matters, the larger one of both. */
struct threshold {
	double share; /* of a's mean */
	double ns;
};

/*
 * By the interval of the difference and the threshold: slower or faster when
 * the interval leaves out 0 and the difference reaches the threshold; same when
 * the interval is within it; else unclear.
 */
enum verdict welch_verdict(struct sample a, struct sample b, struct threshold);

/* Student's t that 97.5 % stay below, for 1 degree of freedom and more. */
double student_975(double df);

#endif
