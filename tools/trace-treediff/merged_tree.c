#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/span.h"
#include "tools/trace-treediff/matcher.h"
#include "tools/trace-treediff/merged_tree.h"

/* A pair that is still to be entered, and the node that holds it. */
struct task {
	struct pair pair;
	uint32_t parent;
};

struct merger {
	struct matcher match;
	struct merge *out;
	struct task *task; /* the last one comes first */
	size_t tasks, task_cap;
	struct pairs pairs;
	bool *seen[2];
	bool swapped; /* the second tree comes before the first */
};

/* By the first tree's node; what it does not have comes last. */
ORDER_BY(compare_first, struct pair, UP(node[0]), UP(node[1]))
ORDER_BY(compare_second, struct pair, UP(node[1]), UP(node[0]))

/*
 * Puts pairs in the order of tree `first`, and what only the other has before
 * the first pair that holds a later node of it. The reference does not.
 */
static void
put_in_order(struct merger *m, int first)
{
	struct pairs *p = &m->pairs;
	struct pair *old;
	size_t both, only, out = 0;

	if (m->match.reference)
		return;
	old = xmalloc((p->n + 1) * sizeof *old);
	for (size_t i = 0; i < p->n; i++)
		old[i] = p->pair[i];
	qsort(old, p->n, sizeof *old, first ? compare_second : compare_first);
	for (both = 0; both < p->n && old[both].node[first] != SIDE_NONE;)
		both++;
	only = both;
	for (size_t i = 0; i < both; i++) {
		uint32_t second = old[i].node[!first];

		while (only < p->n && second != SIDE_NONE &&
		    old[only].node[!first] < second)
			p->pair[out++] = old[only++];
		p->pair[out++] = old[i];
	}
	while (only < p->n)
		p->pair[out++] = old[only++];
	free(old);
}

/* Pushes the pairs from the last one on, so that they come in their order. */
static void
push_pairs(struct merger *m, uint32_t parent)
{
	for (size_t i = m->pairs.n; i-- > 0;)
		ARRAY_PUSH(m->task, m->tasks, &m->task_cap,
		    (struct task){m->pairs.pair[i], parent});
}

/* Each node is entered once. */
static bool
is_new(struct merger *m, const struct pair *p)
{
	for (int k = 0; k < 2; k++)
		if (p->node[k] != SIDE_NONE && m->seen[k][p->node[k]])
			return false;
	for (int k = 0; k < 2; k++)
		if (p->node[k] != SIDE_NONE)
			m->seen[k][p->node[k]] = true;
	return true;
}

/*
 * Enters what a node on one side only holds. In the reference a node with one
 * child becomes the end of its chain, if that opens into several.
 */
static void
enter_below(struct merger *m, int k, uint32_t *node)
{
	const struct side *s = m->match.side[k];
	uint32_t only = side_only_child(s, *node);

	if (m->match.reference && only != SIDE_NONE) {
		uint32_t end = children_open(s, only);

		if (end != SIDE_NONE)
			*node = end;
	}
	for (uint32_t c = side_child(s, *node); c != SIDE_NONE;
	     c = side_next(s, c))
		matcher_add_alone(&m->pairs, k, c);
}

static void
enter(struct merger *m, const struct task *t)
{
	uint32_t number = (uint32_t)m->out->n, depth = 0;
	struct pair pair = t->pair;
	int k = pair.node[0] == SIDE_NONE;

	if (!is_new(m, &pair))
		return;
	if (t->parent != SIDE_NONE)
		depth = m->out->node[t->parent].depth + 1;
	m->pairs.n = 0;
	if (pair_has_both(&pair)) {
		children_match(&m->pairs, &m->match, &pair);
		put_in_order(m, m->swapped);
	} else {
		enter_below(m, k, &pair.node[k]);
	}
	ARRAY_PUSH(m->out->node, m->out->n, &m->out->cap,
	    (struct merge_node){{pair.node[m->swapped], pair.node[!m->swapped]},
		t->parent, depth, number + 1});
	push_pairs(m, number);
}

/* From the root on while there is one child that is no operator and no call. */
static uint32_t
descend(const struct side *s, uint32_t node)
{
	for (;;) {
		uint32_t child = s->node[node].child;

		if (child == SIDE_NONE || s->node[child].next != SIDE_NONE ||
		    s->node[child].kind == SIDE_OPERATOR ||
		    s->node[child].kind == SIDE_CALL)
			return node;
		node = child;
	}
}

/* The roots of the trees that have an operator; of one rank, or of all. */
static void
list_roots(struct node_list *l, const struct side *s, uint32_t rank)
{
	for (uint32_t root = s->root; root != SIDE_NONE;
	     root = s->node[root].next) {
		uint32_t i = root;

		if (rank != POOL_NONE && s->node[root].rank != rank)
			continue;
		while (i < s->node[root].behind &&
		    s->node[i].kind != SIDE_OPERATOR)
			i++;
		if (i < s->node[root].behind)
			matcher_add_node(l, root);
	}
}

