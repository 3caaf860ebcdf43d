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

struct collection {
	struct stretch_found *found;
	size_t n, cap;
	struct repeats repeats; /* with the faults of what is inside */
};

/* A round, and on what level it was played. */
struct collector {
	const struct round *round;
	const struct level *level;
	const struct collection
	    *before;          /* what symbols of the level stand for */
	uint32_t first_cycle; /* the number of the first group */
};

/*
 * The pieces of a round that have repeats, and only these. Returns 0, or -1: no
 * memory; collect_free frees *out either way.
 */
__attribute__((warn_unused_result)) int collect_round(
    const struct collector *, struct collection *out);

/* Adds a stretch. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int collect_add(
    struct collection *, struct stretch_found);

/* How many kernels of a stretch do not fit, or are in no repeat. */
uint32_t collect_damage(
    const struct collection *, const struct stretch_found *);

void collect_free(struct collection *);

#endif
