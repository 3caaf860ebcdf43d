/*
 * lanes - the kernels of each track in time order, and the cycles among them.
 */
#ifndef TRACE_CYCLES_LANES_H
#define TRACE_CYCLES_LANES_H

#include "common/event.h"
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
	struct round_limits limits;
};

/*
 * Sorts the kernels among the events into lanes and finds their cycles. Returns
 * 0, -1: no memory, or -2: the durations of a lane do not add up to 64 bits.
 */
__attribute__((warn_unused_result)) int lanes_find(
    struct lanes *, const struct events *, const struct lane_options *);
void lanes_free(struct lanes *);

/* A cycle out of those of all lanes. */
struct found {
	uint32_t lane, cycle;
	uint32_t parent; /* index in the list of found, or CYCLE_NONE */
	int64_t sum;     /* ns of its kernels in all repeats */
};

/* Which cycles are listed. */
struct choice {
	size_t most; /* those that hold most kernel time, with their parents */
	bool weak;   /* also those for which the evidence is weak */
};

/*
 * Lists cycles by lane, then by start, the outer before the inner. *n is how
 * many; the caller frees *list. *dropped is how many weak ones are not listed.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int lanes_choose(const struct lanes *,
    const struct events *, struct choice, struct found **list, size_t *n,
    size_t *dropped);

#endif
