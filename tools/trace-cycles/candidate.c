#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/candidate.h"
#include "tools/trace-cycles/necklace.h"
#include "tools/trace-cycles/runs.h"
#include "tools/trace-cycles/seeds.h"

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
	size_t n = necklace_classes(text, runs, class);

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
	seeds_find(&text, n / 2 + 1, &runs);
	runs_sort(&runs);
	found = rank_runs(&text, &runs, out);
	runs_free(&runs);
	text_free(&text);
	return found;
}
