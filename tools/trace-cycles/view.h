/*
 * view - the cycles that are printed, one by one.
 */
#ifndef TRACE_CYCLES_VIEW_H
#define TRACE_CYCLES_VIEW_H

#include "tools/trace-cycles/selection.h"

struct report {
	const struct events *events;
	const struct track_sequences *sequences;
	struct chosen chosen;
	bool phases;  /* the input has labels: hand them on */
	bool partial; /* take partial repeats for repeats like others */
};

/* One cycle of a report. */
struct view {
	const struct report *report;
	size_t number; /* from 1 on */
	const struct found *found;
	const struct track_sequence *sequence;
	const struct cycle *cycle;
};

struct view view_cycle(const struct report *, size_t i);

/* Its repeats, all of them or those that the report takes for repeats. */
struct repeat_iterator view_all(const struct view *);
struct repeat_iterator view_repeats(const struct view *);

/* The kernel at a place of a stream. */
static inline const struct event *
view_kernel(
    const struct report *r, const struct track_sequence *l, uint32_t place)
{
	return &r->events->event[l->kernel[place]];
}

/* The number under which a cycle is printed, 0 for one that is not. */
size_t view_number(const struct report *, uint32_t sequence, uint32_t cycle);

/* ns of all kernels of a cycle's GPU; -1: too many. */
int64_t view_gpu_sum(const struct view *);

#endif
