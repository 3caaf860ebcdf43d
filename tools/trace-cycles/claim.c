#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/sequence/edits.h"
#include "tools/trace-cycles/claim.h"
#include "tools/trace-cycles/lone_step.h"
#include "tools/trace-cycles/model.h"
#include "tools/trace-cycles/prices.h"

/* A step of a model. */
struct claim {
	uint32_t start, end, loop;
	uint32_t differences;
};

/* Kernels [start, end) that are in no step yet. */
struct unclaimed {
	uint32_t start, end;
};

struct claiming {
	struct hierarchy *h;
	const uint32_t *kernel;
	const struct cycle_limits *limits;
	struct edits edits;
	uint32_t *both; /* a model and what is compared with it */
	size_t both_cap;
	struct claim *claim; /* of a stretch */
	size_t n, cap;
	size_t claimed, steps; /* in all; those that were found */
	uint32_t *most;        /* that may be wrong, of each model */
};

/* Where a stretch goes on, at one of its ends. */
enum end { FRONT, BACK };

/* Copies n kernels; in reverse order if they are looked at from their back. */
static void
copy(uint32_t *to, const uint32_t *from, uint32_t n, enum end end)
{
	for (uint32_t i = 0; i < n; i++)
		to[i] = from[end == FRONT ? i : n - 1 - i];
}

/*
 * How many kernels may be wrong with a step of a model: none, if no step that
 * was found has a fault of its own.
 */
static uint32_t
most_wrong(const struct hierarchy *h, const struct consensus *model)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->item[i].loop == model->loop && !h->item[i].partial &&
		    h->item[i].parent == ITEM_NONE && !h->item[i].has_twin &&
		    h->item[i].faults)
			return tolerated_faults((uint32_t)model->n);
	return 0;
}

/* The step of a model at an end of a stretch: 1, 0, or -1: no memory. */
static int
try_model(struct claiming *c, size_t number, struct unclaimed at, enum end end,
    struct claim *out)
{
	const struct consensus *model = &c->h->model[number];
	uint32_t n = (uint32_t)model->n, most = c->most[number];
	uint32_t there =
	    at.end - at.start < n + most ? at.end - at.start : n + most;
	uint32_t from = end == FRONT ? at.start : at.end - there;
	struct edits_prefix found;
	struct text text;
	int rc = -1;

	if (there + most < n || !limits_allow_length(c->limits, n))
		return 0;
	if (ARRAY_RESERVE(c->both, &c->both_cap, n + there))
		return -1;
	copy(c->both, model->symbol, n, end);
	copy(c->both + n, c->kernel + from, there, end);
	if (text_init(&text, c->both, n + there) == 0)
		rc = edits_find_prefix(
		    &c->edits, &text, 0, n, n, there, most, &found);
	text_free(&text);
	if (rc <= 0)
		return rc;
	*out = (struct claim){
	    at.start, at.start + found.length, model->loop, found.differences};
	if (end == BACK) {
		out->start = at.end - found.length;
		out->end = at.end;
	}
	return 1;
}

/* The model of an outermost step that is most like what is there. */
static int
find_next(
    struct claiming *c, struct unclaimed at, enum end end, struct claim *best)
{
	const struct hierarchy *h = c->h;
	int found = 0;

	for (size_t i = 0; i < h->models; i++) {
		struct claim next;
		int rc = 0;

		if (h->model[i].parent == ITEM_NONE && c->most[i])
			rc = try_model(c, i, at, end, &next);
		if (rc < 0)
			return -1;
		if (rc == 0 || (found && next.differences >= best->differences))
			continue;
		*best = next;
		found = 1;
	}
	return found;
}

/* The steps at either end of a stretch, one after another. */
static int
divide(struct claiming *c, struct unclaimed at)
{
	enum end end = FRONT;

	c->n = 0;
	while (at.start < at.end) {
		struct claim next;
		int rc = find_next(c, at, end, &next);

		if (rc < 0)
			return -1;
		if (rc == 0 && end == BACK)
			break;
		if (rc == 0) {
			end = BACK;
			continue;
		}
		if (ARRAY_PUSH(c->claim, c->n, &c->cap, next))
			return -1;
		if (end == FRONT)
			at.start = next.end;
		else
			at.end = next.start;
	}
	return 0;
}

static bool
is_claimed(const struct claiming *c, const struct item *v)
{
	for (size_t i = 0; i < c->n; i++)
		if (v->start < c->claim[i].end && c->claim[i].start < v->end)
			return true;
	return false;
}

/* Items [first, last) are in a stretch between two steps. */
static int
claim_stretch(
    struct claiming *c, size_t first, size_t last, struct unclaimed at)
{
	struct hierarchy *h = c->h;

	if (divide(c, at))
		return -1;
	for (size_t i = first; i < last; i++)
		if (h->item[i].parent == ITEM_NONE &&
		    is_claimed(c, &h->item[i]))
			h->item[i].loop = ITEM_DROPPED;
	for (size_t i = 0; i < c->n; i++)
		if (hierarchy_add_step(h, c->claim[i].start, c->claim[i].end,
			c->claim[i].loop))
			return -1;
	c->claimed += c->n;
	return 0;
}

/* A step that was found. */
static bool
is_step(const struct hierarchy *h, const struct item *v)
{
	return v->parent == ITEM_NONE && !v->partial &&
	    !h->kind[v->kind].is_lone;
}

static int
claim_all(struct claiming *c, uint32_t n)
{
	struct hierarchy *h = c->h;
	uint32_t start = 0;
	size_t items = h->n, first = 0;

	for (size_t i = 0; i < items; i++) {
		const struct item v = h->item[i]; /* the list moves */

		if (!is_step(h, &v))
			continue;
		if (claim_stretch(
			c, first, i, (struct unclaimed){start, v.start}))
			return -1;
		c->steps++;
		start = v.end;
		first = i + 1;
	}
	return claim_stretch(c, first, items, (struct unclaimed){start, n});
}

int
claim_steps(struct hierarchy *h, const uint32_t *kernel, size_t n,
    const struct cycle_limits *limits)
{
	struct claiming c = {.h = h, .kernel = kernel, .limits = limits};
	int rc = -1;

	c.most = malloc((h->models + 1) * sizeof *c.most);
	for (size_t i = 0; c.most && i < h->models; i++)
		c.most[i] = most_wrong(h, &h->model[i]);
	if (c.most)
		rc = claim_all(&c, (uint32_t)n);
	free(c.most);
	edits_free(&c.edits);
	free(c.both);
	free(c.claim);
	if (rc || c.claimed == 0)
		return rc;
	if (hierarchy_order(h))
		return -1;
	return c.claimed * TOLERATED_ALONE >= c.steps;
}
