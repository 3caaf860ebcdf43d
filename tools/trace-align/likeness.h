/*
 * likeness - the tiers in which two kernels are alike, and their scores.
 *
 * Two kernels are alike when their names are equal in some tier. Each name
 * becomes a number in every tier, so that align() compares numbers only.
 */
#pragma once

#include "common/bytes/pool.h"
#include "common/meaning/rules.h"
#include "tools/trace-align/name_operations.h"

/* How alike two names are, best first. */
enum align_tier {
	ALIGN_EXACT,
	ALIGN_NORMALISED, /* the same when normalised */
	ALIGN_FAMILY,     /* the same kind of work */
	ALIGN_TIERS,
	ALIGN_DIFFERENT = ALIGN_TIERS
};

/*
 * The scores of an alignment. A pair is always worth more than the two runs of
 * kernels alone that it can split; a run costs the same however long it is.
 */
enum {
	SCORE_FAMILY = 48,
	SCORE_NORMALISED = 96,
	SCORE_EXACT = 144,
	SCORE_RUN = -12,
	SCORE_INSTEAD = -11 /* of a run in place of one of the other side */
};

/* The score of a pair, by its tier. */
extern const int32_t score_of_pair[ALIGN_TIERS];

/*
 * Activation functions. Which one a network applies is part of what it is: no
 * compiler and no library exchanges it for another.
 */
enum activation { GELU, RELU, SILU, ACTIVATIONS };

extern const char *const activation_name[ACTIVATIONS];

/* The tiers, families and operations of n names, by number in the pool. */
struct likeness {
	uint32_t n; /* names */
	uint32_t *tier[ALIGN_TIERS];
	struct span *family; /* empty where no rule tells one */
	struct span *class;  /* the same for people: else the category */
	uint32_t *work;      /* the set of operations that it does */
	struct ops *sets;    /* each distinct one */
	size_t nsets;
	struct ops
	    activation[ACTIVATIONS]; /* one each; empty: no name has it */
};

/*
 * Names that are the same when normalised share the family of the first of
 * them in byte order. Names without a family are of one kind when they do the
 * same operations. The families live as long as the rules, all else until
 * likeness_free.
 */
void likeness_init(
    struct likeness *, const struct pool *, const struct rules *);
void likeness_free(struct likeness *);

/* The operations of a name. */
const struct ops *likeness_ops(const struct likeness *, uint32_t name);
