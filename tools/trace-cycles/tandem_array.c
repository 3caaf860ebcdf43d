#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/tandem_array.h"

void
tandem_arrays_room(struct tandem_arrays *t, size_t blocks)
{
	*t = (struct tandem_arrays){
	    .block = xmalloc((blocks + 1) * sizeof *t->block)};
}

void
tandem_arrays_free(struct tandem_arrays *t)
{
	free(t->block);
	*t = (struct tandem_arrays){0};
}

void
tandem_arrays_shift(struct tandem_arrays *t, const struct sequence *text,
    const struct sequence *const *body)
{
	for (size_t k = t->blocks; k-- > 1;) {
		struct block *a = &t->block[k - 1], *b = a + 1;
		const struct sequence *ring = body[b->body];

		while (!b->begins && a->n > 1) {
			uint32_t place =
			    (b->place ? b->place : (uint32_t)ring->n) - 1;

			if (text->symbol[b->start - 1] != ring->symbol[place])
				break;
			b->start--;
			b->place = place;
			b->n++;
			a->n--;
		}
	}
}

void
tandem_arrays_without(
    struct tandem_arrays *t, const struct tandem_arrays *all, const bool *out)
{
	tandem_arrays_room(t, all->blocks);
	for (size_t k = 0; k < all->blocks; k++) {
		struct block b = all->block[k];

		b.begins |= k > 0 && out[k - 1];
		if (!out[k])
			t->block[t->blocks++] = b;
	}
}

void
tandem_arrays_of(
    struct tandem_arrays *t, const struct tandem_arrays *all, size_t body)
{
	tandem_arrays_room(t, all->blocks);
	for (size_t k = 0; k < all->blocks; k++)
		if (all->block[k].body == body)
			t->block[t->blocks++] = all->block[k];
}

bool
block_is_swap(const struct block *a, const struct block *b,
    const struct sequence *text, const struct sequence *body)
{
	const uint32_t *symbol = text->symbol + a->start + a->n;
	uint32_t first = (uint32_t)((a->place + a->n) % body->n);
	uint32_t second = (uint32_t)((first + 1) % body->n);

	return block_too_many(a, b) == 2 &&
	    block_left_out(a, b, body->n) == 2 &&
	    symbol[0] == body->symbol[second] &&
	    symbol[1] == body->symbol[first];
}

/* The faults from one block to a later one, and the length between them. */
struct window {
	const struct sequence *text;
	const struct tandem_arrays *all;
	const struct sequence *body;
	size_t n;         /* symbols of the body, ... */
	uint32_t kernels; /* ... and kernels */
	uint32_t most;    /* faults of either kind that are tolerated */
	uint64_t too_many, left_out; /* kernels */
	uint64_t symbols;            /* of the body */
};

/* The fault between blocks k and k + 1. */
static struct window
fault_after(const struct window *w, size_t k)
{
	const struct block *s = &w->all->block[k];
	uint32_t from = (uint32_t)((s->place + s->n) % w->n);
	uint32_t n = block_left_out(s, s + 1, w->n);
	struct window x = {.symbols = n};

	if (block_is_swap(s, s + 1, w->text, w->body)) {
		x.too_many = x.left_out =
		    sequence_kernels(w->body, from, from + 1);
		return x;
	}
	x.too_many = sequence_kernels(w->text, s->start + s->n, s[1].start);
	x.left_out = x.too_many
	    ? sequence_kernels_round(w->body, from, s[1].place)
	    : sequence_missing_round(w->body, from, n);
	return x;
}

/* Adds block k + 1 if the faults stay within the tolerance. */
static bool
widen(struct window *w, size_t k)
{
	struct window x = fault_after(w, k);

	if (w->too_many + x.too_many > w->most ||
	    w->left_out + x.left_out > w->most)
		return false;
	w->too_many += x.too_many;
	w->left_out += x.left_out;
	w->symbols += x.symbols + w->all->block[k + 1].n;
	return true;
}

/* Removes block k. */
static void
narrow(struct window *w, size_t k)
{
	struct window x = fault_after(w, k);

	w->too_many -= x.too_many;
	w->left_out -= x.left_out;
	w->symbols -= x.symbols + w->all->block[k].n;
}

/*
 * Which blocks are in no good window; `heaviest` is the width of the widest
 * symbol.
 */
static void
find_unlikely(bool *out, struct window *w, uint32_t heaviest)
{
	size_t last = 0, good = 0; /* those before are in good ones */

	for (size_t k = 0; k < w->all->blocks; k++) {
		if (last <= k) {
			last = k;
			w->symbols = w->all->block[k].n;
		}
		while (tandem_arrays_go_on(w->all, last) && widen(w, last))
			last++;
		if (w->symbols * heaviest + w->most >= w->kernels &&
		    last + 1 > good)
			good = last + 1;
		out[k] = k >= good;
		if (k < last)
			narrow(w, k);
	}
}

void
tandem_arrays_likely(struct tandem_arrays *t, const struct tandem_arrays *all,
    const struct sequence *text, const struct sequence *body)
{
	struct window w = {.text = text,
	    .all = all,
	    .body = body,
	    .n = body->n,
	    .kernels = sequence_all_kernels(body)};
	uint32_t heaviest = sequence_kernels(body, 0, 1);
	bool *out = xmalloc((all->blocks + 1) * sizeof *out);

	for (size_t i = 1; i < body->n; i++)
		if (sequence_kernels(body, i, i + 1) > heaviest)
			heaviest = sequence_kernels(body, i, i + 1);
	w.most = tolerated_faults(w.kernels);
	find_unlikely(out, &w, heaviest);
	tandem_arrays_without(t, all, out);
	free(out);
}
