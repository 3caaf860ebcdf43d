#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

void
hierarchy_free(struct hierarchy *h)
{
	free(h->item);
	free(h->kind);
	free(h->length);
	*h = (struct hierarchy){0};
}

void
hierarchy_add_step(
    struct hierarchy *h, uint32_t start, uint32_t end, uint32_t loop)
{
	ARRAY_PUSH(h->item, h->n, &h->cap,
	    (struct item){.start = start, .end = end, .loop = loop});
}

uint32_t
hierarchy_new_loop(struct hierarchy *h, uint32_t median, bool is_lone)
{
	uint32_t n = h->loops;

	ARRAY_PUSH(h->length, n, &h->length_cap,
	    (struct loop_length){.median = median, .is_lone = is_lone});
	return h->loops++;
}

/* Moves the places of loops, and of the loops inside them, to the items. */
static void
gather(struct hierarchy *h, struct loops *all)
{
	for (size_t i = 0; i < all->n; i++) {
		struct loop *l = &all->loop[i];
		uint32_t number = hierarchy_new_loop(h, l->median, false);

		h->length[number].key = l->key;
		h->length[number].is_step = loops_is_step(all, l);
		for (size_t k = 0; k < l->places; k++) {
			const struct place *p = &l->place[k];

			ARRAY_PUSH(h->item, h->n, &h->cap,
			    (struct item){.start = p->start,
				.end = p->end,
				.faults = p->faults,
				.part = (uint8_t)p->part,
				.loop = number});
		}
		free(l->place);
		l->place = NULL;
		l->places = l->place_cap = 0;
		gather(h, &l->inner);
		h->length[number].last = h->loops - 1;
	}
}

ORDER_BY(compare, struct item, UP(start), DOWN(end), UP(loop))

/* Without those that are dropped. */
static void
remove_dropped(struct hierarchy *h)
{
	size_t kept = 0;

	for (size_t i = 0; i < h->n; i++)
		if (h->item[i].loop != ITEM_DROPPED)
			h->item[kept++] = h->item[i];
	h->n = kept;
}

/*
 * Finds what holds each item. Of two that cross the one that is cut off is
 * dropped, of two in the same place the inner one.
 */
static void
find_parents(struct hierarchy *h)
{
	uint32_t top = ITEM_NONE;

	for (uint32_t i = 0; i < h->n; i++) {
		struct item *v = &h->item[i];

		while (top != ITEM_NONE && h->item[top].end <= v->start)
			top = h->item[top].parent;
		while (top != ITEM_NONE && h->item[top].end < v->end &&
		    h->item[top].part != PLACE_WHOLE &&
		    v->part == PLACE_WHOLE) {
			h->item[top].loop = ITEM_DROPPED;
			top = h->item[top].parent;
		}
		v->parent = top;
		if (top != ITEM_NONE &&
		    (h->item[top].end < v->end ||
			(h->item[top].start == v->start &&
			    h->item[top].end == v->end)))
			v->loop = ITEM_DROPPED;
		else
			top = i;
	}
}

/* Parents of what is left, once items were dropped. */
static void
order(struct hierarchy *h)
{
	size_t before;

	do {
		before = h->n;
		find_parents(h);
		remove_dropped(h);
	} while (h->n < before);
}

/* The kind of a loop in a parent, new or known. */
static uint32_t
find_kind(struct hierarchy *h, uint32_t loop, uint32_t parent)
{
	for (uint32_t k = 0; k < h->kinds; k++)
		if (h->kind[k].loop == loop && h->kind[k].parent == parent)
			return k;
	ARRAY_PUSH(h->kind, h->kinds, &h->kind_cap,
	    (struct item_kind){.loop = loop,
		.parent = parent,
		.is_lone = h->length[loop].is_lone});
	return (uint32_t)h->kinds - 1;
}

static void
find_kinds(struct hierarchy *h)
{
	h->kinds = 0;
	for (size_t i = 0; i < h->n; i++) {
		struct item *v = &h->item[i];
		const struct item *parent =
		    v->parent == ITEM_NONE ? NULL : &h->item[v->parent];

		v->partial =
		    v->part != PLACE_WHOLE || (parent && parent->partial);
		v->kind =
		    find_kind(h, v->loop, parent ? parent->kind : ITEM_NONE);
		h->kind[v->kind].whole += !v->partial;
		h->kind[v->kind].partial += v->partial;
	}
}

/* Kinds come before those that are in them. */
static bool
has_layers(const struct hierarchy *h, size_t kind)
{
	for (size_t k = kind + 1; k < h->kinds; k++)
		if (h->kind[k].parent == kind)
			return true;
	return false;
}

/*
 * Whether a kind is what is left of steps that were cut off or had too many
 * faults: layers outside of all steps, and far fewer than in steps.
 */
