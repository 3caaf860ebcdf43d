#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-phase/steps.h"

bool
steps_as_many(int64_t a, int64_t b)
{
	int64_t more = a > b ? a : b, less = a > b ? b : a;

	return more - less <= 1 || (more - less) * 10 <= more;
}

bool
steps_same_depth(int64_t a, int64_t b)
{
	return steps_as_many(a, b) || steps_as_many(2 * a, b) ||
	    steps_as_many(a, 2 * b);
}

static bool
is_significant(const struct judged_cycle *c)
{
	return c->coverage >= STEPS_SIGNIFICANT;
}

/*
 * The layers of a cycle are the cycles directly inside it that cover a
 * twentieth of it or more.
 */
static void
count_layers(struct judged_cycle *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		c[i].layers = 0;
	for (size_t i = 0; i < n; i++) {
		size_t p = cycle_outwards(c, i);

		if (p != CYCLE_NONE && c[i].coverage >= c[p].coverage / 20)
			c[p].layers += c[i].reps;
	}
	for (size_t i = 0; i < n; i++) {
		c[i].layers = c[i].reps < 1
		    ? 0
		    : (c[i].layers + c[i].reps / 2) / c[i].reps;
		if (c[i].layers < 2)
			c[i].layers = 0;
	}
}

/* The outermost level of each GPU with something that matters and repeats,
 * or whose layers do. */
static void
find_levels(const struct judged_cycle *c, size_t n, const bool *is_main,
    int64_t *level, size_t gpus)
{
	for (size_t g = 0; g < gpus; g++)
		level[g] = INT64_MAX;
	for (size_t i = 0; i < n; i++)
		if (is_main[c[i].stream] && (c[i].reps > 1 || c[i].layers) &&
		    is_significant(&c[i]) && c[i].level < level[c[i].gpu])
			level[c[i].gpu] = c[i].level;
}

/*
 * Depths of fewer layers tell nothing: 2 or 3 are near to, or half or twice as
 * many as, any number up to twice as large (steps_same_depth). So steps of
 * training hold blocks of few layers of a network that no engine runs.
 */
enum { FEWEST_LAYERS = 4 };

/* The cycle right inside that covers most of those with layers. */
static size_t
step_inside(const struct judged_cycle *c, size_t n, size_t outer)
{
	size_t best = CYCLE_NONE;

	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == outer &&
		    c[i].layers >= FEWEST_LAYERS &&
		    c[i].reps >= 2 * c[outer].reps &&
		    (best == CYCLE_NONE || c[i].coverage > c[best].coverage))
			best = i;
	return best;
}

/*
 * A request holds a step that repeats, and beside it a row of as many layers,
 * or another step of as many.
 */
static bool
is_request(const struct judged_cycle *c, size_t n, size_t outer)
{
	size_t step = step_inside(c, n, outer);

	for (size_t i = 0; step != CYCLE_NONE && i < n; i++) {
		int64_t layers = c[i].layers;

		if (i == step || cycle_outwards(c, i) != outer)
			continue;
		if (!layers)
			layers = c[i].reps / c[outer].reps;
		if (layers > 1 && steps_same_depth(layers, c[step].layers))
			return true;
	}
	return false;
}

static void
choose(
    struct judged_cycle *c, size_t n, const bool *is_main, const int64_t *level)
{
	for (size_t i = 0; i < n; i++) {
		c[i].compared = is_main[c[i].stream] &&
		    c[i].level == level[c[i].gpu] &&
		    (is_significant(&c[i]) || c[i].layers);
		c[i].request = c[i].compared && is_request(c, n, i);
	}
	for (size_t i = 0; i < n; i++) {
		size_t p = cycle_outwards(c, i);

		if (p != CYCLE_NONE && c[p].request)
			c[i].compared = is_significant(&c[i]) || c[i].layers;
	}
	for (size_t i = 0; i < n; i++)
		c[i].compared = c[i].compared && !c[i].request;
}

/*
 * Where nothing has layers, two cycles that repeat as often as each other, once
 * in a row each, are two steps that stand alone. If they are steps themselves,
 * there are as many of the one as of the other, which compares the same.
 */
static void
find_two_rows(struct judged_cycle *c, size_t n, size_t gpu)
{
	struct judged_cycle *row[2];
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu || !c[i].compared)
			continue;
		if (k == 2 || c[i].reps < 2 || c[i].runs > 1 || c[i].layers)
			return;
		row[k++] = &c[i];
	}
	if (k < 2 || !steps_as_many(row[0]->reps, row[1]->reps))
		return;
	for (k = 0; k < 2; k++) {
		row[k]->row = true;
		row[k]->layers = row[k]->reps;
		row[k]->steps = 1;
	}
}

void
steps_find(struct judged_cycle *c, size_t n, size_t gpus, const bool *is_main)
{
	int64_t *level = xcalloc(gpus + 1, sizeof *level);

	count_layers(c, n);
	find_levels(c, n, is_main, level, gpus);
	for (size_t i = 0; i < n; i++) {
		c[i].row = false;
		c[i].steps = c[i].reps;
	}
	choose(c, n, is_main, level);
	for (size_t g = 0; g < gpus; g++)
		find_two_rows(c, n, g);
	free(level);
}
