/*
 * selection - which of the cycles that were found are listed.
 */
#ifndef TRACE_CYCLES_SELECTION_H
#define TRACE_CYCLES_SELECTION_H

#include "tools/trace-cycles/lanes.h"
#include "tools/trace-cycles/walk.h"

/* A cycle out of those of all lanes. */
struct found {
	uint32_t lane, cycle;
	uint32_t parent; /* index in the list of found, or CYCLE_NONE */
	int64_t sum;     /* ns of its kernels in all repeats */
};

struct chosen {
	struct found *found; /* by lane, then by start, outer before inner */
	size_t n;
	size_t dropped; /* how many weak ones are not listed */
};

/* Which cycles are listed. */
struct choice {
	bool weak;    /* also those for which the evidence is weak */
	bool partial; /* sums are over partial repeats, too */
};

/*
 * Lists cycles; the caller frees out->found, in any case. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int choose_cycles(const struct lanes *,
    const struct events *, struct choice, struct chosen *out);

/*
 * The cycles of a lane that are listed, into `cycle`, which has room for all of
 * the chosen ones. Returns how many.
 */
size_t chosen_of_lane(const struct chosen *, uint32_t lane, uint32_t *cycle);

#endif
