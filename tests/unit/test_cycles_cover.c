/*
 * The cover against one that tries every piece, on candidates made at random
 * and on the runs of random texts.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/reach.h"

enum { MOST = 120 };

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

/* What a piece saves; less than nothing if it is none. */
static int64_t
value(const struct candidate *c, uint32_t start, uint32_t end, size_t reps)
{
	if (start < c->start || end > c->end || end - start < reps * c->period)
		return -1;
	return (int64_t)end - start - c->period + c->inside - COVER_PRICE;
}

static int64_t
brute_force(const struct candidate *c, size_t n, uint32_t from, uint32_t to,
    size_t reps)
{
	int64_t best[MOST + 1] = {0};

	for (uint32_t end = from + 1; end <= to; end++) {
		best[end - from] = best[end - from - 1];
		for (uint32_t start = from; start < end; start++)
			for (size_t i = 0; i < n; i++) {
				int64_t v = value(&c[i], start, end, reps);

				if (v >= 0 &&
				    best[start - from] + v > best[end - from])
					best[end - from] =
					    best[start - from] + v;
			}
	}
	return best[to - from];
}

/* Pieces in order, apart, inside their candidates, worth what was told. */
static bool
pieces_add_up(const struct cover *c, const struct candidate *all, uint32_t from,
    uint32_t to, uint32_t saved)
{
	struct piece piece[MOST];
	size_t n = cover_pieces(c, from, to, all, piece, MOST);
	int64_t sum = 0;
	uint32_t at = from;

	for (size_t i = 0; i < n; i++) {
		const struct candidate *d = &all[piece[i].run];
		int64_t v = value(d, piece[i].start, piece[i].end, c->reps);

		if (v < 0 || piece[i].start < at || piece[i].end > to ||
		    piece[i].period != d->period)
			return false;
		at = piece[i].end;
		sum += v;
	}
	return sum == saved;
}

static bool
agrees(const struct candidate *all, size_t n, uint32_t from, uint32_t to,
    size_t reps)
{
	struct cover c;
	uint32_t saved;
	bool ok;

	if (cover_init(&c, to - from, reps) ||
	    cover_find(&c, from, to, all, n, &saved))
		return false;
	ok = saved == brute_force(all, n, from, to, reps) &&
	    pieces_add_up(&c, all, from, to, saved);
	cover_free(&c);
	return ok;
}

static int
compare(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static int
try_candidates(int times)
{
	uint64_t state = 1;
	int wrong = 0;

	for (int t = 0; t < times; t++) {
		struct candidate all[12];
		uint32_t from = random_below(&state, 5);
		uint32_t n = random_below(&state, 12), i;
		size_t reps = 2 + random_below(&state, 2);

		for (i = 0; i < n; i++) {
			uint32_t period = 1 + random_below(&state, 9);
			uint32_t length =
			    (uint32_t)reps * period + random_below(&state, 12);
			uint32_t start =
			    from + random_below(&state, MOST - length);

			all[i] = (struct candidate){start, start + length,
			    period, random_below(&state, 4), 0};
		}
		qsort(all, n, sizeof *all, compare);
		for (i = 0; i < n; i++)
			all[i].run = i;
		wrong += !agrees(all, n, from, from + MOST, reps);
	}
	return wrong;
}

/* Gathering finds just the runs that reach into an interval far enough. */
static bool
gathers(
    const struct runs *runs, uint32_t from, uint32_t to, const uint32_t *inside)
{
	struct reach reach;
	struct gathered g = {0};
	size_t expected = 0;
	bool ok = reach_init(&reach, runs->run, runs->n) == 0 &&
	    reach_gather(&reach, from, to, 2, inside, &g) == 0;

	for (size_t i = 0; i < runs->n; i++) {
		const struct run *r = &runs->run[i];
		uint32_t a = r->start > from ? r->start : from;
		uint32_t b = r->end < to ? r->end : to;

		if (b < a || b - a < 2 * r->period)
			continue;
		ok = ok && expected < g.n && g.candidate[expected].run == i &&
		    g.candidate[expected].start == a &&
		    g.candidate[expected].end == b;
		expected++;
	}
	ok = ok && expected == g.n;
	for (size_t i = 0; i < g.n; i++)
		g.candidate[i].run = (uint32_t)i;
	ok = ok && agrees(g.candidate, g.n, from, to, 2);
	reach_free(&reach);
	free(g.candidate);
	return ok;
}

static int
try_texts(int times)
{
	static const uint32_t inside[MOST];
	uint64_t state = 2;
	int wrong = 0;

	for (int t = 0; t < times; t++) {
		uint32_t s[MOST], period = 1 + random_below(&state, 12);
		uint32_t from = random_below(&state, 30);
		struct text text;
		struct runs runs;

		for (uint32_t i = 0; i < MOST; i++)
			s[i] = i < period || random_below(&state, 20) == 0
			    ? random_below(&state, 3)
			    : s[i - period];
		if (text_init(&text, s, MOST) ||
		    runs_find(&text, 1, MOST, 2, &runs))
			return -1;
		wrong += !gathers(
		    &runs, from, MOST - random_below(&state, 30), inside);
		runs_free(&runs);
		text_free(&text);
	}
	return wrong;
}

int
main(void)
{
	CHECK_INT(try_candidates(2000), 0);
	CHECK_INT(try_texts(1000), 0);
	return test_done();
}
