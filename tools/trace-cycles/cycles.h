/*
 * cycles - what repeats in a sequence of kernels, as a hierarchy.
 *
 * A cycle is a sequence of kernels, its root, that comes several times in a
 * row. Inside a root there may be further cycles: a step of 36 layers. Cycles
 * are the same if their roots are, whichever kernel comes first, and their
 * parents are. A repeat may differ from the root in a few kernels.
 */
#ifndef TRACE_CYCLES_CYCLES_H
#define TRACE_CYCLES_CYCLES_H

#include "tools/trace-cycles/align.h"
#include "tools/trace-cycles/rounds.h"

#define CYCLE_NONE UINT32_MAX

/* Repeats of a cycle one behind the other in the root of its parent. */
struct part {
	uint32_t start, end; /* from the first repeat to the last */
	uint32_t cycle;
	uint32_t reps;
	size_t first; /* of these repeats in `local` */
};

struct cycle {
	uint32_t parent, level;   /* CYCLE_NONE and 0 for the sequence itself */
	uint32_t root, length;    /* a clean copy is [root, root + length) */
	size_t first_part, parts; /* what is in the root, by start */
	size_t first_repeat, repeats; /* in the whole sequence, by start */
};

/*
 * Cycle 0 is the sequence itself, repeated once. Parents come before what is
 * inside them.
 */
struct cycles {
	struct text text; /* the sequence; its symbols are the caller's */
	struct cycle *cycle;
	size_t n, cap;
	struct part *part;
	size_t parts, part_cap;
	struct repeat *local; /* of parts, inside the root of the parent */
	size_t locals, local_cap;
	struct repeat *repeat;
};

/*
 * Finds the cycles of a sequence of at most INT32_MAX symbols, which must live
 * as long as the result. That is a function of the sequence alone. Returns 0,
 * or -1: no memory.
 */
__attribute__((warn_unused_result)) int cycles_find(const uint32_t *symbol,
    size_t n, const struct round_limits *, struct cycles *);
void cycles_free(struct cycles *);

#endif
