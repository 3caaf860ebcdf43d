/*
 * classes - which pieces of a cover repeat the same thing, whatever kernel each
 * begins with: those whose least rotations are equal.
 */
#ifndef TRACE_CYCLES_CLASSES_H
#define TRACE_CYCLES_CLASSES_H

#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/runs.h"

/* The place at which the least rotation of n symbols starts. */
size_t classes_least_rotation(const uint32_t *symbol, size_t n);

/* Scratch space; a zeroed struct is empty. */
struct classes {
	uint32_t *rotated; /* the least rotation, for naming */
	size_t rotated_cap;
	uint32_t *least; /* of each piece: where a least rotation starts */
	size_t least_cap;
	int32_t *gain; /* of each phase */
	size_t gain_cap;
};

void classes_free(struct classes *);

/*
 * Gives each piece the number of its class, from 0 on in order of appearance.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int classes_name(struct classes *,
    const uint32_t *symbol, const struct piece *, size_t n, uint32_t *class);

struct alignment {
	struct piece *piece; /* by start */
	size_t n;
	const struct run *run; /* what piece[i].run counts */
	uint32_t from, to;     /* no piece leaves this interval */
};

/*
 * Moves the pieces of each class within their runs and without touching their
 * neighbours, so that all begin with the same kernel and hold whole periods:
 * the kernel with which most whole repeats are had, of these the first that
 * comes. slack[class] is how far all its pieces could move on together without
 * losing a repeat. Follows classes_name of the same pieces. Returns 0, or -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int classes_align(struct classes *,
    const struct alignment *, const uint32_t *class, uint32_t *slack);

#endif
