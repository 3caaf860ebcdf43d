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

/*
 * Where nearly all durations are the same, the deviation is next to nothing and
 * says little: a twentieth is the least that is worth a look.
 */
#define OUTLIER_PART 0.05

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
 * modified z-score is above 3.5, and it is longer than the median by more than
 * OUTLIER_PART of that. Source: B. Iglewicz and D. C. Hoaglin, How to Detect
 * and Handle Outliers, ASQC Basic References in Quality Control 16, 1993.
 */
bool spread_is_outlier(const struct spread *, int64_t value);

/*
 * The same where only the mean and the deviation of all others are known, and
 * for another part of the mean.
 */
bool outlier_of_others(
    double others, double mean, double deviation, double value, double part);
