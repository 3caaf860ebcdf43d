#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-cycles/candidate.h"
#include "tools/trace-cycles/runs.h"
#include "tools/trace-cycles/sequence.h"

/*
 * The number of a root, equal for equal ones: two blocks that may overlap make
 * up all of it.
 */
static uint32_t
number_root(const struct text *text, const struct run *r, struct pool *roots)
{
	int k = 31 - __builtin_clz(r->period);
	uint32_t last = r->start + r->period - ((uint32_t)1 << k);
	uint64_t key[] = {
	    text_hash(text, r->start, k), text_hash(text, last, k), r->period};

	return pool_add(roots, (struct span){(char *)key, sizeof key});
}

/*
 * Numbers the classes of runs whose roots are equal but for rotation from 0 on,
 * in order of appearance; most runs have the root of one before. Returns how
 * many there are.
 */
static size_t
number_classes(
    const struct text *text, const struct runs *runs, uint32_t *class)
{
	struct pool *roots = pool_new(), *rings = pool_new();
	uint32_t *ring = xmalloc((runs->n + 1) * sizeof *ring);
	size_t classes;

	for (size_t i = 0; i < runs->n; i++) {
		const struct run *r = &runs->run[i];
		uint32_t known = pool_count(roots);
		uint32_t root = number_root(text, r, roots);

		if (root == known) {
			uint64_t key =
			    sequence_key(text->symbol + r->start, r->period);

			ring[root] = pool_add(
			    rings, (struct span){(char *)&key, sizeof key});
		}
		class[i] = ring[root];
	}
	classes = pool_count(rings);
	pool_free(roots);
	pool_free(rings);
	free(ring);
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

static void
rank(const struct runs *runs, const uint32_t *class, struct candidate *c,
    size_t n)
{
	for (size_t i = 0; i < runs->n; i++) {
		const struct run *r = &runs->run[i];
		struct candidate *k = &c[class[i]];

		if (k->period == 0) {
			k->start = r->start;
			k->period = r->period;
		}
		k->rank += covered(r);
	}
	if (n)
		qsort(c, n, sizeof *c, compare);
}

static size_t
rank_runs(
    const struct text *text, const struct runs *runs, struct candidate **out)
{
	uint32_t *class = xmalloc((runs->n + 1) * sizeof *class);
	size_t n = number_classes(text, runs, class);

	*out = xcalloc(n + 1, sizeof **out);
	rank(runs, class, *out, n);
	free(class);
	return n;
}

size_t
candidates_find(const uint32_t *symbol, size_t n, struct candidate **out)
{
	struct text text;
	struct runs runs;
	size_t found;

	text_init(&text, symbol, n);
	runs_find(&text, n / 2 + 1, true, &runs);
	runs_sort(&runs);
	found = rank_runs(&text, &runs, out);
	runs_free(&runs);
	text_free(&text);
	return found;
}
