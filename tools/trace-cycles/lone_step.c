#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/hash.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

/* Rows of layers, and a hash of their loops, in order; a row goes on after a
 * broken layer. */
struct rows {
	uint32_t kernels, layers;
	uint64_t hash;
};

/* A stretch in which no step stands. */
struct stretch {
	uint32_t start, end;
	struct rows rows, before; /* all, and those before the last one */
	uint32_t row; /* where the last row starts, if there is one before */
	struct item first; /* layer of the first row */
	struct item last;  /* of no kernel, and so no layer, before the first */
	bool in_row;       /* the last item is */
	uint32_t step;     /* kind of the step beside it, or ITEM_NONE */
	uint32_t parent;   /* item that it is in, or ITEM_NONE */
	uint32_t loop;     /* of the last row */
};

/* The mean step of a kind; no kernels: the kind is none of steps. */
struct step_kind {
	uint32_t kernels, layers;
	uint32_t head; /* the fewest kernels before the layers of one */
	/* whole repeats in a row, and in the longest; where the last ends */
	uint32_t row, longest, last;
};

/* Lone steps that were added. */
struct lone_steps {
	struct lone_step {
		uint64_t rows;
		uint32_t kernels, loop, times;
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
	const struct item last = s->last;
	bool follows = last.kind == v->kind && is_layer(&last) &&
	    v->start - last.end < ROW_GAP;

	s->last = *v;
	if (!is_layer(v) || !follows) {
		s->in_row = false;
		return;
	}
	if (!s->in_row) {
		if (s->rows.layers == 0)
			s->first = last;
		if (s->rows.layers && v->loop != s->loop) {
			s->before = s->rows;
			s->row = last.start;
		}
		if (s->rows.layers == 0 || v->loop != s->loop)
			s->rows.hash = hash_add(s->rows.hash, v->loop);
		s->rows.kernels += last.end - last.start;
		s->rows.layers++;
		s->loop = v->loop;
	}
	s->in_row = true;
	s->rows.kernels += v->end - v->start;
	s->rows.layers++;
}

/*
 * Whether the longest row has as many repeats as a step has layers; some may be
 * of a step that was cut off. A repeat has other numbers of layers, so it is no
 * step itself.
 */
static bool
are_layers_in_rows(const struct step_kind *o, const struct step_kind *step)
{
	return o->longest == step->layers &&
	    !is_tolerated_length(o->layers, step->layers) &&
	    2 * o->layers != step->layers;
}

/*
 * Whether a kind is a layer of a lone step that holds layers itself, such as
 * six of which one is another one, or experts: it comes as often, in all or in
 * a row, as steps of twice its length or more have layers, or those are longer
 * many times and have other numbers of layers. A training step has each layer
 * forwards and backwards.
 */
static bool
is_layer_beside(const struct item_kind *own, const struct step_kind *o,
    const struct step_kind *step)
{
	return (step->kernels / LONE_STEP_FACTOR > o->kernels &&
		   !is_tolerated_length(o->layers, step->layers) &&
		   !is_tolerated_length(2 * o->layers, step->layers)) ||
	    (step->kernels / 2 > o->kernels &&
		(is_tolerated_length((uint32_t)own->whole, step->layers) ||
		    are_layers_in_rows(o, step)));
}

/* Whether repeats of a kind hold the same as those of another one are. */
static bool
holds(const struct hierarchy *h, size_t outer, const struct item_kind *of)
{
	uint64_t key = h->length[of->loop].key;

	for (size_t k = outer + 1; k < h->kinds; k++)
		if (h->kind[k].parent == outer &&
		    h->length[h->kind[k].loop].key == key)
			return true;
	return false;
}

/* Whether it is one beside steps that have more of the kernels. */
static bool
is_part_of_step(
    const struct hierarchy *h, const struct step_kind *step, uint32_t kind)
{
	const struct item_kind *own = &h->kind[kind];
	uint64_t all = (uint64_t)own->whole * step[kind].kernels;

	for (size_t k = 0; k < h->kinds; k++)
		if (h->kind[k].parent == own->parent &&
		    (uint64_t)h->kind[k].whole * step[k].kernels > all &&
		    (holds(h, k, own) ||
			is_layer_beside(own, &step[kind], &step[k])))
			return true;
	return false;
}

/* Measures the mean repeat of each kind that is mostly rows of layers. */
static void
measure_steps(
    const struct hierarchy *h, const struct stretch *in, struct step_kind *step)
{
	for (uint32_t k = 0; k < h->kinds; k++) {
		uint32_t whole = (uint32_t)h->kind[k].whole;

		if (whole < 2 || in[k].rows.kernels <= in[k].end / 2)
			continue;
		step[k].kernels = in[k].end / whole;
		step[k].layers = in[k].rows.layers / whole;
	}
}

/* A row goes on after a broken repeat. */
static void
count_row(struct step_kind *o, const struct item *v)
{
	if (v->partial)
		return;
	o->row = o->row && v->start - o->last < ROW_GAP ? o->row + 1 : 1;
	o->longest = o->row > o->longest ? o->row : o->longest;
	o->last = v->end;
}

/* Measures the steps of each kind. Returns how many kinds have steps. */
static int
find_steps(const struct hierarchy *h, struct step_kind **step)
{
	struct stretch *in = xcalloc(h->kinds + 1, sizeof *in);
	int steps = 0;

	*step = xcalloc(h->kinds + 1, sizeof **step);
	for (size_t k = 0; k < h->kinds; k++)
		(*step)[k].head = UINT32_MAX;
	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i], *parent;
		uint32_t *head;