static void
pair_by_place(struct pairs *p, const struct node_list l[2])
{
	size_t n = l[0].n > l[1].n ? l[0].n : l[1].n;

	for (size_t i = 0; i < n; i++)
		matcher_add_pair(p, i < l[0].n ? l[0].node[i] : SIDE_NONE,
		    i < l[1].n ? l[1].node[i] : SIDE_NONE);
}

/*
 * A run of roots on one side only beside a run as long on the other: the same
 * under other names.
 */
static void
pair_runs(struct pairs *p)
{
	size_t out = 0;

	for (size_t i = 0, mid, end; i < p->n; i = end) {
		for (mid = i; mid < p->n && p->pair[mid].node[1] == SIDE_NONE;)
			mid++;
		for (end = mid;
		     end < p->n && p->pair[end].node[0] == SIDE_NONE;)
			end++;
		if (mid - i == end - mid)
			for (size_t k = i; k < mid; k++)
				p->pair[k].node[1] =
				    p->pair[k + mid - i].node[1];
		if (end == i)
			end = i + 1;
		for (size_t k = i; k < (mid - i == end - mid ? mid : end); k++)
			p->pair[out++] = p->pair[k];
	}
	p->n = out;
}

static void
pair_roots(struct merger *m, const struct node_list l[2])
{
	struct pairs *p = &m->pairs;

	if (m->match.reference) {
		pair_by_place(p, l);
	} else {
		children_pair(p, &m->match, l, false);
		put_in_order(m, 0);
		pair_runs(p);
		children_pair_chains(p, &m->match);
	}
	for (size_t i = 0; i < 2 * p->n; i++) {
		uint32_t *node = &p->pair[i / 2].node[i % 2];

		if (*node != SIDE_NONE)
			*node = descend(m->match.side[i % 2], *node);
	}
}

static void
set_ends(struct merge *out)
{
	for (size_t i = out->n; i-- > 0;) {
		uint32_t parent = out->node[i].parent;

		if (parent != SIDE_NONE &&
		    out->node[parent].behind < out->node[i].behind)
			out->node[parent].behind = out->node[i].behind;
	}
}

static void
start(struct merger *m, uint32_t rank)
{
	struct node_list roots[2] = {{0}};

	for (int k = 0; k < 2; k++)
		list_roots(&roots[k], m->match.side[k], rank);
	m->pairs.n = 0;
	pair_roots(m, roots);
	put_in_order(m, m->swapped);
	push_pairs(m, SIDE_NONE);
	free(roots[0].node);
	free(roots[1].node);
}

/*
 * The trees of ranks stand by time, which differs from run to run, so each rank
 * is compared with the same one. Of one rank on either side the number may
 * differ. What is pushed last comes first.
 */
static void
start_ranks(struct merger *m)
{
	struct side *const *side = m->match.side;
	struct idpool ranks = {0};

	if (m->match.reference || (!side[0]->ranks && !side[1]->ranks)) {
		start(m, POOL_NONE);
		return;
	}
	for (int k = 0; k < 2; k++)
		for (uint32_t root = side[k]->root; root != SIDE_NONE;
		     root = side[k]->node[root].next)
			idpool_add(&ranks, side[k]->node[root].rank);
	for (size_t i = ranks.n; i-- > 0;)
		start(m, (uint32_t)ranks.id[i]);
	idpool_free(&ranks);
}

/*
 * Below 0 if a comes before b in an order of trees by their size and names; 0
 * for trees that are the same.
 */
static int
compare_sides(const struct side *a, const struct side *b)
{
	int order = (a->n > b->n) - (a->n < b->n);

	for (size_t i = 0; order == 0 && i < a->n; i++) {
		const struct side_node *x = &a->node[i], *y = &b->node[i];

		if (x->key != y->key)
			order = span_compare(pool_get(a->texts, x->key),
			    pool_get(b->texts, y->key));
		else if (x->depth != y->depth)
			order = x->depth < y->depth ? -1 : 1;
	}
	return order;
}

/* The trees are matched in one order, so that swapped ones give the same. */
void
merge_trees(struct merge *out, struct side *a, struct side *b, bool reference)
{
	struct merger m = {.out = out};

	*out = (struct merge){0};
	m.swapped = !reference && compare_sides(a, b) > 0;
	matcher_init(&m.match, m.swapped ? b : a, m.swapped ? a : b, reference);
	for (int k = 0; k < 2; k++)
		m.seen[k] = xcalloc(m.match.side[k]->n + 1, 1);
	start_ranks(&m);
	while (m.tasks) {
		struct task task = m.task[--m.tasks];

		enter(&m, &task);
	}
	set_ends(m.out);
	matcher_free(&m.match);
	free(m.task);
	free(m.pairs.pair);
	free(m.seen[0]);
	free(m.seen[1]);
}
