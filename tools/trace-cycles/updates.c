#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/sequence/match.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

/* The optimizers of a sequence. */
struct updates {
	uint32_t *end; /* behind the last kernel of each */
	size_t n, cap;
	uint32_t kernels;  /* of the longest one */
	uint32_t distance; /* from the end of one to that of the next, median */
};

/*
 * From how many kernels on two of an optimizer are of two steps: of the numbers
 * between them, by size, where one is most times as much as that before. Where
 * an evaluation runs now and then a few are even larger.
 */
static uint32_t
find_far(const uint32_t *at, size_t n)
{
	uint32_t *gap = xmalloc((n + 1) * sizeof *gap);
	uint32_t far = UINT32_MAX, best = 1;

	gap[0] = 1;
	for (size_t i = 1; i < n; i++)
		gap[i] = at[i] - at[i - 1];
	ARRAY_SORT(gap, n, numbers_compare);
	for (size_t i = 1; i < n; i++)
		if (gap[i] / gap[i - 1] > best) {
			best = gap[i] / gap[i - 1];
			far = gap[i];
		}
	free(gap);
	return far;
}

/* Kernels far apart are of two optimizers. */
static void
find_ends(struct updates *u, const bool *update, uint32_t n)
{
	uint32_t *at = xmalloc((n + 1) * sizeof *at), first = 0, far;
	size_t kernels = 0;

	for (uint32_t i = 0; i < n; i++)
		if (update[i])
			at[kernels++] = i;
	far = find_far(at, kernels);
	for (size_t i = 0; i < kernels; i++) {
		if (i == 0 || at[i] - at[i - 1] >= far)
			first = at[i];
		if (at[i] - first >= u->kernels)
			u->kernels = at[i] - first + 1;
		if (i + 1 == kernels || at[i + 1] - at[i] >= far)
			ARRAY_PUSH(u->end, u->n, &u->cap, at[i] + 1);
	}
	free(at);
}

/* Whether optimizers come at regular distances; finds these. */
static bool
are_regular(struct updates *u)
{
	uint32_t *length;
	size_t alike = 0;

	if (u->n < 3)
		return false;
	length = xmalloc(u->n * sizeof *length);
	for (size_t i = 1; i < u->n; i++)
		length[i - 1] = u->end[i] - u->end[i - 1];
	ARRAY_SORT(length, u->n - 1, numbers_compare);
	u->distance = length[(u->n - 1) / 2];
	for (size_t i = 0; i + 1 < u->n; i++)
		alike += is_tolerated_length(length[i], u->distance);
	free(length);
	return is_nearly_all(alike, u->n - 1);
}

/* Whether half of the steps are repeats, as long as from one to the next. */
static bool
are_known(const struct hierarchy *h, const struct updates *u)
{
	size_t known = 0;

	for (size_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		known += !v->partial &&
		    is_tolerated_length(v->end - v->start, u->distance);
	}
	return 2 * known >= u->n;
}

/* The first outermost item that does not start before a kernel; or NULL. */
static const struct item *
outermost_from(const struct hierarchy *h, uint32_t kernel)
{
	size_t i = numbers_first_from(h->item, sizeof *h->item, h->n, kernel);

	while (i < h->n && h->item[i].parent != ITEM_NONE)
		i++;
	return i < h->n ? &h->item[i] : NULL;
}

/*
 * How many kernels are of a step behind the last one whose name tells: up to
 * the next pass, in most steps.
 */
static uint32_t
find_rest(const struct hierarchy *h, const struct updates *u)
{
	uint32_t *rest = xcalloc(u->n, sizeof *rest), median;
	size_t n = 0;

	for (size_t i = 0; i < u->n; i++) {
		const struct item *next = outermost_from(h, u->end[i]);

		if (next)
			rest[n++] = next->start - u->end[i];
	}
	ARRAY_SORT(rest, n, numbers_compare);
	median = rest[n / 2];
	free(rest);
	return median <= u->kernels + TOLERATED ? median : 0;
}

/* Steps that are added, by start. */
struct added {
	struct item *list;
	size_t n, cap;
};

/*
 * Adds the steps, each with `rest` kernels behind its optimizer. One too long
 * has something else first; one too short is cut off, or no step.
 */
