/*
 * view - the cycles that are printed, one by one.
 */
#ifndef TRACE_CYCLES_VIEW_H
#define TRACE_CYCLES_VIEW_H

#include "tools/trace-cycles/lanes.h"

struct report {
	const struct events *events;
	const struct lanes *lanes;
	const struct found *found; /* in the order of lanes_choose */
	size_t n;
	bool phases; /* the input has labels: hand them on */
};

/* One cycle of a report with all that is asked about it. */
struct view {
	const struct report *report;
	size_t number; /* from 1 on */
	const struct found *found;
	const struct lane *lane;
	const struct cycle *cycle;
	const struct repeat *repeat; /* the first of its repeats */
	int64_t gpu;    /* ns of all kernels of its GPU; -1: too many */
	int64_t period; /* ns from start to start, -1 for none */
};

struct view view_cycle(const struct report *, size_t i);

/* The kernel at a place of the cycle's stream. */
const struct event *view_kernel(const struct view *, uint32_t place);

/* The number under which a cycle is printed, 0 for one that is not. */
size_t view_number(const struct report *, uint32_t lane, uint32_t cycle);

/* ns from the start of repeat r to that of the next, -1 if there is a gap. */
int64_t view_period(const struct view *, size_t r);

#endif
