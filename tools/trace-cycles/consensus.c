#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-cycles/consensus.h"

/*
 * A symbol that the body lacks, seen `off` symbols behind one of its places:
 * the nth such symbol there.
 */
struct vote {
	uint32_t place, symbol, nth;
	uint32_t at; /* in the text */
	uint32_t off;
};

struct ballot {
	const struct sequence *body;
	const struct sequence *text;
	/* n + 2 differences from place to place: how often each is there, and
	   how often it is left out */
	int64_t *there, *gone;
	struct vote *vote;
	size_t votes, cap;
};

/* One more at each of n places from `place` on, going round. */
static void
count_places(int64_t *count, size_t p, uint32_t place, size_t n)
{
	size_t rest = n % p, end = place + rest;

	count[0] += (int64_t)(n / p);
	count[p] -= (int64_t)(n / p);
	count[place]++;
	if (end <= p) {
		count[end]--;
		return;
	}
	count[p]--;
	count[0]++;
	count[end - p]--;
}

/* Counts the fault between two blocks. */
static void
count_fault(struct ballot *b, const struct block *s)
{
	size_t p = b->body->n;
	uint32_t last = (uint32_t)((s->place + s->n - 1) % p);
	uint32_t from = s->start + s->n, left_out = block_left_out(s, s + 1, p);

	if (left_out)
		count_places(b->gone, p, (uint32_t)((last + 1) % p), left_out);
	for (uint32_t i = from; i < s[1].start; i++) {
		uint32_t off = i - from;
		uint32_t over = off < left_out ? off + 1 : left_out;

		ARRAY_PUSH(b->vote, b->votes, &b->cap,
		    (struct vote){(uint32_t)((last + over) % p),
			b->text->symbol[i], 0, i, off + 1 - over});
	}
}

ORDER_BY(compare_places, struct vote, UP(place), UP(symbol), UP(at))
ORDER_BY(compare_votes, struct vote, UP(place), UP(symbol), UP(nth), UP(at))
ORDER_BY(compare_offs, struct vote, UP(off), UP(at))

/* Votes for one symbol that are next to each other in the text are several. */
static void
sort_votes(struct ballot *b)
{
	ARRAY_SORT(b->vote, b->votes, compare_places);
	for (size_t i = 1; i < b->votes; i++) {
		struct vote *v = &b->vote[i], *before = v - 1;

		if (v->place == before->place && v->symbol == before->symbol &&
		    v->at - before->at == v->off - before->off)
			v->nth = before->nth + 1;
	}
	ARRAY_SORT(b->vote, b->votes, compare_votes);
}

static void
count(struct ballot *b, const struct tandem_arrays *t)
{
	size_t p = b->body->n;

	for (size_t k = 0; k < t->blocks; k++) {
		const struct block *s = &t->block[k];

		count_places(b->there, p, s->place, s->n);
		if (tandem_arrays_go_on(t, k))
			count_fault(b, s);
	}
	for (size_t i = 1; i < p; i++) {
		b->there[i] += b->there[i - 1];
		b->gone[i] += b->gone[i - 1];
	}
	sort_votes(b);
}

static void
add(struct sequence *out, uint32_t symbol, uint32_t kernels)
{
	out->symbol[out->n] = symbol;
	out->at[out->n + 1] = out->at[out->n] + kernels;
	out->n++;
}

/* The votes from k on for one symbol as one vote, for the mean place. */
static struct vote
unite(const struct ballot *b, size_t k, size_t end)
{
	struct vote v = b->vote[k];
	uint64_t off = 0;

	for (size_t i = k; i < end; i++)
		off += b->vote[i].off;
	v.off = (uint32_t)(off / (end - k));
	return v;
}

/*
 * Adds to a body what most have after a place, in the order of the text; k is
 * the first vote there, where those that are taken are put.
 */
static size_t
take_in(struct ballot *b, size_t k, uint32_t place, struct sequence *out)
{
	int64_t all = b->there[place] + b->gone[place];
	size_t n = 0, first = k;

	while (k < b->votes && b->vote[k].place == place) {
		size_t end = k;

		while (end < b->votes && b->vote[end].place == place &&
		    b->vote[end].symbol == b->vote[k].symbol &&
		    b->vote[end].nth == b->vote[k].nth)
			end++;
		if (all > 1 && 2 * (int64_t)(end - k) > all)
			b->vote[first + n++] = unite(b, k, end);
		k = end;
	}
	ARRAY_SORT(b->vote + first, n, compare_offs);
	for (size_t i = first; i < first + n; i++)
		add(out, b->vote[i].symbol,
		    sequence_kernels(
			b->text, b->vote[i].at, b->vote[i].at + 1u));
	return k;
}

static void
elect(struct ballot *b, struct sequence *out)
{
	size_t k = 0;

	for (uint32_t i = 0; i < b->body->n; i++) {
		if (b->gone[i] <= b->there[i])
			add(out, b->body->symbol[i],
			    sequence_kernels(b->body, i, i + 1));
		k = take_in(b, k, i, out);
	}
}

static bool
replace(struct sequence *body, struct ballot *b)
{
	size_t most = body->n + b->votes + 1;
	struct sequence out;
	size_t kept = 0;

	sequence_room(&out, most);
	elect(b, &out);
	for (size_t i = 0; i < body->n; i++)
		kept += b->gone[i] <= b->there[i];
	if (out.n == 0 || (kept == body->n && out.n == body->n)) {
		sequence_free(&out);
		return false;
	}
	sequence_free(body);
	*body = out;
	return true;
}

bool
consensus_improve(struct sequence *body, const struct sequence *text,
    const struct tandem_arrays *t)
{
	struct ballot b = {.body = body,
	    .text = text,
	    .there = xcalloc(body->n + 2, sizeof *b.there),
	    .gone = xcalloc(body->n + 2, sizeof *b.gone)};
	bool replaced;

	count(&b, t);
	replaced = replace(body, &b);
	free(b.there);
	free(b.gone);
	free(b.vote);
	return replaced;
}