static void
add_steps(struct added *all, const struct updates *u, uint32_t n, uint32_t rest,
    uint32_t loop)
{
	uint32_t from = 0;

	for (size_t i = 0; i < u->n; i++) {
		uint32_t end = u->end[i] + rest < n ? u->end[i] + rest : n;
		uint32_t most = i ? tolerated_faults(u->distance)
				  : tolerated_at_end(u->distance);

		if (end - from > u->distance + most)
			from = end - u->distance;
		if (end - from + most >= u->distance)
			ARRAY_PUSH(all->list, all->n, &all->cap,
			    (struct item){
				.start = from, .end = end, .loop = loop});
		from = end;
	}
}

/* Keeps the steps of which all but a few kernels are in one in the middle. */
static void
keep_alike(struct added *all, const uint32_t *symbol)
{
	struct item root = all->n ? all->list[all->n / 2] : (struct item){0};
	size_t kept = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct item v = all->list[i];
		uint32_t n = v.end - v.start;

		if (match_missing(symbol + v.start, n, symbol + root.start,
			root.end - root.start) <= tolerated_faults(n))
			all->list[kept++] = v;
	}
	all->n = kept;
}

/* The last step that starts before a kernel; or NULL. */
static const struct item *
step_before(const struct added *all, uint32_t kernel)
{
	size_t i =
	    numbers_first_from(all->list, sizeof *all->list, all->n, kernel);

	return i ? &all->list[i - 1] : NULL;
}

/* Whether an item begins or ends inside of a step and is not in it as a whole.
 */
static bool
is_crossing(const struct item *v, const struct added *all)
{
	const struct item *first = step_before(all, v->start);
	const struct item *last = step_before(all, v->end);

	return (first && v->start < first->end && first->end < v->end) ||
	    (last && v->start < last->start && v->end < last->end);
}

/* Adds the steps to the items, of which those that cross them are dropped. */
static void
insert(struct hierarchy *h, struct added *all)
{
	for (size_t i = 0; i < h->n; i++)
		if (is_crossing(&h->item[i], all))
			h->item[i].loop = ITEM_DROPPED;
	for (size_t i = 0; i < all->n; i++)
		ARRAY_PUSH(h->item, h->n, &h->cap, all->list[i]);
}

/* --- forward passes that are cycles of their own --- */

/* A step without its forward pass, and the one before it. */
struct half {
	uint32_t forward; /* loop */
	size_t n, behind; /* repeats, and those just behind the pass */
	uint32_t loop;    /* of both together */
};

static uint32_t
count_updates(const struct item *v, const bool *update)
{
	uint32_t n = 0;

	for (uint32_t i = v->start; i < v->end; i++)
		n += update[i];
	return n;
}

static uint32_t
count_layers(const struct hierarchy *h, uint32_t outer)
{
	uint32_t layers = 0;

	for (size_t i = outer + 1;
	     i < h->n && h->item[i].start < h->item[outer].end; i++)
		layers += h->item[i].parent == outer &&
		    h->item[i].end - h->item[i].start >= TOLERATED_FROM;
	return layers;
}

/*
 * Whether item i, with an optimizer, is just behind a pass without one, of as
 * many layers. It is not the last pass of those whose gradients it adds up.
 */
static bool
is_behind_pass(
    const struct hierarchy *h, const bool *update, uint32_t before, uint32_t i)
{
	const struct item *pass = &h->item[before], *v = &h->item[i];
	uint32_t layers;

	if (pass->partial || pass->kind == v->kind ||
	    v->start - pass->end >= ROW_GAP || count_updates(pass, update) ||
	    !count_updates(v, update))
		return false;
	layers = count_layers(h, before);
	return layers && is_tolerated_length(count_layers(h, i), layers);
}

/* The pass before each item, just behind which it is, or ITEM_NONE. */
static uint32_t *
find_passes(const struct hierarchy *h, const bool *update)
{
	uint32_t *pass = xnones(h->n), *last = xnones(h->n);

	for (uint32_t i = 0; i < h->n; i++) {
		uint32_t parent = h->item[i].parent, *before;

		before = &last[parent == ITEM_NONE ? h->n : parent];
		if (*before != ITEM_NONE &&
		    is_behind_pass(h, update, *before, i))
			pass[i] = *before;
		*before = i;
	}
	free(last);
	return pass;
}

/* Counts the repeats of each kind that are the second half of a step. */
static struct half *
find_halves(const struct hierarchy *h, const uint32_t *pass)
{
	struct half *half = xcalloc(h->kinds + 1, sizeof *half);

	for (uint32_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];
		struct half *own = &half[v->kind];

		if (v->partial)
			continue;
		own->n++;
		if (pass[i] == ITEM_NONE)
			continue;
		if (own->behind == 0)
			own->forward = h->item[pass[i]].loop;
		own->behind += own->forward == h->item[pass[i]].loop;
	}
	return half;
}

