/*
 * model_vote - the model of a cycle: what most of its repeats agree on.
 *
 * For model.c only. It begins as a repeat of median length;
 * then some repeats, aligned with it, vote on each of its kernels and on what
 * is between them.
 */
#ifndef TRACE_CYCLES_MODEL_VOTE_H
#define TRACE_CYCLES_MODEL_VOTE_H

#include "common/sequence/edits.h"
#include "tools/trace-cycles/hierarchy.h"

/* A kernel that a repeat has before a position of the model. */
struct vote {
	uint32_t position, offset, symbol;
};

struct model {
	uint32_t *symbol;
	size_t n, cap;
};

struct modelling {
	struct hierarchy *h;
	const uint32_t *kernel;

	struct edits edits;
	uint32_t *both, *place; /* the model and a repeat; where each of its
				   kernels is there */
	size_t both_cap, place_cap;
	struct vote *vote;
	size_t votes, vote_cap;
	uint32_t *matched; /* of each position of the model */
	size_t matched_cap;
	size_t *member; /* the items of a kind that are whole */
	size_t members, member_cap;
};

void modelling_free(struct modelling *);

static inline uint32_t
length_of(const struct item *v)
{
	return v->end - v->start;
}

/*
 * Some repeats, as many before as after, make the model better. Returns 1, 0
 * if they are not alike or too few for a majority, or -1: no memory.
 */
__attribute__((warn_unused_result)) int model_vote(
    struct modelling *, struct model *);

/* The model begins as a repeat of median length. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int model_begin(
    struct modelling *, struct model *);

#endif
