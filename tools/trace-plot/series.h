/*
 * series - the periods of a cycle, and which of them are outliers.
 */
#ifndef TRACE_PLOT_SERIES_H
#define TRACE_PLOT_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Points of a series that has more of them are small. */
enum { SERIES_FEW = 200 };

struct point {
	double start, period; /* ns */
	double over; /* ns, what an outlier takes beyond the median; or 0 */
	uint32_t rep, kernels;
	bool ringed;
};

struct series {
	uint32_t cycle, what;
	uint32_t kernels; /* of more than half of the repeats */
	bool has_kernels; /* there is such a number */
	struct point *point;
	size_t n, cap, outliers;
	double median, low, high;
	double sum; /* ns, of the kernels of all repeats */
};

/*
 * Finds the median, the outliers and the number of kernels of a series with
 * points. Returns 0, or 1: the periods do not fit.
 */
__attribute__((warn_unused_result)) int series_judge(struct series *);

/*
 * Has every outlier a ring? Not if there are many points and many outliers
 * among them: rings would hide all else.
 */
bool series_rings_all(const struct series *);

#endif
