/*
 * lanes - the kernels of each track in time order, and the cycles among them.
 */
#ifndef TRACE_CYCLES_LANES_H
#define TRACE_CYCLES_LANES_H

#include "common/trace/event.h"
#include "tools/trace-cycles/cycles.h"

struct lane {
	uint32_t track;         /* merged: the first of the GPU */
	bool merged;            /* all streams of the GPU */
	const uint32_t *kernel; /* indices of events */
	const uint32_t *symbol; /* equal for names and phases taken as equal */
	size_t n;
	int64_t sum; /* ns of all its kernels */
	struct cycles cycles;
};

struct lanes {
	struct lane *lane; /* in the order of tracks */
	size_t n;
	uint32_t *kernel, *symbol; /* of all lanes, one behind the other */
};

struct lane_options {
	bool merged;     /* one lane a GPU, not one a stream */
	bool normalised; /* kernels are the same whose normalised names are */
	struct cycle_limits limits;
};

/*
 * Sorts the kernels among the events into lanes and finds their cycles. Returns
 * 0, -1: no memory, or -2: the durations of a lane do not add up to 64 bits.
 */
__attribute__((warn_unused_result)) int lanes_find(
    struct lanes *, const struct events *, const struct lane_options *);
void lanes_free(struct lanes *);

#endif
