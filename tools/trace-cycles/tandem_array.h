/*
 * tandem_array - stretches of a sequence that are a body, round and round, but
 * for faults.
 *
 * A block is equal to the body; between two blocks of an array symbols are
 * too many, or symbols of the body are left out, or both.
 */
#ifndef TRACE_CYCLES_TANDEM_ARRAY_H
#define TRACE_CYCLES_TANDEM_ARRAY_H

#include "tools/trace-cycles/sequence.h"

/* [start, start + n) of the sequence is the body from `place` on. */
struct block {
	uint32_t start, place, n;
};

struct tandem_array {
	size_t first; /* of its blocks */
	size_t body;  /* which one, of those that were aligned with */
};

struct tandem_arrays {
	struct block *block;
	size_t blocks;
	struct tandem_array *array; /* n + 1: the last is where the end is */
	size_t n;
};

/* Room for so many. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int tandem_arrays_room(
    struct tandem_arrays *, size_t blocks, size_t arrays);
void tandem_arrays_free(struct tandem_arrays *);

/* Begins an array; adds a block to the last one; closes the last one. */
void tandem_arrays_begin(struct tandem_arrays *, size_t body);
void tandem_arrays_add(struct tandem_arrays *, struct block);
void tandem_arrays_end(struct tandem_arrays *);

/* Those of one body. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int tandem_arrays_of(
    struct tandem_arrays *, const struct tandem_arrays *all, size_t body);

/*
 * Those blocks that a good repeat can be in: of the others too much is wrong
 * beside them, or they are too short. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int tandem_arrays_likely(
    struct tandem_arrays *, const struct tandem_arrays *all,
    const struct sequence *, const struct body *);

/* How many symbols of a body of n are left out between two blocks. */
static inline uint32_t
block_left_out(const struct block *a, const struct block *b, size_t n)
{
	return (uint32_t)((b->place + n - (a->place + a->n) % n) % n);
}

/* How many symbols are too many between two blocks. */
static inline uint32_t
block_too_many(const struct block *a, const struct block *b)
{
	return b->start - a->start - a->n;
}

#endif
