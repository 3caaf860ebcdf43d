/*
 * carry - what is where in the root of a cycle is where in a repeat of it.
 */
#ifndef TRACE_CYCLES_CARRY_H
#define TRACE_CYCLES_CARRY_H

#include "tools/trace-cycles/align.h"
#include "tools/trace-cycles/settle.h"

/* A zeroed struct is ready. */
struct carrier {
	struct repeat root, repeat;
	enum carried { CARRY_NOTHING, CARRY_EXACT, CARRY_ALIGNED } how;

	/* below: for carry.c only */
	struct aligner aligner;
	uint32_t *place; /* of each symbol of the root: where in the repeat */
	uint32_t *start; /* where what starts there in the root does */
	uint32_t *end;   /* where what ends there does */
	size_t place_cap, start_cap, end_cap;
};

void carry_free(struct carrier *);

/* Begins with a root and a repeat of it. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int carry_begin(struct carrier *,
    const struct text *, struct repeat root, struct repeat repeat);

/*
 * Carries n stretches of the root over into `to`, without those of which too
 * much is missing. Returns how many there are.
 */
size_t carry_over(
    const struct carrier *, const struct repeat *, size_t n, struct repeat *to);

/*
 * After carry_begin: how many kernels of the root have no place in the repeat,
 * or the other way round, if that is more.
 */
uint32_t carry_differences(const struct carrier *);

/*
 * After carry_begin: the position in the root of each kernel of the repeat,
 * into `position`; with CARRY_STRAY, where a kernel stands that the root has
 * not.
 */
#define CARRY_STRAY ((uint32_t)1 << 31)
void carry_positions(const struct carrier *, uint32_t *position);

#endif
