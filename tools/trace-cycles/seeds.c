/*
 * From the right to the left a table tells where each word of eight symbols
 * comes next. Where that distance changes, a seed may begin.
 */
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-cycles/seeds.h"

enum {
	WORD = 8,      /* symbols */
	SHORTEST = 16, /* of what two copies must have in common, ... */
	SHARE = 16     /* ... and one in so many of a period */
};

/* Open addressing over 2^bits slots, at most three quarters full. */
struct table {
	const struct text *text;
	uint32_t *next; /* places, one more; 0 for none */
	int bits;
};

/*
 * The hash of a word is what a polynomial of its symbols is modulo 2^64, of
 * which the high bits count: that at a place follows from the one after it.
 */
static const uint64_t FACTOR = 0x9e3779b97f4a7c15u;

static uint64_t
power(uint64_t x, int n)
{
	return n ? x * power(x, n - 1) : 1;
}

/* The slot of the word at `at`: where it was seen last, or a free one. */
static uint32_t *
find_slot(const struct table *t, size_t at, uint64_t hash)
{
	const uint32_t *symbol = t->text->symbol;
	size_t slot = hash >> (64 - t->bits), mask = ((size_t)1 << t->bits) - 1;

	while (t->next[slot] &&
	    memcmp(symbol + t->next[slot] - 1, symbol + at,
		WORD * sizeof *symbol) != 0)
		slot = (slot + 1) & mask;
	return &t->next[slot];
}

/* The stretch around `at` that comes again after `period`, if it is a seed. */
static bool
make_seed(const struct text *t, size_t at, size_t period, struct run *seed)
{
	size_t ahead = text_ahead(t, at, at + period), behind, common;

	if (ahead >= period)
		return false;
	behind = text_behind(t, at, at + period, period);
	common = ahead + behind;
	*seed = (struct run){(uint32_t)(at - behind),
	    (uint32_t)(at + period + ahead), (uint32_t)period};
	return common >= SHORTEST && common >= period / SHARE &&
	    common < period &&
	    text_equal(t, at - behind, at - behind + period, common);
}

static void
add_run(struct runs *r, struct run run)
{
	ARRAY_PUSH(r->run, r->n, &r->cap, run);
}

static void
scan(struct table *t, size_t longest, struct runs *out)
{
	const uint32_t *symbol = t->text->symbol;
	const uint64_t behind = power(FACTOR, WORD + 1);
	size_t n = t->text->n, last = 0;
	uint64_t hash = 0;
	struct run seed;

	for (size_t at = n; at-- > 0;) {
		uint32_t *slot;
		size_t period;

		hash = (hash + symbol[at]) * FACTOR;
		if (at + WORD > n)
			continue;
		if (at + WORD < n)
			hash -= symbol[at + WORD] * behind;
		slot = find_slot(t, at, hash);
		period = *slot ? *slot - 1 - at : 0;
		*slot = (uint32_t)at + 1;
		if (period != last && period > WORD && period <= longest &&
		    make_seed(t->text, at, period, &seed))
			add_run(out, seed);
		last = period;
	}
}

void
seeds_find(const struct text *text, size_t longest, struct runs *out)
{
	struct table t = {text, NULL, 10};

	if (text->n < (size_t)2 * SHORTEST)
		return;
	while ((size_t)3 << t.bits < 4 * text->n)
		t.bits++;
	t.next = xcalloc((size_t)1 << t.bits, sizeof *t.next);
	scan(&t, longest, out);
	free(t.next);
}
