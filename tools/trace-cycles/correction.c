#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/claim.h"
#include "tools/trace-cycles/correction.h"
#include "tools/trace-cycles/model.h"
#include "tools/trace-cycles/model_vote.h"
#include "tools/trace-cycles/prices.h"

struct writer {
	struct correction *out;
	const uint32_t *symbol;
	const int64_t *idle;
	uint32_t end; /* kernels up to here are written */
	bool changed;
};

void
correction_free(struct correction *c)
{
	free(c->symbol);
	free(c->from);
	free(c->to);
	free(c->idle);
	*c = (struct correction){0};
}

static int
add(struct writer *w, uint32_t symbol, uint32_t from, uint32_t to, int64_t idle)
{
	struct correction *c = w->out;
	size_t n = c->n;

	if (ARRAY_PUSH(c->from, n, &c->cap[0], from))
		return -1;
	n = c->n;
	if (ARRAY_PUSH(c->to, n, &c->cap[1], to))
		return -1;
	n = c->n;
	if (w->idle && ARRAY_PUSH(c->idle, n, &c->cap[2], idle))
		return -1;
	w->end = to;
	return ARRAY_PUSH(c->symbol, c->n, &c->cap[3], symbol);
}

/* A kernel as it is. */
static int
copy(struct writer *w, uint32_t i)
{
	return add(w, w->symbol[i], i, i + 1, w->idle ? w->idle[i] : 0);
}

/* A repeat as its model; place tells which of its symbols is which. */
static int
write_model(struct writer *w, const struct consensus *model,
    const uint32_t *place, uint32_t start)
{
	for (size_t i = 0; i < model->n; i++)
		if (place[i] == EDITS_NONE
			? add(w, model->symbol[i], w->end, w->end, 0)
			: copy(w, start + place[i]))
			return -1;
	w->changed = true;
	return 0;
}

/*
 * Whether what is missing or too many in one place is more than a few kernels:
 * no fault at random.
 */
static bool
has_large_fault(const uint32_t *place, size_t n, uint32_t length)
{
	uint32_t at = 0, missing = 0;

	for (size_t i = 0; i <= n; i++) {
		uint32_t to = i == n ? length : place[i];

		missing = to == EDITS_NONE ? missing + 1 : 0;
		if (missing > TOLERATED ||
		    (to != EDITS_NONE && to - at > TOLERATED))
			return true;
		at = to == EDITS_NONE ? at : to + 1;
	}
	return false;
}

/* Whether a repeat differs from a model by few kernels: 1, 0, or -1. */
static int
is_near(struct modelling *m, const struct consensus *c, const struct item *v)
{
	struct model model = {.symbol = c->symbol, .n = c->n};
	int rc = c->loop == v->loop ? model_align(m, &model, v) : 0;

	if (rc <= 0)
		return rc;
	return !has_large_fault(m->place, c->n, length_of(v)) &&
	    (length_of(v) != c->n ||
		model_differences(m, &model, length_of(v)) > 0);
}

/* Writes a repeat as the model that is near to it: 1, 0, or -1. */
static int
write_repeat(
    struct writer *w, struct modelling *m, const struct item *v, uint32_t *at)
{
	for (size_t i = 0; i < m->h->models; i++) {
		const struct consensus *c = &m->h->model[i];
		int rc = is_near(m, c, v);

		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		for (; *at < v->start; ++*at)
			if (copy(w, *at))
				return -1;
		*at = v->end;
		return write_model(w, c, m->place, v->start) ? -1 : 1;
	}
	return 0;
}

/* What comes again is a variant, and has no faults at random. */
static int
write_all(struct writer *w, struct modelling *m, uint32_t n)
{
	const struct hierarchy *h = m->h;
	uint32_t at = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		if (!v->partial && !v->has_twin && v->start >= at &&
		    write_repeat(w, m, v, &at) < 0)
			return -1;
	}
	for (; w->changed && at < n; at++)
		if (copy(w, at))
			return -1;
	return 0;
}

/* With the steps that are claimed, as items of `all`. */
static int
correct(struct writer *w, struct hierarchy *all, bool is_noisy, size_t n,
    const struct cycle_limits *limits)
{
	struct modelling m = {.h = all, .kernel = w->symbol};
	int claimed = claim_steps(all, w->symbol, n, limits), rc = claimed;

	if (claimed > 0 || (is_noisy && claimed == 0))
		rc = write_all(w, &m, (uint32_t)n);
	modelling_free(&m);
	return rc;
}

int
correction_make(struct correction *out, struct hierarchy *h,
    const uint32_t *symbol, size_t n, const int64_t *idle,
    const struct cycle_limits *limits)
{
	struct writer w = {.out = out, .symbol = symbol, .idle = idle};
	int noisy = models_compare(h, symbol), rc = -1;
	struct hierarchy all;

	*out = (struct correction){0};
	if (h->models == 0)
		return noisy;
	if (hierarchy_copy_items(&all, h) == 0 && noisy >= 0)
		rc = correct(&w, &all, noisy, n, limits);
	hierarchy_free_items(&all);
	return rc;
}

/*
 * Symbols [start, end) as kernels, with the faults that were corrected. What
 * has less than half of its symbols was mostly made up, and where more than
 * half of the kernels are foreign, most is something else.
 */
static void
undo(const struct correction *c, struct item *v)
{
	uint32_t start = c->from[v->start], end = start, same = 0;
	uint32_t symbols = v->end - v->start, longer;

	for (uint32_t i = v->start; i < v->end; i++) {
		end = c->to[i] > end ? c->to[i] : end;
		same += c->to[i] > c->from[i];
	}
	longer = end - start > symbols ? end - start : symbols;
	v->faults += longer - same;
	v->start = start;
	v->end = end;
	if (2 * same < longer || same == 0)
		v->loop = ITEM_DROPPED;
}

int
correction_undo(const struct correction *c, struct hierarchy *h)
{
	for (size_t i = 0; i < h->n; i++)
		undo(c, &h->item[i]);
	return hierarchy_order(h);
}
