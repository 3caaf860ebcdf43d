#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/body_index.h"

enum { WORD = 3 };

static bool
is_word(const struct body_index *x, uint32_t place, const uint32_t *word)
{
	for (int i = 0; i < WORD; i++) {
		if (x->symbol[place] != word[i])
			return false;
		place = body_index_behind(x, place);
	}
	return true;
}

/* Where a word is, or would be; Fibonacci hashing. */
static uint32_t
find_slot(const struct body_index *x, const uint32_t *word)
{
	uint32_t mask = ((uint32_t)1 << x->bits) - 1, slot;
	uint64_t hash = 0;

	for (int i = 0; i < WORD; i++)
		hash = (hash ^ word[i]) * 0x9e3779b97f4a7c15u;
	slot = (uint32_t)(hash >> (64 - x->bits));
	while (x->head[slot] && !is_word(x, x->head[slot] - 1, word))
		slot = (slot + 1) & mask;
	return slot;
}

uint32_t
body_index_word(const struct body_index *x, const uint32_t *word)
{
	return x->head[find_slot(x, word)];
}

static uint32_t
slot_of_place(const struct body_index *x, uint32_t place)
{
	uint32_t word[WORD];

	for (int i = 0; i < WORD; i++) {
		word[i] = x->symbol[place];
		place = body_index_behind(x, place);
	}
	return find_slot(x, word);
}

/* A body whose words are all frequent must have an entry, too. */
static void
clear_if_all(struct body_index *x, uint32_t body)
{
	for (uint32_t i = x->base[body]; i < x->base[body + 1]; i++)
		if (!x->common[i])
			return;
	for (uint32_t i = x->base[body]; i < x->base[body + 1]; i++)
		x->common[i] = false;
}

static void
index_words(struct body_index *x)
{
	uint32_t *times = xcalloc((size_t)1 << x->bits, sizeof *times);

	for (uint32_t i = (uint32_t)x->places; i-- > 0;) {
		uint32_t slot = slot_of_place(x, i);

		x->next[i] = x->head[slot];
		x->head[slot] = i + 1;
		times[slot]++;
	}
	for (uint32_t i = 0; i < x->places; i++)
		x->common[i] = times[slot_of_place(x, i)] > WORD_TIMES;
	for (uint32_t b = 0; b < x->bodies; b++)
		clear_if_all(x, b);
	free(times);
}

static void
copy_body(struct body_index *x, uint32_t number, const struct sequence *b)
{
	x->wrong[number] = price_of_wrong_kernel(sequence_all_kernels(b));
	for (size_t i = 0; i < b->n; i++) {
		size_t place = x->base[number] + i;

		x->symbol[place] = b->symbol[i];
		x->body[place] = number;
		x->missing[place + 1] =
		    x->missing[place] + sequence_missing(b, i);
	}
}

void
body_index_init(
    struct body_index *x, const struct sequence *const *body, size_t n)
{
	size_t places = 1;

	*x = (struct body_index){.bodies = n, .ring = body, .bits = 4};
	x->base = xmalloc((n + 1) * sizeof *x->base);
	for (size_t i = 0; i < n; i++) {
		x->base[i] = (uint32_t)x->places;
		x->places += body[i]->n;
	}
	x->base[n] = (uint32_t)x->places;
	while ((size_t)1 << x->bits < 2 * x->places)
		x->bits++;
	places += x->places;
	x->wrong = xmalloc((n + 1) * sizeof *x->wrong);
	x->symbol = xmalloc(places * sizeof *x->symbol);
	x->body = xmalloc(places * sizeof *x->body);
	x->missing = xcalloc(places, sizeof *x->missing);
	x->head = xcalloc((size_t)1 << x->bits, sizeof *x->head);
	x->next = xcalloc(places, sizeof *x->next);
	x->common = xcalloc(places, sizeof *x->common);
	for (uint32_t i = 0; i < n; i++)
		copy_body(x, i, body[i]);
	index_words(x);
}

void
body_index_free(struct body_index *x)
{
	free(x->base);
	free(x->wrong);
	free(x->symbol);
	free(x->body);
	free(x->missing);
	free(x->head);
	free(x->next);
	free(x->common);
}
