#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "tools/trace-cycles/split.h"

enum {
	SHORTEST = 3,      /* symbols passed over; fewer are strays */
	MOST_OPTIONAL = 8, /* kernels of a part that some have, see below */
	FEWEST = 3,        /* times the same, ... */
	SHARE = 4          /* ... and one in so many faults of the chain */
};

/*
 * Of each segment of a chain: which text is passed over before it. Of each
 * text: how often that is, and behind how much travel it was last.
 */
struct passed {
	uint32_t *text; /* POOL_NONE for little or nothing */
	uint32_t *times;
	uint32_t *last;
};

/*
 * What is passed over in two periods running, and is no more than a repeat may
 * have wrong, is no end of a row of repeats, but a part that some of them have,
 * such as a way of sampling. Where nothing is a symbol for repetitions yet, a
 * long text is rather a layer, passed over by a chain of many: to keep all such
 * chains long would add half to the cost of a trace with strays.
 */
#define OPTIONAL UINT32_MAX

static void
count_text(struct passed *p, const struct chain *c, const struct segment *s,
    uint32_t text)
{
	uint32_t *times = &p->times[text], last = p->last[text];

	p->last[text] = s->travel;
	if (*times == OPTIONAL)
		return;
	++*times;
	if ((c->kernels > c->period || s->fault <= MOST_OPTIONAL) &&
	    *times > 1 && s->travel - last < c->period + c->period / 2 &&
	    s->fault <= chains_tolerated(c->kernels))
		*times = OPTIONAL;
}

static int
count_passed(const struct text *t, const struct chain *c,
    const struct segment *s, struct passed *p)
{
	struct pool *pool = pool_new();
	uint32_t n = c->segments;
	int rc = pool ? 0 : -1;

	p->text[0] = POOL_NONE;
	for (uint32_t i = 0; i < n; i++)
		p->times[i] = p->last[i] = 0;
	for (uint32_t i = 1; i < n && rc == 0; i++) {
		uint32_t length = s[i].start - s[i - 1].end;
		struct span span = {(const char *)(t->symbol + s[i - 1].end),
		    length * sizeof *t->symbol};

		p->text[i] = POOL_NONE;
		if (length < SHORTEST)
			continue;
		p->text[i] = pool_add(pool, span);
		if (p->text[i] == POOL_NONE)
			rc = -1;
		else
			count_text(p, c, &s[i], p->text[i]);
	}
	pool_free(pool);
	return rc;
}

/* Adds the chain of segments [from, to) of chain c, if it is long enough. */
static int
add_part(struct chains *all, struct chain c, uint32_t from, uint32_t to)
{
	struct chain *grown;

	c.start = all->segment[c.first + from].start;
	c.end = all->segment[c.first + to - 1].end;
	c.first += from;
	c.segments = to - from;
	if (c.end - c.start < 2 * c.period)
		return 0;
	grown = array_grow(all->chain, &all->cap, all->n + 1, sizeof c);
	if (!grown)
		return -1;
	all->chain = grown;
	all->chain[all->n++] = c;
	return 0;
}

/* Cuts one chain; what is left of it under its number is its last part. */
static int
split_chain(
    const struct text *t, struct chains *all, size_t number, struct passed *p)
{
	struct chain c = all->chain[number];
	uint32_t from = 0;

	if (c.segments <= FEWEST)
		return 0;
	if (count_passed(t, &c, all->segment + c.first, p))
		return -1;
	for (uint32_t i = 1; i < c.segments; i++) {
		uint32_t text = p->text[i];

		if (text == POOL_NONE || p->times[text] == OPTIONAL ||
		    p->times[text] < FEWEST ||
		    p->times[text] < (c.segments - 1) / SHARE)
			continue;
		if (add_part(all, c, from, i))
			return -1;
		from = i;
	}
	if (from) {
		all->chain[number].start = all->segment[c.first + from].start;
		all->chain[number].first = c.first + from;
		all->chain[number].segments = c.segments - from;
	}
	return 0;
}

int
split_chains(const struct text *t, struct chains *all)
{
	struct passed p = {malloc((all->segments + 1) * sizeof *p.text),
	    malloc((all->segments + 1) * sizeof *p.times),
	    malloc((all->segments + 1) * sizeof *p.last)};
	size_t n = all->n;
	int rc = p.text && p.times && p.last ? 0 : -1;

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = split_chain(t, all, i, &p);
	free(p.text);
	free(p.times);
	free(p.last);
	return rc;
}
