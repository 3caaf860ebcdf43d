#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/body_index.h"

static const uint64_t FACTOR = 0x9e3779b97f4a7c15u; /* Fibonacci hashing */

/* Where a word is, or would be. */
static uint32_t
find_slot(const struct body_index *x, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t mask = ((uint32_t)1 << x->bits) - 1, slot;
	uint64_t hash = a * FACTOR;

	hash = (hash ^ b) * FACTOR;
	hash = (hash ^ c) * FACTOR;
	for (slot = (uint32_t)(hash >> (64 - x->bits)); x->head[slot];
	     slot = (slot + 1) & mask) {
		uint32_t i = x->head[slot] - 1;
		uint32_t j = body_index_behind(x, i);

		if (x->symbol[i] == a && x->symbol[j] == b &&
		    x->symbol[body_index_behind(x, j)] == c)
			break;
	}
	return slot;
}

static uint32_t
slot_of_place(const struct body_index *x, uint32_t i)
{
	uint32_t j = body_index_behind(x, i);

	return find_slot(
	    x, x->symbol[i], x->symbol[j], x->symbol[body_index_behind(x, j)]);
}

uint32_t
body_index_word(const struct body_index *x, uint32_t a, uint32_t b, uint32_t c)
{
	return x->head[find_slot(x, a, b, c)];
}

uint32_t
body_index_place(
    const struct body_index *x, uint32_t from, uint32_t to, uint32_t place)
{
	return from +
	    (uint32_t)numbers_first_from(
		x->place + from, sizeof *x->place, to - from, place);
}

static int
allocate(struct body_index *x)
{
	size_t places = x->places + 1;

	x->wrong = xmalloc((x->bodies + 1) * sizeof *x->wrong);
	x->symbol = xmalloc(places * sizeof *x->symbol);
	x->body = xmalloc(places * sizeof *x->body);
	x->place = xmalloc(places * sizeof *x->place);
	x->head = xcalloc((size_t)1 << x->bits, sizeof *x->head);
	x->next = xcalloc(places, sizeof *x->next);
	x->common = xcalloc(places, sizeof *x->common);
	return x->wrong && x->symbol && x->body && x->place && x->head &&
		x->next && x->common
	    ? 0
	    : -1;
}

static void
copy_body(struct body_index *x, uint32_t number, const struct sequence *b)
{
	uint32_t base = x->base[number];

	x->wrong[number] = price_of_wrong_kernel(sequence_all_kernels(b));
	for (size_t i = 0; i < b->n; i++) {
		x->symbol[base + i] = b->symbol[i];
		x->body[base + i] = number;
		if (b->symbol[i] >= x->symbols)
			x->symbols = b->symbol[i] + 1;
	}
}

/* Places, or those of `in`, by the symbol of each or the one behind it. */
static void
sort_by_symbol(
    struct body_index *x, const uint32_t *in, bool behind, uint32_t *out)
{
	uint32_t *first = x->first;

	for (size_t c = 0; c < x->symbols + 2u; c++)
		first[c] = 0;
	for (size_t i = 0; i < x->places; i++)
		first[x->symbol[i] + 2]++;
	for (size_t c = 2; c < x->symbols + 2u; c++)
		first[c] += first[c - 1];
	for (uint32_t i = 0; i < x->places; i++) {
		uint32_t place = in ? in[i] : i;
		uint32_t at = behind ? body_index_behind(x, place) : place;

		out[first[x->symbol[at] + 1]++] = place;
	}
}

/* Counting sorts, by the last key first. */
static int
sort_places(struct body_index *x)
{
	uint32_t *by_next = xmalloc((x->places + 1) * sizeof *by_next);

	x->first = xmalloc((x->symbols + 2u) * sizeof *x->first);
	if (by_next && x->first) {
		sort_by_symbol(x, NULL, true, by_next);
		sort_by_symbol(x, by_next, false, x->place);
	}
	free(by_next);
	return by_next && x->first ? 0 : -1;
}

/* The first place of [from, to), all of one symbol, before which no b is. */
static uint32_t
skip_less(const struct body_index *x, struct body_pair p, uint32_t b, bool more)
{
	while (p.from < p.to) {
		uint32_t middle = p.from + (p.to - p.from) / 2;
		uint32_t next =
		    x->symbol[body_index_behind(x, x->place[middle])];

		if (next < b || (more && next == b))
			p.from = middle + 1;
		else
			p.to = middle;
	}
	return p.from;
}

struct body_pair
body_index_pair(const struct body_index *x, uint32_t a, uint32_t b)
{
	struct body_pair all = {x->first[a], x->first[a + 1]};

	return (struct body_pair){
	    skip_less(x, all, b, false), skip_less(x, all, b, true)};
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

static int
index_words(struct body_index *x)
{
	uint32_t *times = xcalloc((size_t)1 << x->bits, sizeof *times);

	if (!times)
		return -1;
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
	return 0;
}

int
body_index_init(
    struct body_index *x, const struct sequence *const *body, size_t n)
{
	*x = (struct body_index){.bodies = n,
	    .ring = body,
	    .base = xmalloc((n + 1) * sizeof *x->base),
	    .bits = 4};
	if (!x->base)
		return -1;
	for (size_t i = 0; i < n; i++) {
		x->base[i] = (uint32_t)x->places;
		x->places += body[i]->n;
	}
	x->base[n] = (uint32_t)x->places;
	while ((size_t)1 << x->bits < 2 * x->places)
		x->bits++;
	if (allocate(x))
		return -1;
	for (uint32_t i = 0; i < n; i++)
		copy_body(x, i, body[i]);
	return sort_places(x) || index_words(x) ? -1 : 0;
}

void
body_index_free(struct body_index *x)
{
	free(x->base);
	free(x->wrong);
	free(x->symbol);
	free(x->body);
	free(x->first);
	free(x->place);
	free(x->head);
	free(x->next);
	free(x->common);
	*x = (struct body_index){0};
}