static bool
is_left_over(const struct hierarchy *h, size_t kind)
{
	const struct item_kind *own = &h->kind[kind];
	uint64_t key = h->length[own->loop].key;
	size_t inside = 0;

	if (own->parent != ITEM_NONE || has_layers(h, kind))
		return false;
	for (size_t k = 0; k < h->kinds; k++)
		if (h->length[h->kind[k].loop].key == key)
			inside += h->kind[k].whole;
	return inside > OUTSIDE_STEPS * own->whole;
}

/* The first symbol of each kind's first whole item; ITEM_NONE if it has none,
 * or has other kinds inside. The caller frees it. */
static uint32_t *
find_first_symbols(const struct hierarchy *h, const uint32_t *symbol)
{
	uint32_t *first = xnones(h->kinds);

	for (size_t i = h->n; i-- > 0;)
		if (!h->item[i].partial)
			first[h->item[i].kind] = symbol[h->item[i].start];
	for (size_t k = 0; k < h->kinds; k++)
		if (h->kind[k].parent != ITEM_NONE)
			first[h->kind[k].parent] = ITEM_NONE;
	return first;
}

/* Whether two kinds in one parent repeat the same from the same symbol on. */
static bool
are_equal(const struct hierarchy *h, const uint32_t *first, size_t a, size_t b)
{
	const struct item_kind *x = &h->kind[a], *y = &h->kind[b];
	const struct loop_length *l = &h->length[x->loop];
	const struct loop_length *m = &h->length[y->loop];

	return x->parent == y->parent && first[a] != ITEM_NONE &&
	    first[a] == first[b] && l->key && l->key == m->key &&
	    l->median == m->median;
}

void
hierarchy_unite(struct hierarchy *h, const uint32_t *symbol)
{
	uint32_t *first = find_first_symbols(h, symbol);
	uint32_t *loop = xmalloc((h->kinds + 1) * sizeof *loop);

	for (size_t k = 0; k < h->kinds; k++) {
		size_t like = 0;

		while (like < k && !are_equal(h, first, like, k))
			like++;
		loop[k] = h->kind[like].loop;
	}
	for (size_t i = 0; i < h->n; i++)
		h->item[i].loop = loop[h->item[i].kind];
	free(loop);
	free(first);
	hierarchy_order(h);
}

/*
 * Drops the kinds that are no cycle. Their children become other kinds, which
 * are judged in the next round.
 */
static bool
drop_false(struct hierarchy *h)
{
	enum { KEEP, WAIT, DROP } *fate = xcalloc(h->kinds + 1, sizeof *fate);
	bool any = false;

	for (size_t k = 0; k < h->kinds; k++) {
		const struct item_kind *kind = &h->kind[k];

		if (kind->parent != ITEM_NONE && fate[kind->parent] != KEEP)
			fate[k] = WAIT;
		else if (!kind->is_lone &&
		    (kind->whole < 2 || is_left_over(h, k)))
			fate[k] = DROP;
	}
	for (size_t i = 0; i < h->n; i++)
		if (fate[h->item[i].kind] == DROP) {
			h->item[i].loop = ITEM_DROPPED;
			any = true;
		}
	free(fate);
	return any;
}

void
hierarchy_arrange(struct hierarchy *h)
{
	remove_dropped(h);
	ARRAY_SORT(h->item, h->n, compare);
	order(h);
	find_kinds(h);
}

void
hierarchy_order(struct hierarchy *h)
{
	do
		hierarchy_arrange(h);
	while (drop_false(h));
}

/*
 * Whether a repeat is one of another kind of steps, folded after loop `cut`,
 * of which it seems to be a part.
 */
static bool
is_other_step(const struct hierarchy *h, const struct item *v, uint32_t cut)
{
	if (v->part != PLACE_WHOLE || v->loop >= h->loops ||
	    v->loop <= h->length[cut].last || !h->length[v->loop].is_step)
		return false;
	for (uint32_t k = cut + 1; k <= h->length[cut].last; k++)
		if (h->length[k].key == h->length[v->loop].key)
			return false;
	return true;
}

/*
 * Drops repeats that seem to be cut off, with what is in them, but hold a whole
 * step of another kind: the two begin alike, or end alike.
 */
static void
drop_cut_off(struct hierarchy *h)
{
	ARRAY_SORT(h->item, h->n, compare);
	for (size_t i = 0; i < h->n; i++) {
		const struct item cut = h->item[i];
		size_t end = i;
		bool other = false;

		if (cut.part == PLACE_WHOLE || cut.loop == ITEM_DROPPED)
			continue;
		for (; end < h->n && h->item[end].start < cut.end; end++)
			other |= h->item[end].end <= cut.end &&
			    is_other_step(h, &h->item[end], cut.loop);
		for (size_t k = i; other && k < end; k++)
			if (h->item[k].loop - cut.loop <=
			    h->length[cut.loop].last - cut.loop)
				h->item[k].loop = ITEM_DROPPED;
	}
}

void
hierarchy_build(struct hierarchy *h, struct loops *all)
{
	*h = (struct hierarchy){0};
	gather(h, all);
	drop_cut_off(h);
	hierarchy_arrange(h);
}
