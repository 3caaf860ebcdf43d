#include <stdlib.h>

#include "tools/trace-cycles/evidence.h"
#include "tools/trace-cycles/prices.h"

enum {
	SHARE = EVIDENCE_SHARE, /* of the kernels */
	ROW = 6                 /* repeats */
};

/* Whole bits: the logarithm to base 2, rounded down. */
static uint32_t
bits(uint64_t n)
{
	uint32_t b = 0;

	while (n >>= 1)
		b++;
	return b;
}

/* How often each symbol comes; to be freed. NULL: no memory. */
static uint32_t *
count_symbols(const struct text *t)
{
	uint32_t most = 0, *times;

	for (size_t i = 0; i < t->n; i++)
		most = t->symbol[i] > most ? t->symbol[i] : most;
	times = calloc(most + (size_t)1, sizeof *times);
	for (size_t i = 0; times && i < t->n; i++)
		times[t->symbol[i]]++;
	return times;
}

/* What is saved by not writing these kernels, in bits. */
static uint64_t
bits_of(const struct cycles *c, struct repeat r, const uint32_t *times)
{
	uint64_t sum = 0;

	for (uint32_t i = r.start; i < r.end; i++)
		sum += bits(c->text.n / times[c->text.symbol[i]]);
	return sum;
}

/* Whether a repeat follows another at once, and is the same. */
static bool
is_same(const struct cycles *c, struct repeat before, struct repeat r)
{
	uint32_t length = r.end - r.start;

	return before.end == r.start && before.end - before.start == length &&
	    text_equal(&c->text, before.start, r.start, length);
}

/* Whether a cycle has a row of equal repeats that is too long to be chance. */
static bool
has_row(const struct cycles *c, const struct cycle *k, const uint32_t *times)
{
	uint32_t price = 2 * bits(c->text.n) + CHANCE_MARGIN, row = 1;
	const struct repeat *r = c->repeat + k->first_repeat;
	uint64_t saved = 0;

	for (size_t i = 1; i < k->repeats; i++) {
		if (is_same(c, r[i - 1], r[i])) {
			saved += bits_of(c, r[i], times);
			row++;
		} else {
			saved = 0;
			row = 1;
		}
		if (row >= ROW && saved > price)
			return true;
	}
	return false;
}

/* Whether the repeats of a cycle take up enough of the kernels. */
static bool
is_most(const struct cycles *c, const struct cycle *k)
{
	uint64_t taken = 0;

	for (size_t r = 0; r < k->repeats; r++) {
		struct repeat p = c->repeat[k->first_repeat + r];

		taken += p.end - p.start;
	}
	return taken * SHARE >= c->text.n;
}

/* The outermost cycle that another is in, which may be itself. */
static uint32_t
outermost(const struct cycles *c, uint32_t cycle)
{
	while (c->cycle[cycle].parent)
		cycle = c->cycle[cycle].parent;
	return cycle;
}

/* What comes in a row makes strong what it is in. */
static void
judge_rows(const struct cycles *c, const uint32_t *times, bool *weak)
{
	for (uint32_t k = 1; k < c->n; k++) {
		uint32_t cycle = outermost(c, k);

		if (weak[cycle] && has_row(c, &c->cycle[k], times))
			weak[cycle] = false;
	}
}

/* A second look at those that are too small to be strong. */
static int
judge_small(const struct cycles *c, bool *weak)
{
	uint32_t *times = count_symbols(&c->text);

	if (times)
		judge_rows(c, times, weak);
	free(times);
	return times ? 0 : -1;
}

int
evidence_judge(const struct cycles *c, const bool *large, bool *weak)
{
	bool any = false;

	for (uint32_t i = 1; i < c->n; i++) {
		weak[i] = c->cycle[i].parent == 0 && !large[i] &&
		    !is_most(c, &c->cycle[i]);
		any = any || weak[i];
	}
	if (any && judge_small(c, weak))
		return -1;
	for (uint32_t i = 1; i < c->n; i++)
		if (c->cycle[i].parent)
			weak[i] = weak[c->cycle[i].parent];
	return 0;
}
