#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/lone_step.h"
#include "tools/trace-cycles/prices.h"

/* A stretch in which no step stands. */
struct stretch {
	uint32_t start, end;
	uint32_t kernels; /* in rows of layers */
	const struct item *last;
	bool in_row;   /* the last item is */
	uint32_t step; /* kernels of the step beside it; 0 for none */
	uint64_t rows; /* a hash of the layers of its rows, in order */
};

/* Lone steps that were added. */
struct lone_steps {
	struct lone_step {
		uint64_t rows;
		uint32_t kernels, loop;
	} * list;
	size_t n, cap;
};

/* Fewer kernels than these are alike by chance, and no layer. */
static bool
is_layer(const struct item *v)
{
	return v->end - v->start >= TOLERATED_FROM && !v->partial;
}

/* Counts the kernels of rows of at least two layers. */
static void
add_layer(struct stretch *s, const struct item *v)
{
	const struct item *last = s->last;
	uint32_t kernels = v->end - v->start;
	bool follows = last && last->kind == v->kind && is_layer(last) &&
	    v->start - last->end < ROW_GAP;

	s->last = v;
	if (!is_layer(v) || !follows) {
		s->in_row = false;
		return;
	}
	if (!s->in_row) {
		s->kernels += last->end - last->start;
		s->rows = (s->rows ^ v->loop) * 1099511628211u; /* FNV-1a */
	}
	s->in_row = true;
	s->kernels += kernels;
}

/*
 * The kernels of a step of each kind that has steps, 0 of others: of outermost
 * cycles rows of layers make up most. Returns how many kinds have steps, or -1:
 * no memory.
 */
static int
find_steps(const struct hierarchy *h, uint32_t **step)
{
	struct stretch *in = calloc(h->kinds + 1, sizeof *in);
	int steps = 0;

	*step = calloc(h->kinds + 1, sizeof **step);
	for (size_t i = 0; in && *step && i < h->n; i++) {
		const struct item *v = &h->item[i];
		uint32_t parent = v->parent;

		if (parent == ITEM_NONE)
			in[v->kind].end += v->partial ? 0 : v->end - v->start;
		else if (h->item[parent].parent == ITEM_NONE)
			add_layer(&in[h->item[parent].kind], v);
	}
	for (uint32_t k = 0; in && *step && k < h->kinds; k++) {
		uint32_t whole = (uint32_t)h->kind[k].whole;

		if (whole < 2 || in[k].kernels <= in[k].end / 2)
			continue;
		(*step)[k] = in[k].end / whole;
		steps++;
	}
	free(in);
	return in && *step ? steps : -1;
}

static bool
is_like_step(uint32_t kernels, uint32_t step)
{
	return kernels / LONE_STEP_FACTOR <= step &&
	    step / LONE_STEP_FACTOR <= kernels;
}

/* The loop of a lone step, which may be that of one before. */
static uint32_t
find_loop(struct hierarchy *h, struct lone_steps *all, const struct stretch *s)
{
	uint32_t kernels = s->end - s->start;

	for (size_t i = 0; i < all->n; i++)
		if (all->list[i].rows == s->rows &&
		    is_tolerated_length(kernels, all->list[i].kernels))
			return all->list[i].loop;
	if (ARRAY_PUSH(all->list, all->n, &all->cap,
		(struct lone_step){s->rows, kernels, h->loops}))
		return ITEM_NONE;
	return hierarchy_new_loop(h, kernels, true);
}

static int
end_stretch(struct hierarchy *h, struct lone_steps *all,
    const struct stretch *s, const struct cycle_limits *limits)
{
	uint32_t kernels = s->end - s->start, loop;

	if (s->end <= s->start || s->kernels == kernels ||
	    s->kernels <= kernels / 2 || !is_like_step(kernels, s->step) ||
	    !limits_allow_length(limits, kernels))
		return 0;
	loop = find_loop(h, all, s);
	return loop == ITEM_NONE
	    ? -1
	    : hierarchy_add_lone(h, s->start, s->end, loop);
}

/*
 * Looks between the steps. What seems to be less than half of one may be the
 * head or tail that a lone step has in common with it.
 */
static int
search(struct hierarchy *h, uint32_t n, const struct cycle_limits *limits,
    const uint32_t *step, struct lone_steps *all)
{
	size_t items = h->n;
	struct stretch s = {.last = NULL};
	struct item kept; /* the list moves when it grows */

	for (size_t i = 0; i < items; i++) {
		struct item v = h->item[i];

		if (v.parent != ITEM_NONE ||
		    (v.partial && v.end - v.start < step[v.kind] / 2))
			continue;
		if (step[v.kind] == 0) {
			add_layer(&s, &v);
			kept = v;
			s.last = &kept;
			continue;
		}
		s.end = v.start;
		s.step = step[v.kind];
		if (end_stretch(h, all, &s, limits))
			return -1;
		s = (struct stretch){.start = v.end, .step = step[v.kind]};
	}
	s.end = n;
	return end_stretch(h, all, &s, limits);
}

int
lone_steps_add(
    struct hierarchy *h, uint32_t n, const struct cycle_limits *limits)
{
	uint32_t *step;
	int steps = find_steps(h, &step), rc = steps < 0 ? -1 : 0;
	struct lone_steps all = {0};
	size_t before = h->n;

	if (steps > 0)
		rc = search(h, n, limits, step, &all);
	free(all.list);
	free(step);
	return rc == 0 && h->n > before ? hierarchy_order(h) : rc;
}
