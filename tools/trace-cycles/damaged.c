#include "tools/trace-cycles/damaged.h"

enum {
	WIDEST = DAMAGED_LONGEST + DAMAGED_LONGEST / 4,
	TOO_MUCH = 128 /* more than any cost */
};

/*
 * What is compared, in the direction of going on, and the cost of making the
 * first i symbols of the root of the first j of the text.
 */
struct table {
	uint32_t period, width, most; /* what the period may cost */
	uint32_t root[DAMAGED_LONGEST], text[WIDEST];
	uint8_t cost[DAMAGED_LONGEST + 1][WIDEST + 2];
};

static void
lay_out(struct table *t, const struct extension *x, struct edge edge)
{
	const uint32_t *symbol = x->text->symbol, *root = symbol + x->root;
	uint32_t p = x->period;
	uint32_t room = x->step > 0 ? (uint32_t)x->text->n - edge.at : edge.at;

	t->period = p;
	t->width = p + p / 4 < room ? p + p / 4 : room;
	t->most = p / 4;
	for (uint32_t i = 0; i < p; i++)
		t->root[i] = x->step > 0 ? root[(edge.phase + i) % p]
					 : root[(edge.phase + p - 1 - i) % p];
	for (uint32_t j = 0; j < t->width; j++)
		t->text[j] =
		    x->step > 0 ? symbol[edge.at + j] : symbol[edge.at - 1 - j];
}

/*
 * Fills a row from the one above as far as costs may be low enough, and beside
 * that with what is too much. Returns the least cost in it.
 */
static unsigned
fill_row(struct table *t, uint32_t i)
{
	const uint8_t *above = t->cost[i - 1];
	uint8_t *row = t->cost[i];
	uint32_t from = i > t->most ? i - t->most : 1;
	uint32_t to = i + t->most < t->width ? i + t->most : t->width;
	unsigned least = i, left = from > 1 ? TOO_MUCH : i;

	row[from - 1] = (uint8_t)left;
	for (uint32_t j = from; j <= to; j++) {
		unsigned best =
		    above[j - 1] + (t->root[i - 1] != t->text[j - 1]);

		best = above[j] + 1u < best ? above[j] + 1u : best;
		best = left + 1 < best ? left + 1 : best;
		row[j] = (uint8_t)(left = best);
		least = best < least ? best : least;
	}
	row[to + 1] = TOO_MUCH;
	return least;
}

/*
 * Returns false when the period costs too much, which most show early: costs
 * never fall from row to row.
 */
static bool
fill(struct table *t)
{
	if (t->width + t->most < t->period)
		return false;
	for (uint32_t j = 0; j <= t->width; j++)
		t->cost[0][j] = (uint8_t)j;
	for (uint32_t i = 1; i <= t->period; i++)
		if (fill_row(t, i) > t->most)
			return false;
	return true;
}

/* Where in the text the period ends at least cost, nearest to its length. */
static uint32_t
best_end(const struct table *t)
{
	uint32_t p = t->period, best = p - t->most;

	for (uint32_t j = best + 1; j <= t->width; j++) {
		uint32_t off = j < p ? p - j : j - p;
		uint32_t best_off = best < p ? p - best : best - p;

		if (t->cost[p][j] < t->cost[p][best] ||
		    (t->cost[p][j] == t->cost[p][best] && off < best_off))
			best = j;
	}
	return best;
}

/* What fits on the way back, last things first; returns how many stretches. */
static size_t
trace_back(const struct table *t, uint32_t end, struct fitting *out)
{
	uint32_t i = t->period, j = end;
	size_t n = 0;

	while (i > 0 && j > 0) {
		bool equal = t->root[i - 1] == t->text[j - 1];

		if (t->cost[i][j] == t->cost[i - 1][j - 1] + !equal) {
			i--;
			j--;
			if (!equal)
				continue;
			if (n > 0 && out[n - 1].root == i + 1 &&
			    out[n - 1].text == j + 1)
				n--;
			else
				out[n].length = 0;
			out[n].root = i;
			out[n].text = j;
			out[n++].length++;
		} else if (t->cost[i][j] == t->cost[i - 1][j] + 1)
			i--;
		else
			j--;
	}
	return n;
}

bool
damaged_align(const struct extension *x, struct edge edge, struct damaged *out)
{
	struct table t;

	if (x->period < DAMAGED_SHORTEST || x->period > DAMAGED_LONGEST)
		return false;
	lay_out(&t, x, edge);
	if (!fill(&t))
		return false;
	out->n = trace_back(&t, best_end(&t), out->fitting);
	for (size_t i = 0; i < out->n / 2; i++) {
		struct fitting f = out->fitting[i];

		out->fitting[i] = out->fitting[out->n - 1 - i];
		out->fitting[out->n - 1 - i] = f;
	}
	return true;
}
