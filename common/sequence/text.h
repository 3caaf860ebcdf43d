/*
 * text - a sequence of symbols whose substrings compare in logarithmic time.
 *
 * A symbol is a small number that stands for a kernel's name. Substrings are
 * compared by a polynomial hash modulo the Mersenne prime 2^61 - 1 (Karp,
 * Rabin, "Efficient randomized pattern-matching algorithms", 1987), short ones
 * symbol by symbol. Unequal substrings have equal hashes with a probability of
 * 10^-12 or less; whoever reports equality verifies it, see text_equal. Memory:
 * 8 bytes a symbol.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_POWERS = 32 };

struct text {
	const uint32_t *symbol; /* borrowed */
	size_t n;
	uint64_t *hash;              /* of every prefix; n + 1 of them */
	uint64_t power[TEXT_POWERS]; /* of the base, to 1, 2, 4, 8 ... */
};

/* At most INT32_MAX symbols. */
void text_init(struct text *, const uint32_t *symbol, size_t n);
void text_free(struct text *);

/* A hash of the 2^k symbols from i on. */
uint64_t text_hash(const struct text *, size_t i, int k);

/*
 * Most comparisons end within a few symbols: this many are compared directly
 * before hashes, whose results no processor can predict. Of 16 to 256, 64 took
 * the fewest cycles for 150,000 kernels of a real trace.
 */
enum { TEXT_NEAR_POWER = 6, TEXT_NEAR = 1 << TEXT_NEAR_POWER };

/* For text_ahead, and for text_behind, which is not `ahead`, only. */
size_t text_far(
    const struct text *, size_t i, size_t j, size_t most, bool ahead);

static inline size_t
text_near_ahead(const struct text *t, size_t i, size_t j, size_t most)
{
	const uint32_t *a = t->symbol + i, *b = t->symbol + j;
	size_t same = 0;

	most = most < TEXT_NEAR ? most : TEXT_NEAR;
	while (same < most && a[same] == b[same])
		same++;
	return same;
}

static inline size_t
text_near_behind(const struct text *t, size_t i, size_t j, size_t most)
{
	const uint32_t *a = t->symbol + i, *b = t->symbol + j;
	size_t same = 0;

	most = most < TEXT_NEAR ? most : TEXT_NEAR;
	while (same < most && *--a == *--b)
		same++;
	return same;
}

/* How many symbols from i on equal those from j on, at most `most`. */
static inline size_t
text_ahead(const struct text *t, size_t i, size_t j, size_t most)
{
	size_t room = t->n - (i > j ? i : j), same;

	room = most < room ? most : room;
	same = text_near_ahead(t, i, j, room);
	return same < TEXT_NEAR
	    ? same
	    : same + text_far(t, i + same, j + same, room - same, true);
}

/* The same of those before i and before j. */
static inline size_t
text_behind(const struct text *t, size_t i, size_t j, size_t most)
{
	size_t room = i < j ? i : j, same;

	room = most < room ? most : room;
	same = text_near_behind(t, i, j, room);
	return same < TEXT_NEAR
	    ? same
	    : same + text_far(t, i - same, j - same, room - same, false);
}

/* Whether n symbols from i on equal those from j on; looks at every one. */
bool text_equal(const struct text *, size_t i, size_t j, size_t n);
