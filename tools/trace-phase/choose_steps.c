#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-phase/kernel_evidence.h"
#include "tools/trace-phase/phase_decision.h"

/*
 * Depths of fewer layers tell nothing: 2 or 3 are near to, or half or twice as
 * many as, any number up to twice as large (same_depth). So steps of
 * training hold blocks of few layers of a network that no engine runs.
 */
enum { FEWEST_LAYERS = 4 };

/* Are two numbers of layers equal, but for one or a tenth: a first or last
 * layer may differ from the others? */
static bool
as_many(int64_t a, int64_t b)
{
	int64_t more = a > b ? a : b, less = a > b ? b : a;

	return more - less <= 1 || (more - less) * 10 <= more;
}

/* May they be those of one model? Two layers are one cycle where two kinds take
 * turns. */
static bool
same_depth(int64_t a, int64_t b)
{
	return as_many(a, b) || as_many(2 * a, b) || as_many(a, 2 * b);
}

bool
steps_as_deep(const struct judged_cycle *a, const struct judged_cycle *b)
{
	if (as_many(a->layers, b->layers))
		return true;
	for (int i = 0; i < CYCLE_DEPTHS && a->depth[i]; i++)
		for (int k = 0; k < CYCLE_DEPTHS && b->depth[k]; k++)
			if (as_many(a->depth[i], b->depth[k]))
				return true;
	return false;
}

bool
steps_of_one_model(const struct judged_cycle *a, const struct judged_cycle *b)
{
	return steps_as_deep(a, b) || same_depth(a->layers, b->layers);
}

static bool
is_significant(const struct judged_cycle *c)
{
	return c->coverage >= STEPS_SIGNIFICANT;
}

/* Adds a row of like layers to the deepest ones. */
static void
add_row(struct judged_cycle *c, int64_t layers)
{
	for (int i = 0; i < CYCLE_DEPTHS && layers >= FEWEST_LAYERS; i++) {
		int64_t shallower = c->depth[i];

		if (layers > shallower) {
			c->depth[i] = layers;
			layers = shallower;
		}
	}
}

/*
 * The layers of a cycle are the cycles directly inside it that cover a
 * twentieth of it or more.
 */
static void
count_layers(struct judged_cycle *c, size_t n)
{
	int64_t *most = xcalloc(n + 1, sizeof *most); /* coverage of layers */

	for (size_t i = 0; i < n; i++) {
		c[i].layers = 0;
		memset(c[i].depth, 0, sizeof c[i].depth);
	}
	for (size_t i = 0; i < n; i++) {
		size_t p = cycle_outwards(c, i);

		if (p == CYCLE_NONE || c[i].coverage < c[p].coverage / 20)
			continue;
		c[p].layers += c[i].reps;
		if (c[i].coverage > most[p]) {
			most[p] = c[i].coverage;
			c[p].layer_length = c[i].length;
		}
		if (c[p].reps)
			add_row(&c[p], (c[i].reps + c[p].reps / 2) / c[p].reps);
	}
	for (size_t i = 0; i < n; i++) {
		c[i].layers = c[i].reps < 1
		    ? 0
		    : (c[i].layers + c[i].reps / 2) / c[i].reps;
		if (c[i].layers < 2)
			c[i].layers = 0;
	}
	free(most);
}

/* A row of layers has another pass of the same kernels beside it at most. */
enum { RUNS_OF_LAYERS = 2 };

/*
 * The layers inside that take most of the time of the step, if they follow one
 * another; or CYCLE_NONE. Where other layers of the same model are among them,
 * they do not.
 */
static size_t
main_row(const struct judged_cycle *c, size_t n, size_t step)
{
	size_t best = CYCLE_NONE;

	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == step &&
		    2 * c[i].coverage >= c[step].coverage &&
		    c[i].reps >= FEWEST_LAYERS * c[step].reps &&
		    (best == CYCLE_NONE || c[i].coverage > c[best].coverage))
			best = i;
	return best == CYCLE_NONE || c[best].runs < 1 ||
		c[best].runs > RUNS_OF_LAYERS * c[step].reps
	    ? CYCLE_NONE
	    : best;
}

/* Is there attention, of whatever kind, in most of its repeats? */
static bool
attends(const struct judged_cycle *c)
{
	for (int k = 0; k < EVIDENCE_KINDS; k++)
		if (kernels_is_attention((enum evidence)k) &&
		    2 * c->kernels[k] >= c->reps)
			return true;
	return false;
}

/*
 * A few passes of another model beside the layers of a step, such as those that
 * draft tokens, tell nothing of the step: forgets attention that its layers
 * have none of, if it is less than one for each layer.
 */
