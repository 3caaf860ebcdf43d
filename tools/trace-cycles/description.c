#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/description.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/runs.h"

/* Symbols from here on stand for what was folded. */
#define FOLDED ((uint32_t)0xf0000000)

static int64_t
saved_by(const struct run *r)
{
	return (int64_t)(r->end - r->start - r->period) * SCORE_SYMBOL -
	    PRICE_OCCURRENCE;
}

/* The run that saves most, period 0 if none does. */
static void
best_run(const uint32_t *symbol, size_t n, struct run *best)
{
	struct text text;
	struct runs runs = {0};
	int64_t most = 0;

	text_init(&text, symbol, n);
	*best = (struct run){0, 0, 0};
	runs_find(&text, n / 2, &runs);
	runs_sort(&runs);
	for (size_t i = 0; i < runs.n; i++)
		if (saved_by(&runs.run[i]) > most) {
			most = saved_by(&runs.run[i]);
			*best = runs.run[i];
		}
	runs_free(&runs);
	text_free(&text);
}

static int64_t price(uint32_t *symbol, size_t n, int depth);

/* What is repeated, once. */
static int64_t
price_of_root(const uint32_t *symbol, const struct run *r, int depth)
{
	uint32_t *root;
	int64_t sum;

	if (depth == 0)
		return r->period * SCORE_SYMBOL;
	root = xmalloc(r->period * sizeof *root);
	memcpy(root, symbol + r->start, r->period * sizeof *root);
	sum = price(root, r->period, depth - 1);
	free(root);
	return sum;
}

/* Of symbols that change on the way. */
static int64_t
price(uint32_t *symbol, size_t n, int depth)
{
	uint32_t fresh = FOLDED;
	int64_t sum = 0;

	while ((int64_t)n * SCORE_SYMBOL > PRICE_OCCURRENCE + SCORE_SYMBOL) {
		struct run r;

		best_run(symbol, n, &r);
		if (r.period == 0)
			break;
		sum += price_of_root(symbol, &r, depth) + PRICE_OCCURRENCE -
		    SCORE_SYMBOL;
		symbol[r.start] = fresh++;
		memmove(symbol + r.start + 1, symbol + r.end,
		    (n - r.end) * sizeof *symbol);
		n -= r.end - r.start - 1;
	}
	return sum + (int64_t)n * SCORE_SYMBOL;
}

int64_t
description_price(const uint32_t *symbol, size_t n)
{
	uint32_t *copy = xmalloc((n + 1) * sizeof *copy);
	int64_t sum;

	memcpy(copy, symbol, n * sizeof *copy);
	sum = price(copy, n, COST_DEPTH);
	free(copy);
	return sum;
}
