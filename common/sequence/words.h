/*
 * words - the stretches of k symbols in a sequence: which are equal, and how
 * often each comes.
 *
 * Equal words have equal numbers, from 0 on, in order of appearance. Words are
 * found by their hash and compared, so numbers never lie.
 */
#ifndef COMMON_SEQUENCE_WORDS_H
#define COMMON_SEQUENCE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#define WORD_NONE UINT32_MAX

struct words {
	const uint32_t *symbol; /* borrowed */
	size_t length;          /* of a word */
	uint32_t *first,
	    *count; /* by number: where it comes first; how often */
	size_t n, first_cap, count_cap;
	uint32_t *slot; /* numbers, one more, by hash; 0 for none */
	size_t slots;   /* a power of two */
};

/*
 * Numbers the words of n < INT32_MAX symbols, which must live as long as the
 * result. `number`, if it is not NULL, is told that of the word at each of the
 * n - length + 1 places.
 */
void words_init(struct words *, const uint32_t *symbol, size_t n, size_t length,
    uint32_t *number);
void words_free(struct words *);

/* The number of a word, or WORD_NONE if the sequence does not have it. */
uint32_t words_find(const struct words *, const uint32_t *word);

#endif
