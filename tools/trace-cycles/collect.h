/*
 * collect - what a round found, in kernels.
 */
#ifndef TRACE_CYCLES_COLLECT_H
#define TRACE_CYCLES_COLLECT_H

#include "tools/trace-cycles/level.h"
#include "tools/trace-cycles/round.h"

/* Repeats one behind the other. */
struct stretch_found {
	uint32_t start, end;   /* kernels, with broken repeats at the ends */
	uint32_t cycle;        /* equal for the same cycle, from 0 on */
	size_t first, repeats; /* in the list of repeats; at least one */
	uint32_t damage; /* kernels that do not fit, or are in no repeat */
};

/*
 * All that was found in any round, whether it is inside something else or not.
 */
struct collection {
	struct stretch_found *found;
	size_t n, cap;
	struct repeats repeats; /* with the faults of what is inside */
};

/* A round, on what level it was played, and where its pieces go. */
struct collector {
	const struct round *round;
	const struct level *level;
	const uint32_t *usual; /* lengths of groups, see usual.h */
	uint32_t first_cycle;  /* the number of the first group */
	struct collection *all;
};

/*
 * Adds a piece of the round, which may take up the kernels of `room`. Returns
 * 1, 0 if it has no repeats of about the usual length and was not added, or -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int collect_piece(
    const struct collector *, size_t piece, struct repeat room);

void collect_free(struct collection *);

#endif
