/*
 * gap - repeats of a cycle in the kernels beside others, or on their own.
 */
#ifndef TRACE_CYCLES_GAP_H
#define TRACE_CYCLES_GAP_H

#include "tools/trace-cycles/align.h"
#include "tools/trace-cycles/instances.h"

/* The cycle whose repeats are sought. */
struct filler {
	const struct text *text;
	struct instances *all; /* to which they are added */
	uint32_t cycle;
	struct repeat root;
	bool changed; /* whether there were any */

	/* below: for gap.c only; zeroed before, as for each new root */
	enum { ANCHOR_NOT_SOUGHT, ANCHOR_FOUND, ANCHOR_ABSENT } anchor;
	uint32_t offset; /* of the anchor in the root */
	struct aligner aligner;
};

/* A stretch of kernels that may hold repeats, and from which end they come. */
struct gap {
	uint32_t from, to;
	uint32_t most; /* kernels that may be wrong with a repeat */
	bool back;
};

/*
 * Seeks repeats from the instance at `beside` on into the gap, which shrinks by
 * what they take up. That instance itself is sought anew if it was cut short.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int gap_fill(
    struct filler *, size_t beside, struct gap *);

/* Seeks repeats that stand apart from others in the gap; likewise. */
__attribute__((warn_unused_result)) int gap_search(struct filler *, struct gap);

#endif
