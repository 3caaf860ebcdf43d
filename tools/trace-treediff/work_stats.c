#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/times/interval.h"
#include "tools/trace-treediff/work_cells.h"

/* The ancestor of work below a node: no call, if both trees have the node. */
static uint32_t
lifted(const struct report *r, uint32_t node)
{
	const struct merge_node *all = r->merge->node;

	while (!r->reference && merge_kind(&all[node]) == MERGE_BOTH &&
	    all[node].parent != SIDE_NONE &&
	    (r->side[0]->node[all[node].in[0]].kind >= SIDE_CALL ||
		r->side[1]->node[all[node].in[1]].kind >= SIDE_CALL))
		node = all[node].parent;
	return node;
}

/* Adds an event, unless no operator led to it. */
static void
add_work(struct report *r, uint32_t node, uint32_t work, bool second)
{
	const struct side *s = r->side[second];
	struct stats *out = &r->stats;
	uint32_t op = side_operator(s, work);
	bool lone = merge_kind(&r->merge->node[node]) != MERGE_BOTH;
	uint32_t place = (uint32_t)out->n;

	if (s->node[work].kind != SIDE_WORK || op == SIDE_NONE)
		return;
	ARRAY_PUSH(out->stat, out->n, &out->cap,
	    (struct stat){lifted(r, node), lone, work, op,
		r->reference ? place : work, second, 0});
}

/* All work at and below a node of the merged tree that is in one tree only. */
static void
add_below(struct report *r, uint32_t ancestor, uint32_t node, bool second)
{
	for (uint32_t i = node; i < r->merge->node[node].behind; i++)
		add_work(r, ancestor, r->merge->node[i].in[second], second);
}

/* One tree's work that differs at a node that both trees have. */
static void
add_side(struct report *r, uint32_t node, bool second)
{
	const struct merge_node *all = r->merge->node, *own = &all[node];
	enum merge_kind kind = second ? MERGE_B : MERGE_A;

	if (!r->reference ||
	    r->side[!second]->node[own->in[!second]].kind == SIDE_WORK)
		add_work(r, node, own->in[second], second);
	for (uint32_t c = node + 1; c < own->behind; c = all[c].behind)
		if (merge_kind(&all[c]) == kind)
			add_below(r, node, c, second);
}

static void
add_node(struct report *r, uint32_t node)
{
	enum merge_kind kind = merge_kind(&r->merge->node[node]);

	if (kind == MERGE_BOTH) {
		add_side(r, node, false);
		add_side(r, node, true);
	} else if (r->merge->node[node].parent == SIDE_NONE) {
		add_below(r, node, node, kind == MERGE_B);
	}
}

ORDER_BY(compare_stats, struct stat, UP(node), UP(second), UP(place))

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

void
stats_find(struct report *r)
{
	struct stat *s;
	size_t n;

	r->stats = (struct stats){0};
	for (uint32_t i = 0; i < r->merge->n; i++)
		add_node(r, i);
	s = r->stats.stat;
	n = r->stats.n;
	ARRAY_SORT(s, n, compare_stats);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && s[end].node == s[i].node &&
		     s[end].second == s[i].second;)
			end++;
		set_busy(s + i, end - i, r->side[s[i].second]);
	}
}
