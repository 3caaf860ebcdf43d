/*
 * usual_next - the symbol that nearly always comes next, and how often it does
 * not.
 *
 * A context is the last USUAL_CONTEXT symbols: with fewer, layers of different
 * kinds are in the same one; with more, a fault is in it too often.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/pool.h"

/*
 * The stretches of k symbols in a sequence: which are equal, and how often
 * each comes.
 *
 * Equal words have equal numbers, from 0 on, in order of appearance.
 */

#define WORD_NONE POOL_NONE

struct words {
	size_t length; /* of a word */
	struct word {
		uint32_t first, count; /* where it comes first; how often */
	} * word;                      /* by number */
	size_t n, cap;
	struct pool *known; /* the words, as bytes */
};

/*
 * Numbers the words of n < UINT32_MAX symbols. `number`, if it is not NULL, is
 * told that of the word at each of the n - length + 1 places.
 */
void words_init(struct words *, const uint32_t *symbol, size_t n, size_t length,
    uint32_t *number);
void words_free(struct words *);

/* The number of a word, or WORD_NONE if the sequence does not have it. */
uint32_t words_find(const struct words *, const uint32_t *word);

enum { USUAL_CONTEXT = 5, USUAL_MOST = 4 };

/* Shares are in units of 1/USUAL_PARTS. */
enum { USUAL_PART_BITS = 10, USUAL_PARTS = 1 << USUAL_PART_BITS };

/* The symbol that most often follows a context, and how often. */
struct usual_next {
	uint32_t symbol, count;
};

struct usual {
	const uint32_t *symbol; /* borrowed */
	size_t n;
	struct words contexts;
	struct usual_next *next; /* by context */
	uint32_t *unusual;       /* how many symbols before each place are */
	uint32_t last;           /* context, which has nothing after it */
	/* the median, over the symbols after frequent contexts, of the share
	 * that is not what is usual there, or a mean if that is none */
	uint32_t noise;
};

/* Of USUAL_CONTEXT < n < INT32_MAX symbols. */
void usual_init(struct usual *, const uint32_t *symbol, size_t n);
void usual_free(struct usual *);

/* How often a context has something after it. */
uint32_t usual_times(const struct usual *, uint32_t context);

/* The context of these symbols if something is usual after it, or WORD_NONE. */
uint32_t usual_context(const struct usual *, const uint32_t *symbol);

/*
 * The usual symbols after USUAL_CONTEXT ones, USUAL_MOST at most. Returns how
 * many are known.
 */
int usual_follow(const struct usual *, const uint32_t *last, uint32_t *way);
