/*
 * outlier - which of a set of durations are far longer than the others, by the
 * median and how far they are from it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

/* Of fewer values one long one may be as usual as the others. */
enum { SPREAD_LEAST = 5 };

/* Half of all normal values are within this many deviations of the median. */
#define SPREAD_HALF_WITHIN 0.6745

/* The modified z-score beyond which a value is an outlier; see below. */
#define OUTLIER_SCORE 3.5

struct spread {
	int64_t median; /* ns */
	int64_t mad;    /* ns, the median of the distances to the median */
	size_t n;
};

/*
 * The spread of n durations in ns, none below 0, which are overwritten. Returns
 * 0, or -1 when their sum, or that of their squares, does not fit its integer.
 */
MUST_USE int spread_of(int64_t *values, size_t n, struct spread *);

/* The standard deviation of normal values with this spread. */
double spread_deviation(const struct spread *);

/*
 * Whether a duration is an outlier: there are SPREAD_LEAST or more, its
 * modified z-score is above OUTLIER_SCORE, and it is longer than the median by
 * more than a twentieth. Source: B. Iglewicz and D. C. Hoaglin, How to Detect
 * and Handle Outliers, ASQC Basic References in Quality Control 16, 1993.
 */
bool spread_is_outlier(const struct spread *, int64_t value);

/* The same where only the mean and the deviation of all others are known. */
bool outlier_of_others(
    double others, double mean, double deviation, double value);
