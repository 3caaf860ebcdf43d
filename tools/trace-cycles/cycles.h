/*
 * cycles - what repeats in a sequence of kernels, as a hierarchy.
 *
 * A cycle is a sequence of kernels, its root, that comes several times in a
 * row. Inside a root there may be further cycles: a step of 36 layers. Cycles
 * are the same if their roots are, whichever kernel comes first, and their
 * parents are.
 */
#ifndef TRACE_CYCLES_CYCLES_H
#define TRACE_CYCLES_CYCLES_H

#include <stddef.h>
#include <stdint.h>

#define CYCLE_NONE UINT32_MAX

struct cycle_limits {
	size_t shortest, longest; /* kernels in a root */
	size_t reps;              /* the fewest in a row, at least 2 */
};

/* Repeats of a cycle one behind the other, in the coordinates of the parent. */
struct part {
	uint32_t start, reps;
	uint32_t cycle;
};

/* One repeat: the kernels [start, end) of the sequence. */
struct repeat {
	uint32_t start, end;
};

struct cycle {
	uint32_t parent, level; /* CYCLE_NONE and 1 for the outermost */
	uint32_t root, length;  /* a clean copy is [root, root + length) */
	uint32_t slack; /* how far its parts may move on in the parent */
	uint32_t first_part, parts;   /* what is in the root, by start */
	size_t first_repeat, repeats; /* in the whole sequence, by start */
};

/*
 * Cycle 0 is the sequence itself: one repeat, level 0. Parents come before what
 * is inside them.
 */
struct cycles {
	struct cycle *cycle;
	size_t n, cap;
	struct part *part;
	size_t parts, part_cap;
	struct repeat *repeat;
};

/*
 * Finds the cycles of a sequence of at most INT32_MAX symbols. The result is a
 * function of the sequence alone. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int cycles_find(const uint32_t *symbol,
    size_t n, const struct cycle_limits *, struct cycles *);
void cycles_free(struct cycles *);

#endif
