/*
 * When every copy of a step has a fault there may be no run at all: nowhere do
 * two whole copies follow each other. But a part of the step that is nowhere
 * else does come again, one step later. Such a stretch is a seed: what two
 * copies have in common, at the distance of one period, though it is not as
 * long as that; the alignment finds out whether it continues after the faults.
 * From the right to the left a table tells where each word of eight symbols
 * comes next. Where that distance changes, a seed may begin.
 */
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-cycles/candidate.h"
#include "tools/trace-cycles/runs.h"
#include "tools/trace-cycles/sequence.h"

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
			ARRAY_PUSH(out->run, out->n, &out->cap, seed);
		last = period;
	}
}

/* Appends the seeds with periods of at most `longest` to the runs. */
static void
find_seeds(const struct text *text, size_t longest, struct runs *out)
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

/*
 * The least rotation of a run as bytes: it starts within the first period, and
 * a run has two. A seed does not, so its least rotation may have to be put
 * together.
 */
static void
least_rotation(const uint32_t *symbol, const struct run *r, struct buf *buf,
    struct span *least)
{
	const uint32_t *root = symbol + r->start;
	size_t size = r->period * sizeof *root;
	size_t first = sequence_least_rotation(root, r->period);
	size_t before = first * sizeof *root;

	*least = (struct span){(const char *)(root + first), size};
	if (r->start + first + r->period <= r->end)
		return;
	buf->n = 0;
	buf_add(buf, least->p, size - before);
	buf_add(buf, root, before);
	*least = buf_span(buf);
}

/* What is known of the runs so far. */
struct naming {
	const struct text *text;
	const struct run *run;
	struct pool *roots; /* by hashes, as they stand in the text, ... */
	uint32_t *first;    /* ... and a run with each */
	struct pool *least; /* their least rotations: a class each */
	struct buf buf;
	uint32_t *class;
};

/*
 * The number of a root, equal for equal ones: two blocks that may overlap make
 * up all of it.
 */
static uint32_t
number_root(struct naming *n, const struct run *r)
{
	int k = 31 - __builtin_clz(r->period);
	uint32_t last = r->start + r->period - ((uint32_t)1 << k);
	uint64_t key[] = {text_hash(n->text, r->start, k),
	    text_hash(n->text, last, k), r->period};

	return pool_add(n->roots, (struct span){(char *)key, sizeof key});
}

/* Most runs have the root of one before, with the same symbol first. */
static void
name_run(struct naming *n, uint32_t i)
{
	const struct run *r = &n->run[i];
	uint32_t known = pool_count(n->roots), root = number_root(n, r);
	struct span least;

	if (root < known &&
	    text_equal(
		n->text, r->start, n->run[n->first[root]].start, r->period)) {
		n->class[i] = n->class[n->first[root]];
		return;
	}
	n->first[root] = i;
	least_rotation(n->text->symbol, r, &n->buf, &least);
	n->class[i] = pool_add(n->least, least);
}

/*
 * Numbers the classes of runs whose least rotations are equal from 0 on, in
 * order of appearance. Returns how many there are.
 */
static size_t
number_classes(
    const struct text *text, const struct runs *runs, uint32_t *class)
{
	struct naming n = {.text = text,
	    .run = runs->run,
	    .roots = pool_new(),
	    .first = xcalloc(runs->n + 1, sizeof *n.first),
	    .least = pool_new(),
	    .class = class};
	size_t classes;

	for (uint32_t i = 0; i < runs->n; i++)
		name_run(&n, i);
	classes = pool_count(n.least);
	pool_free(n.roots);
	free(n.first);
	pool_free(n.least);
	buf_free(&n.buf);
	return classes;
}

static int
compare(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	if (x->period != y->period)
		return x->period < y->period ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

static int64_t
covered(const struct run *r)
{
	return r->end - r->start - r->period;
}

/* Twice what runs of each period cover; of a text of n symbols. */
static int64_t *
sum_by_period(const struct runs *runs, size_t n)
{
	int64_t *sum = xcalloc(n + 2, sizeof *sum);

	for (size_t i = 0; i < runs->n; i++)
		sum[runs->run[i].period] += covered(&runs->run[i]);
	return sum;
}

static void
rank(const struct runs *runs, const uint32_t *class, const int64_t *by_period,
    struct candidate *c, size_t n)
{
	for (size_t i = 0; i < runs->n; i++) {
		const struct run *r = &runs->run[i];
		struct candidate *k = &c[class[i]];

		if (k->period == 0) {
			k->start = r->start;
			k->period = r->period;
		}
		k->rank += 2 * covered(r);
	}
	for (size_t i = 0; i < n; i++)
		c[i].rank += by_period[c[i].period];
	if (n)
		qsort(c, n, sizeof *c, compare);
}

static size_t
rank_runs(
    const struct text *text, const struct runs *runs, struct candidate **out)
{
	uint32_t *class = xmalloc((runs->n + 1) * sizeof *class);
	int64_t *by_period = sum_by_period(runs, text->n);
	size_t n = number_classes(text, runs, class);

	*out = xcalloc(n + 1, sizeof **out);
	rank(runs, class, by_period, *out, n);
	free(class);
	free(by_period);
	return n;
}

size_t
candidates_find(const uint32_t *symbol, size_t n, struct candidate **out)
{
	struct text text;
	struct runs runs = {0};
	size_t found;

	text_init(&text, symbol, n);
	runs_find(&text, n / 2 + 1, &runs);
	find_seeds(&text, n / 2 + 1, &runs);
	runs_sort(&runs);
	found = rank_runs(&text, &runs, out);
	runs_free(&runs);
	text_free(&text);
	return found;
}
