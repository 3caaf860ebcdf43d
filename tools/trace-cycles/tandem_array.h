/*
 * tandem_array - stretches of a sequence that repeat a body, with faults.
 *
 * A block is equal to a part of the body, which may go round several times.
 * Between two blocks of an array there are extra symbols, or symbols of the
 * body are missing, or both. An array has the number of its first block.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-cycles/sequence.h"

/* [start, start + n) of the sequence equals the body from `place` on. */
struct block {
	uint32_t start, place, n;
	uint32_t body; /* its number */
	bool begins;   /* an array */
};

struct tandem_arrays {
	struct block *block;
	size_t blocks;
};

/* Allocates space for this many blocks. */
void tandem_arrays_room(struct tandem_arrays *, size_t blocks);
void tandem_arrays_free(struct tandem_arrays *);

/* Moves the faults of arrays as far to the front as they may go. */
void tandem_arrays_shift(struct tandem_arrays *, const struct sequence *text,
    const struct sequence *const *body);

/* Copies the arrays of one body. */
void tandem_arrays_of(
    struct tandem_arrays *, const struct tandem_arrays *all, size_t body);

/*
 * Copies the blocks that can be part of a good repeat. The others are too
 * short, or have too many faults next to them.
 */
void tandem_arrays_likely(struct tandem_arrays *,
    const struct tandem_arrays *all, const struct sequence *,
    const struct sequence *);

/*
 * Copies the other blocks than those that are marked; an array that lacks inner
 * ones becomes several.
 */
void tandem_arrays_without(
    struct tandem_arrays *, const struct tandem_arrays *all, const bool *out);

/* Whether the next block is of the same array. */
static inline bool
tandem_arrays_go_on(const struct tandem_arrays *t, size_t block)
{
	return block + 1 < t->blocks && !t->block[block + 1].begins;
}

/* The number of symbols of a body of n that are missing between two blocks. */
static inline uint32_t
block_left_out(const struct block *a, const struct block *b, size_t n)
{
	return (uint32_t)((b->place + n - (a->place + a->n) % n) % n);
}

/* The number of extra symbols between two blocks. */
static inline uint32_t
block_too_many(const struct block *a, const struct block *b)
{
	return b->start - a->start - a->n;
}

/*
 * Whether two symbols of the body changed places between two blocks: then one
 * is wrong, not two.
 */
bool block_is_swap(const struct block *a, const struct block *b,
    const struct sequence *, const struct sequence *);