/*
 * Where an evaluation has most forward passes, they are found before the steps
 * of the training, and in these: the rest, with the optimizer, is always behind
 * one of them.
 */
static void
join_halves(struct hierarchy *h, const bool *update)
{
	uint32_t *passes = find_passes(h, update);
	struct half *half = find_halves(h, passes);

	for (uint32_t i = 0; i < h->n; i++) {
		struct item *v = &h->item[i];
		struct half *own = &half[v->kind];
		struct item *pass;

		if (v->partial || own->behind < 2 ||
		    !is_nearly_all(own->behind, own->n) ||
		    passes[i] == ITEM_NONE)
			continue;
		pass = &h->item[passes[i]];
		if (own->loop == 0)
			own->loop =
			    hierarchy_new_loop(h, v->end - pass->start, false);
		v->start = pass->start;
		v->faults += pass->faults;
		v->loop = own->loop;
		pass->loop = ITEM_DROPPED;
	}
	free(half);
	free(passes);
	hierarchy_order(h);
}

void
updates_add_steps(
    struct hierarchy *h, const uint32_t *symbol, const bool *update, uint32_t n)
{
	struct updates u = {0};
	struct added all = {0};

	join_halves(h, update);
	find_ends(&u, update, n);
	if (are_regular(&u) && !are_known(h, &u)) {
		add_steps(&all, &u, n, find_rest(h, &u),
		    hierarchy_new_loop(h, u.distance, false));
		keep_alike(&all, symbol);
		insert(h, &all);
	}
	free(u.end);
	free(all.list);
}

/* --- steps that are in cycles of several --- */

/* Whether a part runs two in three of the kinds of kernels of an item. */
static bool
has_most_kinds(
    const uint32_t *symbol, const struct item *v, const struct item *part)
{
	struct idpool kinds = {0};
	size_t own, all;

	for (uint32_t i = part->start; i < part->end; i++)
		idpool_add(&kinds, symbol[i]);
	own = kinds.n;
	for (uint32_t i = v->start; i < v->end; i++)
		idpool_add(&kinds, symbol[i]);
	all = kinds.n;
	idpool_free(&kinds);
	return 3 * own >= 2 * all;
}

/*
 * Whether an item is several steps, as from one average of the weights to the
 * next: most of it are repeats of one loop, which hold layers and each some of
 * its optimizers, together all. The repeats that a long optimizer is made of,
 * one for each tensor, have not the kernels of the passes before it.
 */
static bool
holds_steps(const struct hierarchy *h, const uint32_t *symbol,
    const bool *update, uint32_t outer)
{
	const struct item *v = &h->item[outer], *first = NULL;
	uint32_t steps = 0, kernels = 0, updates = 0;

	for (uint32_t i = outer + 1; i < h->n && h->item[i].start < v->end;
	     i++) {
		const struct item *s = &h->item[i];
		bool layers = i + 1 < h->n && h->item[i + 1].parent == i;
		uint32_t own =
		    s->parent == outer && layers ? count_updates(s, update) : 0;

		if (own == 0 || (first && s->loop != first->loop))
			continue;
		first = s;
		steps++;
		kernels += s->end - s->start;
		updates += own;
	}
	return steps > 1 && 2 * kernels > v->end - v->start &&
	    updates == count_updates(v, update) &&
	    has_most_kinds(symbol, v, first);
}

/* Drops cycles of which most repeats are several steps. */
static void
drop_rows(struct hierarchy *h, const uint32_t *symbol, const bool *update)
{
	size_t *rows = xcalloc(h->kinds + 1, sizeof *rows);

	for (uint32_t i = 0; i < h->n; i++)
		rows[h->item[i].kind] +=
		    !h->item[i].partial && holds_steps(h, symbol, update, i);
	for (size_t i = 0; i < h->n; i++) {
		size_t kind = h->item[i].kind;

		if (rows[kind] && 2 * rows[kind] >= h->kind[kind].whole)
			h->item[i].loop = ITEM_DROPPED;
	}
	free(rows);
	hierarchy_arrange(h);
}

void
updates_drop_rows(
    struct hierarchy *h, const uint32_t *symbol, const bool *update)
{
	size_t before;

	do {
		before = h->n;
		drop_rows(h, symbol, update);
	} while (h->n < before);
}
