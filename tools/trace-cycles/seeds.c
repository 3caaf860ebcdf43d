/*
 * From the right to the left a table tells where each word of eight symbols
 * comes next. Where that distance changes, a seed may begin.
 */
#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/seeds.h"

enum {
	WORD = 8, /* symbols; 2^WORD_POWER */
	WORD_POWER = 3,
	SHORTEST = 16, /* of what two copies must have in common, ... */
	SHARE = 16     /* ... and one in so many of a period */
};

struct table {
	const struct text *text;
	uint32_t *next; /* places, one more; 0 for none */
	size_t mask;
};

/* The slot of the word at `at`: where it was seen last, or a free one. */
static uint32_t *
find_slot(const struct table *t, size_t at)
{
	uint64_t hash = text_hash(t->text, at, WORD_POWER);
	size_t slot = (hash ^ hash >> 29) & t->mask;

	while (
	    t->next[slot] && !text_equal(t->text, t->next[slot] - 1, at, WORD))
		slot = (slot + 1) & t->mask;
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

static int
add_run(struct runs *r, struct run run)
{
	struct run *grown = array_grow(r->run, &r->cap, r->n + 1, sizeof run);

	if (!grown)
		return -1;
	r->run = grown;
	r->run[r->n++] = run;
	return 0;
}

static int
scan(struct table *t, size_t shortest, size_t longest, struct runs *out)
{
	size_t last = 0;
	struct run seed;

	for (size_t at = t->text->n - WORD + 1; at-- > 0;) {
		uint32_t *slot = find_slot(t, at);
		size_t period = *slot ? *slot - 1 - at : 0;

		*slot = (uint32_t)at + 1;
		if (period != last && period > WORD && period >= shortest &&
		    period <= longest &&
		    make_seed(t->text, at, period, &seed) && add_run(out, seed))
			return -1;
		last = period;
	}
	return 0;
}

int
seeds_find(
    const struct text *text, size_t shortest, size_t longest, struct runs *out)
{
	struct table t = {text, NULL, 1023};
	int rc;

	if (text->n < (size_t)2 * SHORTEST)
		return 0;
	while (t.mask < text->n)
		t.mask = t.mask * 2 + 1;
	t.next = calloc(t.mask + 1, sizeof *t.next);
	if (!t.next)
		return -1;
	rc = scan(&t, shortest, longest, out);
	free(t.next);
	if (rc == 0)
		runs_sort(out);
	return rc;
}
