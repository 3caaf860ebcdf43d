#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/meaning/interval.h"
#include "tools/trace-treediff/work_cells.h"

struct finder {
	struct stats *out;
	const struct merge *merge;
	const struct side *a, *b;
	bool reference;
};

/* The ancestor of work below a node: no call, if both trees have the node. */
static uint32_t
lifted(const struct finder *f, uint32_t node)
{
	const struct merge_node *all = f->merge->node;

	while (!f->reference && merge_kind(&all[node]) == MERGE_BOTH &&
	    all[node].parent != SIDE_NONE &&
	    (f->a->node[all[node].a].kind >= SIDE_CALL ||
		f->b->node[all[node].b].kind >= SIDE_CALL))
		node = all[node].parent;
	return node;
}

/* Adds an event, unless no operator led to it. */
static void
add_work(struct finder *f, uint32_t node, uint32_t work, bool first)
{
	const struct side *s = first ? f->a : f->b;
	uint32_t op = side_operator(s, work);
	bool lone = merge_kind(&f->merge->node[node]) != MERGE_BOTH;
	uint32_t place = (uint32_t)f->out->n;

	if (s->node[work].kind != SIDE_WORK || op == SIDE_NONE)
		return;
	ARRAY_PUSH(f->out->stat, f->out->n, &f->out->cap,
	    (struct stat){lifted(f, node), lone, work, op,
		f->reference ? place : work, first, 0});
}

/* All work at and below a node of the merged tree that is in one tree only. */
static void
add_below(struct finder *f, uint32_t ancestor, uint32_t node, bool first)
{
	for (uint32_t i = node; i < f->merge->node[node].behind; i++)
		add_work(f, ancestor,
		    first ? f->merge->node[i].a : f->merge->node[i].b, first);
}

static bool
is_work(const struct side *s, uint32_t node)
{
	return s->node[node].kind == SIDE_WORK;
}

/* One tree's work that differs at a node that both trees have. */
static void
add_side(struct finder *f, uint32_t node, bool first)
{
	const struct merge_node *all = f->merge->node, *own = &all[node];
	enum merge_kind kind = first ? MERGE_A : MERGE_B;
	bool both = is_work(f->a, own->a) && is_work(f->b, own->b);

	if (both || !f->reference)
		add_work(f, node, first ? own->a : own->b, first);
	for (uint32_t c = node + 1; c < own->behind; c = all[c].behind)
		if (merge_kind(&all[c]) == kind)
			add_below(f, node, c, first);
}

static void
add_node(struct finder *f, uint32_t node)
{
	enum merge_kind kind = merge_kind(&f->merge->node[node]);

	if (kind == MERGE_BOTH) {
		add_side(f, node, true);
		add_side(f, node, false);
	} else if (f->merge->node[node].parent == SIDE_NONE) {
		add_below(f, node, node, kind == MERGE_A);
	}
}

ORDER_BY(compare_stats, struct stat, UP(node), DOWN(first), UP(place))

/* The time of the union of the work of one node in one tree. */
static void
set_busy(struct stat *stat, size_t n, const struct side *s)
{
	struct intervals all = {0};
	int64_t busy;

	for (size_t i = 0; i < n; i++) {
		const struct side_node *w = &s->node[stat[i].work];

		intervals_add(&all, (struct interval){w->start, w->end});
	}
	intervals_close(&all);
	busy = intervals_length(&all);
	for (size_t i = 0; i < n; i++)
		stat[i].busy = busy;
	intervals_free(&all);
}

static void
set_times(struct finder *f)
{
	struct stat *s = f->out->stat;
	size_t n = f->out->n;

	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && s[end].node == s[i].node &&
		     s[end].first == s[i].first;)
			end++;
		set_busy(s + i, end - i, s[i].first ? f->a : f->b);
	}
}

void
stats_find(struct stats *out, const struct merge *m, const struct side *a,
    const struct side *b, bool reference)
{
	struct finder f = {out, m, a, b, reference};

	*out = (struct stats){0};
	for (uint32_t i = 0; i < m->n; i++)
		add_node(&f, i);
	ARRAY_SORT(out->stat, out->n, compare_stats);
	set_times(&f);
}