static void
forget_beside(struct judged_cycle *c, size_t n, size_t step)
{
	size_t row = main_row(c, n, step);

	if (row == CYCLE_NONE || !attends(&c[row]))
		return;
	for (int k = 0; k < EVIDENCE_KINDS; k++) {
		if (!kernels_is_attention((enum evidence)k) ||
		    c[row].kernels[k] || c[step].kernels[k] >= c[row].reps)
			continue;
		c[step].kernels[k] = 0;
		for (size_t i = 0; i < n; i++)
			if (cycle_outwards(c, i) == step)
				c[i].kernels[k] = 0;
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

/* The cycle right inside that covers most of those with layers. */
static size_t
step_inside(const struct judged_cycle *c, size_t n, size_t outer)
{
	size_t best = CYCLE_NONE;

	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == outer && c[outer].reps > 0 &&
		    c[i].layers >= FEWEST_LAYERS &&
		    c[i].reps >= 2 * c[outer].reps &&
		    (best == CYCLE_NONE || c[i].coverage > c[best].coverage))
			best = i;
	return best;
}

/* Has it as many layers, as another step of the same model? */
static bool
is_step_beside(const struct judged_cycle *c, const struct judged_cycle *step)
{
	return c->layers > 1 && same_depth(c->layers, step->layers);
}

/* Are its repeats the layers of a step that comes once in each request? Where
 * no step repeats there, `step` is NULL. */
static bool
is_row(const struct judged_cycle *c, const struct judged_cycle *step,
    const struct judged_cycle *request)
{
	int64_t layers = request->reps > 0 ? c->reps / request->reps : 0;

	return step ? !is_step_beside(c, step) && layers > 1 &&
		same_depth(layers, step->layers)
		    : !c->layers && layers >= FEWEST_LAYERS;
}

/* Do labels tell several phases of its kernels, and one each of what repeats
 * inside it? */
static bool
has_labelled_steps(const struct judged_cycle *c, size_t n, size_t outer)
{
	enum phase first = PHASE_EMPTY;

	for (size_t i = 0; c[outer].phase == PHASE_MIXED && i < n; i++) {
		if (cycle_outwards(c, i) != outer || c[i].length < 2 ||
		    c[i].phase <= PHASE_UNKNOWN || c[i].phase == PHASE_OTHER)
			continue;
		if (first != PHASE_EMPTY && c[i].phase != first)
			return true;
		first = c[i].phase;
	}
	return false;
}

/* A request holds a step that repeats, and beside it another step. */
static bool
is_request(const struct judged_cycle *c, size_t n, size_t outer)
{
	size_t step = step_inside(c, n, outer);

	if (has_labelled_steps(c, n, outer))
		return true;
	for (size_t i = 0; step != CYCLE_NONE && i < n; i++)
		if (i != step && cycle_outwards(c, i) == outer &&
		    (is_step_beside(&c[i], &c[step]) ||
			is_row(&c[i], &c[step], &c[outer])))
			return true;
	return false;
}

static void
make_row(struct judged_cycle *c, int64_t steps)
{
	c->row = true;
	c->steps = steps;
	c->layers = c->reps / steps;
}

void
steps_open(struct judged_cycle *c, size_t n, size_t request)
{
	size_t step = step_inside(c, n, request);

	c[request].request = true;
	c[request].compared = false;
	for (size_t i = 0; i < n; i++) {
		if (cycle_outwards(c, i) != request)
			continue;
		c[i].compared = is_significant(&c[i]) || c[i].layers;
		if (i != step &&
		    is_row(&c[i], step == CYCLE_NONE ? NULL : &c[step],
			&c[request]))
			make_row(&c[i], c[request].reps);
	}
}

/* Which cycles are requests, or mostly rows of them; inner ones come later. */
static bool *
find_requests(const struct judged_cycle *c, size_t n)
{
	bool *is = xcalloc(n + 1, sizeof *is);

	for (size_t i = n; i-- > 0;) {
		size_t p = cycle_outwards(c, i);

		is[i] = is[i] || is_request(c, n, i);
		if (p != CYCLE_NONE && is[i] &&
		    2 * c[i].coverage >= c[p].coverage)
			is[p] = true;
	}
	return is;
}

static void
choose(
    struct judged_cycle *c, size_t n, const bool *is_main, const int64_t *level)
{
	bool *requests = find_requests(c, n);

	for (size_t i = 0; i < n; i++)
		c[i].compared = is_main[c[i].stream] &&
		    c[i].level == level[c[i].gpu] &&
		    (is_significant(&c[i]) || c[i].layers);
	for (size_t i = 0; i < n; i++)
		if (c[i].compared && requests[i])
			steps_open(c, n, i);
	free(requests);
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
	if (k < 2 || !as_many(row[0]->reps, row[1]->reps))
		return;
	make_row(row[0], 1);
	make_row(row[1], 1);
}

void
steps_find(struct judged_cycle *c, size_t n, size_t gpus, const bool *is_main)
{
	int64_t *level = xcalloc(gpus + 1, sizeof *level);

	count_layers(c, n);
	for (size_t i = 0; i < n; i++)
		forget_beside(c, n, i);
	find_levels(c, n, is_main, level, gpus);
	for (size_t i = 0; i < n; i++) {
		c[i].row = false;
		c[i].request = false;
		c[i].steps = c[i].reps;
	}
	choose(c, n, is_main, level);
	for (size_t g = 0; g < gpus; g++)
		find_two_rows(c, n, g);
	free(level);
}
