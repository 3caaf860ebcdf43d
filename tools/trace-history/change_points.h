/*
 * change_points - where the level of a series changes.
 *
 * Candidates: in windows that overlap by half, the place that divides a stretch
 * best by the energy distance of D. S. Matteson and N. A. James ("A
 * nonparametric approach for multiple change point analysis of multivariate
 * data", J. Am. Stat. Assoc. 109, 2014), for as long as Student's t-test calls
 * both sides different. Then candidates are removed, the least likely first,
 * until all that are left are significant and large enough (M. Fleming et al.,
 * "Hunter: using change point detection to hunt for performance regressions",
 * ICPE 2023).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct change_rules {
	size_t window;     /* values looked at together, 2 or more */
	double max_p;      /* of a change */
	double min_change; /* 0.02: 2 % or more */

	/*
	 * As Apache Otava (0.6) has it: all values count, variances are
	 * divided by n, not n - 1, and behind a candidate that was removed the
	 * next two are weighed anew, not its neighbours.
	 */
	bool otava;
};

struct change {
	size_t at;            /* the first value of the new level */
	double before, after; /* means, up to the changes beside this one */
	double p;             /* how likely without a change, by the t-test */
};

/*
 * The changes in n values, first to last, in *changes, which is the caller's to
 * free. Single values far from all around them count nowhere.
 * Returns the mean of the others.
 */
double change_points(const double *values, size_t n,
    const struct change_rules *, struct change **changes, size_t *count);

/*
 * By how much of its size the level changes: 0.05 is 5 % up, whatever its sign.
 * As much as a limit of few decimals is equal to it.
 */
double change_points_part(const struct change *);
