/*
 * settle - from the pieces of a cover to whole repeats.
 *
 * All pieces of a class begin their repeats with the same symbol: the one with
 * which most repeats are had, of these the first that comes.
 */
#ifndef TRACE_CYCLES_SETTLE_H
#define TRACE_CYCLES_SETTLE_H

#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/repeats.h"

#define SETTLE_NONE UINT32_MAX
#define SETTLE_UNLIKE (UINT32_MAX - 1)

/* Pieces of one class. */
struct group {
	uint32_t period;
	uint32_t phase;  /* with which its repeats begin */
	uint32_t usual;  /* kernels of a repeat: the median */
	size_t repeats;  /* of about that length */
	uint64_t alike;  /* kernels of these, ... */
	uint64_t unlike; /* ... and of those that fit in symbols only */
	bool loose;      /* no cycle: none of its repeats are handed over */
};

struct settled {
	struct group *group; /* in order of appearance */
	size_t groups;
	uint32_t *group_of;     /* of each piece */
	struct repeats repeats; /* by start; SETTLE_UNLIKE are the faults of one
				   that is like others in symbols only */
	size_t *first; /* of each piece and one more: its first repeat */
};

/* The pieces of a cover of [from, to), by start; settling changes them. */
struct unsettled {
	const struct text *text;
	const struct chains *chains;
	uint32_t from, to;
	size_t longest; /* kernels of a repeat */
	struct piece *piece;
	size_t n;
	uint32_t *group_of_class; /* scratch: for each class SETTLE_NONE, before
				     and after */
};

/* The chain that piece i is of. */
static inline const struct chain *
unsettled_chain(const struct unsettled *u, size_t i)
{
	return &u->chains->chain[u->piece[i].chain];
}

/*
 * Chooses the phases. Returns 0, or -1: no memory; settle_free frees *out
 * either way.
 */
__attribute__((warn_unused_result)) int settle_phases(
    const struct unsettled *, struct settled *out);

/* Finds the repeats that begin with these phases. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int settle_repeats(
    const struct unsettled *, struct settled *out);

void settle_free(struct settled *);

#endif
