/*
 * blocks_simd - from raw bitmaps of bytes to those of blocks.h; included by the
 * levels that get raw bitmaps out of vector comparisons.
 */
#ifndef COMMON_BLOCKS_SIMD_H
#define COMMON_BLOCKS_SIMD_H

#include "common/blocks.h"

/* The analyzer of gcc 12 takes every array of vectors for unset. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wanalyzer-use-of-uninitialized-value"
#endif

struct raw {
	uint64_t quote, back, open, close, initial;
};

/* The bytes that a backslash escapes; few blocks have any. */
static inline uint64_t
escaped_bytes(uint64_t back, uint64_t *carry)
{
	uint64_t escaped = *carry;

	*carry = 0;
	for (back &= ~escaped; back;) {
		uint64_t bit = back & -back, next = bit << 1;

		escaped |= next;
		*carry = bit >> 63;
		back &= ~(bit | next);
	}
	return escaped;
}

/* Each bit the exclusive or of those up to it: inside strings, from quotes. */
static inline uint64_t
prefix_xor(uint64_t x)
{
	x ^= x << 1;
	x ^= x << 2;
	x ^= x << 4;
	x ^= x << 8;
	x ^= x << 16;
	return x ^ x << 32;
}

/*
 * Finishes block i but for its counts: r->quote are the quotes that are not
 * escaped, `string` their prefix_xor, however the level computes it.
 */
static inline void
finish_block(struct blocks *b, size_t i, struct blocks_state *s,
    const struct raw *r, uint64_t string)
{
	string ^= s->in_string;
	s->in_string = (uint64_t)((int64_t)string >> 63);
	b->open[i] = r->open & ~string;
	b->close[i] = r->close & ~string;
	b->odd[i] = r->open & string;
	b->word[i] = ((r->quote << 1 | s->quoted) & r->initial) | r->back;
	s->quoted = r->quote >> 63;
}

#endif
