/*
 * The cover against one that tries every piece, on the chains of random texts;
 * and what is gathered for it.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/follow.h"
#include "tools/trace-cycles/reach.h"

enum { MOST = 120 };

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

/* What the symbols of a piece save by themselves, by the definition. */
static int64_t
symbols_saved(const struct chains *all, const struct chain *c, uint32_t start,
    uint32_t end)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < c->segments; i++) {
		const struct segment *s = &all->segment[c->first + i];

		for (uint32_t at = s->start; at < s->end; at++)
			sum += at >= start && at < end;
		/* a fault, where it begins */
		if (i > 0 && s[-1].end >= start && s[-1].end < end)
			sum -= COVER_FAULT;
	}
	return sum;
}

/* What a piece saves; INT64_MIN if it is none. */
static int64_t
value(const struct chains *all, const struct candidate *d, uint32_t start,
    uint32_t end, size_t reps)
{
	const struct chain *c = &all->chain[d->chain];

	if (start < d->start || end > d->end || end - start < reps * c->period)
		return INT64_MIN;
	return symbols_saved(all, c, start, end) - c->period + d->inside -
	    d->price;
}

static int64_t
brute_force(const struct chains *all, const struct gathered *g, uint32_t from,
    uint32_t to, size_t reps)
{
	int64_t best[MOST + 1] = {0};

	for (uint32_t end = from + 1; end <= to; end++) {
		int64_t *b = &best[end - from];

		*b = b[-1];
		for (uint32_t start = from; start < end; start++)
			for (size_t i = 0; i < g->n; i++) {
				int64_t v = value(
				    all, &g->candidate[i], start, end, reps);

				if (v > 0 && best[start - from] + v > *b)
					*b = best[start - from] + v;
			}
	}
	return best[to - from];
}

/* Pieces in order, apart, inside their candidates, worth what was told. */
static bool
pieces_add_up(const struct cover *c, const struct gathered *g, uint32_t from,
    uint32_t to, uint32_t saved)
{
	size_t n;
	struct piece *piece = cover_pieces(c, from, to, g->candidate, &n);
	bool ok = piece;
	int64_t sum = 0;
	uint32_t at = from;

	for (size_t i = 0; ok && i < n; i++) {
		const struct candidate *d = g->candidate;
		int64_t v;

		while (d->chain != piece[i].chain)
			d++;
		v = value(c->chains, d, piece[i].start, piece[i].end, c->reps);
		ok = v != INT64_MIN && piece[i].start >= at;
		at = piece[i].end;
		sum += v;
	}
	free(piece);
	return ok && at <= to && sum == saved;
}

static bool
cover_agrees(const struct chains *all, const struct gathered *g, uint32_t from,
    uint32_t to, size_t reps)
{
	struct cover c;
	uint32_t saved;
	bool ok;

	if (cover_init(&c, all, to - from, reps) ||
	    cover_find(&c, from, to, g->candidate, g->n, &saved))
		return false;
	ok = saved == brute_force(all, g, from, to, reps) &&
	    pieces_add_up(&c, g, from, to, saved);
	cover_free(&c);
	return ok;
}

/* Just the chains that reach into the interval far enough are gathered. */
static bool
is_complete(const struct chains *all, const struct gathered *g, uint32_t from,
    uint32_t to, size_t reps, const struct class_facts *facts)
{
	size_t expected = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct chain *c = &all->chain[i];
		uint32_t a = c->start > from ? c->start : from;
		uint32_t b = c->end < to ? c->end : to;

		if (b < a || b - a < reps * c->period || facts[c->class].barred)
			continue;
		if (expected == g->n || g->candidate[expected].chain != i ||
		    g->candidate[expected].start != a ||
		    g->candidate[expected].end != b)
			return false;
		expected++;
	}
	return expected == g->n;
}

static bool
agrees(const uint32_t *s, uint64_t *state)
{
	uint32_t from = random_below(state, 30);
	uint32_t to = MOST - random_below(state, 30);
	size_t reps = 2 + random_below(state, 2);
	struct class_facts facts[MOST];
	struct gathered g = {0};
	struct reach reach;
	struct chains all;
	struct runs runs;
	struct text text;
	bool ok;

	if (text_init(&text, s, MOST) || runs_find(&text, MOST, &runs))
		return false;
	runs_sort(&runs);
	if (follow_runs(&text, &runs, &all))
		return false;
	for (uint32_t i = 0; i < all.classes; i++)
		facts[i] = (struct class_facts){random_below(state, 4),
		    random_below(state, 6), random_below(state, 9) == 0};
	ok = reach_init(&reach, &all) == 0 &&
	    reach_gather(&reach, from, to, reps, facts, &g) == 0 &&
	    is_complete(&all, &g, from, to, reps, facts) &&
	    cover_agrees(&all, &g, from, to, reps);
	free(g.candidate);
	reach_free(&reach);
	chains_free(&all);
	runs_free(&runs);
	text_free(&text);
	return ok;
}

static int
try_texts(int times)
{
	uint64_t state = 2;
	int wrong = 0;

	for (int t = 0; t < times; t++) {
		uint32_t s[MOST], period = 1 + random_below(&state, 12);

		for (uint32_t i = 0; i < MOST; i++)
			s[i] = i < period || random_below(&state, 20) == 0
			    ? random_below(&state, 3)
			    : s[i - period];
		wrong += !agrees(s, &state);
	}
	return wrong;
}

int
main(void)
{
	CHECK_INT(try_texts(2000), 0);
	return test_done();
}
