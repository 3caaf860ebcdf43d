#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-cycles/description.h"
#include "tools/trace-cycles/hash.h"
#include "tools/trace-cycles/interleaved.h"
#include "tools/trace-cycles/prices.h"

struct rows {
	const struct tandem_arrays *all;
	const struct sequence *text;
	const struct sequence *body;
	/* blocks k by what is between k and k + 1, if it is before k, too: its
	   place in the body and its symbols */
	struct hashed *list;
	size_t n;
	bool *out; /* of each block */
};

/*
 * Whether something stands between blocks k and k + 1, but less than half a
 * repeat, so that a loop of both is mostly a repeat.
 */
static bool
is_apart(const struct rows *r, size_t k)
{
	const struct block *s = &r->all->block[k];
	uint32_t end = s->start + s->n;

	return block_left_out(s, s + 1, r->body->n) == 0 && s[1].start > end &&
	    2 * (s[1].start - end) <= r->body->n;
}

static uint64_t
hash_of(const struct rows *r, size_t k)
{
	const struct block *s = &r->all->block[k];
	uint32_t end = s->start + s->n;

	return hash_symbols(hash_add(HASH_START, s[1].place),
	    r->text->symbol + end, s[1].start - end);
}

/*
 * Lists what stands on both sides of a block that is one repeat. With so much
 * between two repeats, each is mostly an array of its own.
 */
static void
list_between(struct rows *r)
{
	for (size_t k = 1; k + 1 < r->all->blocks; k++) {
		const struct block *s = &r->all->block[k];
		uint64_t hash;

		if (s->n != r->body->n || !is_apart(r, k - 1) ||
		    !is_apart(r, k))
			continue;
		hash = hash_of(r, k);
		if (hash_of(r, k - 1) == hash)
			r->list[r->n++] = (struct hashed){hash, k};
	}
}

/*
 * Whether a loop, that is its body and each of its rows, costs less than n
 * stretches of one kind. Returns 1, 0, or -1: no memory.
 */
static int
is_cheaper(const struct rows *r, const struct hashed *b, size_t n)
{
	const struct block *s = &r->all->block[b->number];
	int64_t between = s[1].start - s->start - s->n;
	int64_t now = (int64_t)n * (between * SCORE_SYMBOL + PRICE_FAULT);
	int64_t own = description_price(
	    r->text->symbol + s->start, s[1].start - s->start);

	if (own < 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		if (i == 0 || b[i].number != b[i - 1].number + 1)
			own += PRICE_OCCURRENCE;
	return own < now;
}

/* A block shorter than two repeats goes with the row next to it. */
static void
mark(struct rows *r, size_t k)
{
	for (size_t i = k - 1; i <= k + 1; i++)
		if (r->all->block[i].n < 2 * r->body->n)
			r->out[i] = true;
}

static int
mark_kinds(struct rows *r)
{
	for (size_t i = 0, end; i < r->n; i = end) {
		int rc;

		for (end = i;
		     end < r->n && r->list[end].hash == r->list[i].hash;)
			end++;
		rc = is_cheaper(r, r->list + i, end - i);
		if (rc < 0)
			return -1;
		for (size_t k = i; rc && k < end; k++)
			mark(r, r->list[k].number);
	}
	return 0;
}

/* Keeps the other blocks; a row that lost inner ones becomes several. */
static int
keep_rest(struct tandem_arrays *t, const bool *out)
{
	struct tandem_arrays kept;

	if (tandem_arrays_room(&kept, t->blocks, t->blocks)) {
		tandem_arrays_free(&kept);
		return -1;
	}
	for (size_t a = 0; a < t->n; a++) {
		bool open = false;

		for (size_t k = t->array[a].first; k < t->array[a + 1].first;
		     k++) {
			if (!open && !out[k])
				tandem_arrays_begin(&kept, t->array[a].body);
			if (!out[k])
				tandem_arrays_add(&kept, t->block[k]);
			open = !out[k];
		}
	}
	tandem_arrays_end(&kept);
	tandem_arrays_free(t);
	*t = kept;
	return 0;
}

int
tandem_arrays_leave_interleaved(struct tandem_arrays *t,
    const struct sequence *text, const struct sequence *body)
{
	struct rows r = {.all = t, .text = text, .body = body};
	int rc = -1;

	r.list = malloc((t->blocks + 1) * sizeof *r.list);
	r.out = calloc(t->blocks + 1, sizeof *r.out);
	if (r.list && r.out) {
		list_between(&r);
		if (r.n)
			qsort(r.list, r.n, sizeof *r.list, hashed_compare);
		rc = mark_kinds(&r);
	}
	if (rc == 0 && r.n)
		rc = keep_rest(t, r.out);
	free(r.list);
	free(r.out);
	return rc;
}