		in[v->kind].end += v->partial ? 0 : v->end - v->start;
		count_row(&(*step)[v->kind], v);
		if (v->parent == ITEM_NONE)
			continue;
		parent = &h->item[v->parent];
		head = &(*step)[parent->kind].head;
		add_layer(&in[parent->kind], v);
		if (is_layer(v) && v->start - parent->start < *head)
			*head = v->start - parent->start;
	}
	measure_steps(h, in, *step);
	for (uint32_t k = 0; k < h->kinds; k++) {
		if (is_part_of_step(h, *step, k))
			(*step)[k].kernels = 0;
		steps += (*step)[k].kernels > 0;
	}
	free(in);
	return steps;
}

/*
 * Whether a stretch is about as long as the step beside it, or has as many
 * layers, which all steps of a model have; what is as long as half of a step is
 * none. Inside a repeat, where layers of another kind may stand beside a layer
 * with inner repeats, it has both.
 */
static bool
is_like_step(const struct stretch *s, const struct step_kind *step)
{
	uint32_t kernels = s->end - s->start;
	bool layers = is_tolerated_length(s->rows.layers, step->layers) &&
	    2 * (uint64_t)s->rows.kernels <
		(uint64_t)s->rows.layers * step->kernels;
	bool length = kernels / LONE_STEP_FACTOR <= step->kernels &&
	    step->kernels / LONE_STEP_FACTOR <= kernels;

	return s->parent == ITEM_NONE ? layers || length : layers && length;
}

/* The state of the search for lone steps. */
struct search {
	struct hierarchy *h;
	const struct cycle_limits *limits;
	const uint32_t *symbol;
	const struct step_kind *step; /* by kind */
	struct stretch *stretch;      /* by kind of parent; the last: in none */
	struct lone_steps all;
	uint32_t n; /* kernels */
};

static bool
is_same(const uint32_t *a, const uint32_t *b, uint32_t n)
{
	return memcmp(a, b, n * sizeof *a) == 0;
}

/* Whether nothing but the end of a layer is before the first one. */
static bool
begins_in_layer(const struct search *x, const struct item *first)
{
	uint32_t n = first->start;

	return n < first->end - first->start &&
	    is_same(x->symbol, x->symbol + first->end - n, n);
}

/* Whether nothing but the start of a layer is behind the last one. */
static bool
ends_in_layer(const struct search *x, const struct item *last)
{
	uint32_t n = x->n - last->end;

	return n < last->end - last->start &&
	    is_same(x->symbol + last->end, x->symbol + last->start, n);
}

/*
 * Whether the recording began or ended in a stretch, which so has fewer layers
 * than a step, and no head or no tail.
 */
static bool
is_cut_off(const struct search *x, const struct stretch *s)
{
	uint32_t layers = x->step[s->step].layers;

	return s->rows.layers < layers &&
	    !is_tolerated_length(s->rows.layers, layers) &&
	    ((s->start == 0 && begins_in_layer(x, &s->first)) ||
		(s->end == x->n && ends_in_layer(x, &s->last)));
}

/*
 * The loop of a lone step, which may be that of one before. Three that are
 * alike repeat.
 */
static uint32_t
find_loop(struct hierarchy *h, struct lone_steps *all, const struct stretch *s)
{
	uint32_t kernels = s->end - s->start;

	for (size_t i = 0; i < all->n; i++)
		if (all->list[i].rows == s->rows.hash &&
		    is_tolerated_length(kernels, all->list[i].kernels)) {
			uint32_t loop = all->list[i].loop;

			if (++all->list[i].times == 3)
				h->length[loop].is_lone = false;
			return loop;
		}
	ARRAY_PUSH(all->list, all->n, &all->cap,
	    (struct lone_step){s->rows.hash, kernels, h->loops, 1});
	return hierarchy_new_loop(h, kernels, true);
}

