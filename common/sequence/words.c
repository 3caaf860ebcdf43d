#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/hash.h"
#include "common/sequence/words.h"

enum { FIRST_SLOTS = 1024 };

/* The high bits of the product are those that all symbols have a part in. */
static size_t
slot_of(const struct words *w, const uint32_t *word)
{
	uint64_t hash = hash_symbols(HASH_START, word, w->length);

	return (size_t)(hash >> 20) & (w->slots - 1);
}

/* The slot that has a word, or where it would be. */
static size_t
find_slot(const struct words *w, const uint32_t *word)
{
	size_t i = slot_of(w, word);

	while (w->slot[i] &&
	    memcmp(w->symbol + w->first[w->slot[i] - 1], word,
		w->length * sizeof *word) != 0)
		i = (i + 1) & (w->slots - 1);
	return i;
}

/* Twice as many slots. */
static void
grow(struct words *w)
{
	size_t slots = w->slots ? 2 * w->slots : FIRST_SLOTS;
	uint32_t *slot = xcalloc(slots, sizeof *slot);

	free(w->slot);
	w->slot = slot;
	w->slots = slots;
	for (size_t k = 0; k < w->n; k++)
		slot[find_slot(w, w->symbol + w->first[k])] = (uint32_t)k + 1;
}

/* Returns the number of the word at a place. */
static uint32_t
add(struct words *w, size_t at)
{
	size_t n = w->n, i;

	if (2 * n >= w->slots)
		grow(w);
	i = find_slot(w, w->symbol + at);
	if (w->slot[i] == 0) {
		ARRAY_PUSH(w->first, n, &w->first_cap, (uint32_t)at);
		ARRAY_PUSH(w->count, w->n, &w->count_cap, 0);
		w->slot[i] = (uint32_t)w->n;
	}
	w->count[w->slot[i] - 1]++;
	return w->slot[i] - 1;
}

void
words_init(struct words *w, const uint32_t *symbol, size_t n, size_t length,
    uint32_t *number)
{
	*w = (struct words){.symbol = symbol, .length = length};
	grow(w);
	for (size_t i = 0; i + length <= n; i++) {
		uint32_t own = add(w, i);

		if (own == WORD_NONE)
			return;
		if (number)
			number[i] = own;
	}
}

void
words_free(struct words *w)
{
	free(w->first);
	free(w->count);
	free(w->slot);
	*w = (struct words){0};
}

uint32_t
words_find(const struct words *w, const uint32_t *word)
{
	uint32_t found = w->slot[find_slot(w, word)];

	return found ? found - 1 : WORD_NONE;
}
