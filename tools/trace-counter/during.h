/*
 * during - statistics of a counter, apart for the time in which something runs
 * and for the time in which nothing does. All are weighted by time.
 */
#ifndef TRACE_COUNTER_DURING_H
#define TRACE_COUNTER_DURING_H

#include <stdbool.h>

#include "common/meaning/interval.h"

/* A counter shows a value from a time on, until the next point. */
struct point {
	int64_t time; /* ns */
	double value;
};

struct during {
	int64_t length, nonzero; /* ns; all, and where the value is not 0 */
	double least, most;      /* of the values that are not 0; of all */
	double mean, mean_nonzero, median_nonzero;
};

/*
 * Statistics of a counter's points, which are put in order, within the closed
 * set if `inside`, else outside of it. The last point has no end and tells
 * nothing. Without any time, all is 0.
 */
void during_find(struct point *, size_t n, const struct intervals *,
    bool inside, struct during *);

#endif