static void end_stretch(struct search *, struct stretch *, uint32_t end);

/*
 * A vision model has other layers, and as many as it likes, before those of the
 * first step: if the last row is a step's, what is before is one, too, up to
 * where the head of that step begins.
 */
static void
part_stretch(struct search *x, struct stretch *s)
{
	const struct step_kind *step = &x->step[s->step];
	struct stretch first = *s, last = *s;

	first.rows = s->before;
	first.end = s->row - step->head;
	first.before = (struct rows){0};
	first.parent = ITEM_NONE;
	last.start = first.end;
	last.rows = (struct rows){s->rows.kernels - first.rows.kernels,
	    s->rows.layers - first.rows.layers, hash_add(0, s->loop)};
	if (s->before.layers == 0 || step->head > s->row - first.start ||
	    is_tolerated_length(s->rows.layers, step->layers) ||
	    !is_tolerated_length(last.rows.layers, step->layers) ||
	    !is_like_step(&last, step) || !is_like_step(&first, step))
		return;
	end_stretch(x, &first, first.end);
	*s = last;
}

static void
end_stretch(struct search *x, struct stretch *s, uint32_t end)
{
	uint32_t kernels;

	s->end = end;
	if (s->step != ITEM_NONE)
		part_stretch(x, s);
	kernels = end - s->start;
	if (end <= s->start || s->step == ITEM_NONE ||
	    s->rows.kernels == kernels || s->rows.kernels <= kernels / 2 ||
	    !is_like_step(s, &x->step[s->step]) || is_cut_off(x, s) ||
	    !limits_allow_length(x->limits, kernels))
		return;
	hierarchy_add_step(x->h, s->start, end, find_loop(x->h, &x->all, s));
}

/* Ends the last stretch of a parent. */
static void
end_parent(struct search *x, struct stretch *s)
{
	uint32_t end =
	    s->parent == ITEM_NONE ? x->n : x->h->item[s->parent].end;

	end_stretch(x, s, end);
}

/* The stretch that goes on before an item. */
static struct stretch *
find_stretch(struct search *x, const struct item *v)
{
	const struct hierarchy *h = x->h;
	struct stretch *s = &x->stretch[h->kinds];

	if (v->parent == ITEM_NONE)
		return s;
	s = &x->stretch[h->item[v->parent].kind];
	if (s->parent == v->parent)
		return s;
	if (s->parent != ITEM_NONE)
		end_parent(x, s);
	*s = (struct stretch){.start = h->item[v->parent].start,
	    .step = ITEM_NONE,
	    .parent = v->parent};
	return s;
}

/*
 * Looks between the steps, in each repeat and outside of all. What seems to be
 * less than half of one may be the head or tail that a lone step has in common
 * with it.
 */
static void
search(struct search *x)
{
	struct hierarchy *h = x->h;
	size_t items = h->n;

	for (size_t i = 0; i < items; i++) {
		const struct item v = h->item[i]; /* the list moves */
		const struct step_kind *step = &x->step[v.kind];
		struct stretch *s;

		if (v.partial && v.end - v.start < step->kernels / 2)
			continue;
		s = find_stretch(x, &v);
		if (step->kernels == 0) {
			add_layer(s, &v);
			continue;
		}
		s->step = v.kind;
		end_stretch(x, s, v.start);
		*s = (struct stretch){
		    .start = v.end, .step = v.kind, .parent = s->parent};
	}
	for (uint32_t k = 0; k <= h->kinds; k++)
		if (k == h->kinds || x->stretch[k].parent != ITEM_NONE)
			end_parent(x, &x->stretch[k]);
}

void
lone_steps_add(struct hierarchy *h, const uint32_t *symbol, uint32_t n,
    const struct cycle_limits *limits)
{
	struct step_kind *step;
	int steps = find_steps(h, &step);
	struct search x = {.h = h,
	    .limits = limits,
	    .symbol = symbol,
	    .step = step,
	    .stretch = xmalloc((h->kinds + 1) * sizeof *x.stretch),
	    .n = n};

	for (uint32_t k = 0; k <= h->kinds; k++)
		x.stretch[k] =
		    (struct stretch){.step = ITEM_NONE, .parent = ITEM_NONE};
	if (steps > 0)
		search(&x);
	free(x.stretch);
	free(x.all.list);
	free(step);
	hierarchy_order(h);
}
