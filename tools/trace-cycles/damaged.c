#include "tools/trace-cycles/damaged.h"

enum { WIDEST = DAMAGED_LONGEST + DAMAGED_LONGEST / 4 };

/*
 * The cost of making the first i symbols of the root of the first j of the
 * text.
 */
struct table {
	const struct extension *x;
	struct edge edge;
	uint8_t cost[DAMAGED_LONGEST + 1][WIDEST + 1];
};

static bool
is_equal(const struct table *t, uint32_t root, uint32_t text)
{
	const struct extension *x = t->x;
	const uint32_t *symbol = x->text->symbol;
	uint32_t p = x->period;

	if (x->step > 0)
		return symbol[x->root + (t->edge.phase + root) % p] ==
		    symbol[t->edge.at + text];
	return symbol[x->root + (t->edge.phase + p - 1 - root) % p] ==
	    symbol[t->edge.at - 1 - text];
}

static void
fill(struct table *t, uint32_t width)
{
	for (uint32_t j = 0; j <= width; j++)
		t->cost[0][j] = (uint8_t)j;
	for (uint32_t i = 1; i <= t->x->period; i++) {
		t->cost[i][0] = (uint8_t)i;
		for (uint32_t j = 1; j <= width; j++) {
			unsigned best =
			    t->cost[i - 1][j - 1] + !is_equal(t, i - 1, j - 1);
			unsigned left_out = t->cost[i - 1][j] + 1u;
			unsigned passed = t->cost[i][j - 1] + 1u;

			best = left_out < best ? left_out : best;
			best = passed < best ? passed : best;
			t->cost[i][j] = (uint8_t)best;
		}
	}
}

/* Where in the text the period ends at least cost, nearest to its length. */
static uint32_t
best_end(const struct table *t, uint32_t width)
{
	uint32_t p = t->x->period, best = 0;

	for (uint32_t j = 1; j <= width; j++) {
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
	uint32_t i = t->x->period, j = end;
	size_t n = 0;

	while (i > 0 && j > 0) {
		bool equal = is_equal(t, i - 1, j - 1);

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
	uint32_t p = x->period, width = p + p / 4, end;
	uint32_t room = x->step > 0 ? (uint32_t)x->text->n - edge.at : edge.at;
	struct table t;

	if (p < DAMAGED_SHORTEST || p > DAMAGED_LONGEST)
		return false;
	width = width < room ? width : room;
	t.x = x;
	t.edge = edge;
	fill(&t, width);
	end = best_end(&t, width);
	if (t.cost[p][end] > p / 4)
		return false;
	out->n = trace_back(&t, end, out->fitting);
	for (size_t i = 0; i < out->n / 2; i++) {
		struct fitting f = out->fitting[i];

		out->fitting[i] = out->fitting[out->n - 1 - i];
		out->fitting[out->n - 1 - i] = f;
	}
	return true;
}
