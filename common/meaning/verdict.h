/*
 * verdict - which differences are real, and large enough to matter.
 */
#ifndef COMMON_MEANING_VERDICT_H
#define COMMON_MEANING_VERDICT_H

#include <stddef.h>

#include "common/meaning/welch.h"

enum verdict { UNKNOWN, SAME, FASTER, SLOWER, UNCLEAR };

const char *verdict_name(enum verdict); /* "" for UNKNOWN */

/* The same for people: of UNKNOWN, that it is not tested. */
const char *verdict_say(enum verdict);

/* The smallest difference that matters; the larger of the two counts. */
struct threshold {
	double share; /* of the smaller of both times */
	double ns;
};

/*
 * What one run of a program differs from the next: less than 2 % or 0.2 us is
 * nothing, whatever the repeats of one run show.
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

/*
 * Slower or faster when the interval leaves out 0, and the probability is at
 * most 0.05, and the difference reaches the threshold, which is a logarithm;
 * same when the interval is within it; else unclear.
 */
enum verdict verdict_of(struct estimate, double threshold);

/*
 * Raises the probabilities of n tests so that, among those that are then at
 * most q, no more than the share q is expected to be false (Y. Benjamini and
 * Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
 * Statistical Society B 57, 1995). Those that are NAN are no tests.
 */
void verdict_adjust(struct estimate *, size_t n);

/*
 * How much more us of b than of a a difference of logarithms is: `log` times
 * the logarithmic mean of both, so that log(b / a) gives b - a and swapping
 * them changes the sign only.
 */
double verdict_ns(double log, double a, double b);

#endif
