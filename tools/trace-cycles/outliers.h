/*
 * outliers - repeats that take far longer than the others of their cycle, and
 * which kernel or gap in them does.
 *
 * A time is an outlier by the modified z-score of its distance to the median,
 * in median absolute deviations (Iglewicz and Hoaglin, "How to Detect and
 * Handle Outliers", 1993): one slow repeat moves neither, as it would move mean
 * and standard deviation.
 */
#ifndef TRACE_CYCLES_OUTLIERS_H
#define TRACE_CYCLES_OUTLIERS_H

#include "tools/trace-cycles/view.h"

/* A time, and what it is in most repeats, in ns. */
struct excess {
	uint32_t place; /* of the kernel, or of that before the gap */
	uint32_t position;
	int64_t time;
	int64_t median; /* 0 for a kernel that the others have not */
};

struct outlier {
	size_t cycle; /* among those chosen */
	uint32_t rep;
	int64_t start;       /* ns */
	int64_t time;        /* ns: the period, or else the wall time */
	int64_t median, mad; /* ns, of the same of all repeats */
	bool has_kernel, has_gap;
	struct excess kernel, gap; /* that exceed their median most */
};

/*
 * Sets *list to the outliers of all cycles, those that take longest beyond
 * their median first; the caller frees it. Returns 0, -1: no memory, or -2:
 * times whose squares do not add up to 128 bits.
 */
__attribute__((warn_unused_result)) int outliers_find(
    const struct report *, struct outlier **list, size_t *n);

#endif
