#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-tree/tree.h"

/*
 * Which event holds which, as TraceLens finds it (AMD-AGI/TraceLens, revision
 * 171dd747).
 *
 * Ends are sums of doubles: of events that end together some then seem to end
 * later, overlap what holds them, and drop out of the tree. An event also
 * drops out if it overlaps the only one that is open.
 */

#define REFERENCE_DROPPED (HOST_NONE - 1)

/* The overlap below which the next one outside holds an event. */
#define SLACK_US 1.0

/* What holds a row; if nothing drops it, it is pushed. */
static uint32_t
enter(struct host_stacks *s, uint32_t *top, const struct reference_time *time,
    uint32_t row)
{
	uint32_t parent;

	while (*top != HOST_NONE && time[*top].end <= time[row].start)
		*top = s->below[*top];
	parent = *top;
	if (parent != HOST_NONE && time[parent].end < time[row].end) {
		bool slight = time[parent].end - time[row].start < SLACK_US;

		if (!slight || s->below[parent] == HOST_NONE)
			return REFERENCE_DROPPED;
		parent = s->below[parent];
	}
	s->below[row] = parent;
	*top = row;
	return parent;
}

/*
 * Sets parent[] of n rows in the order of their start: a row, HOST_NONE, or
 * REFERENCE_DROPPED.
 */
static void
reference_parents(uint32_t *parent, const struct host *row,
    const struct reference_time *time, size_t n, size_t threads)
{
	struct host_stacks s = {0};

	host_stacks_init(&s, n, threads);
	for (uint32_t i = 0; i < n; i++)
		parent[i] = enter(&s, &s.top[row[i].thread], time, i);
	host_stacks_free(&s);
}

static void
find_parents(
    struct tree *t, const struct host *row, size_t hosts, size_t threads)
{
	struct host_stacks stacks = {0};

	host_stacks_init(&stacks, hosts, threads);
	for (uint32_t i = 0; i < hosts; i++)
		t->node[i].parent =
		    host_stacks_enter(&stacks, row, i, &t->node[i].crosses);
	host_stacks_free(&stacks);
}

static void
find_reference_parents(struct tree *t, const struct host *row, size_t hosts,
    size_t threads, const struct reference_time *time)
{
	uint32_t *parent = xmalloc((hosts + 1) * sizeof *parent);

	reference_parents(parent, row, time, hosts, threads);
	for (size_t i = 0; i < hosts; i++) {
		bool dropped = parent[i] == REFERENCE_DROPPED;

		t->node[i].parent = dropped ? TREE_NONE : parent[i];
		t->node[i].crosses = dropped;
	}
	free(parent);
}

/* From the last row to the first, so that each becomes its parent's first. */
static void
find_children(struct tree *t)
{
	t->root = TREE_NONE;
	for (size_t i = 0; i < t->n; i++)
		t->node[i].child = TREE_NONE;
	for (size_t i = t->n; i-- > 0;) {
		uint32_t parent = t->node[i].parent;
		uint32_t *first =
		    parent == TREE_NONE ? &t->root : &t->node[parent].child;

		t->node[i].next = *first;
		*first = (uint32_t)i;
	}
}

/* Parents come before their children. */
static void
count_events(struct tree *t, size_t hosts)
{
	for (size_t i = t->n; i-- > 0;) {
		struct tree_node *node = &t->node[i];

		node->events += i >= hosts;
		if (node->parent != TREE_NONE)
			t->node[node->parent].events += node->events;
	}
}

/*
 * Adds an event to all that hold it: what of it is after the end of all before
 * it. Ends only grow on the way up, so nothing is left to add above the first
 * node where it is covered.
 */
static void
add_time(struct tree *t, int64_t *end, const struct host *row, uint32_t i)
{
	int64_t start = row[i].start, stop = row[i].end;

	for (; i != TREE_NONE; i = t->node[i].parent) {
		if (end[i] >= stop)
			return;
		if (end[i] > start)
			start = end[i];
		t->node[i].gpu += stop - start;
		end[i] = stop;
	}
}

static void
add_times(struct tree *t, const struct host *row, size_t hosts)
{
	int64_t *end = xmalloc((t->n + 1) * sizeof *end);

	for (size_t i = 0; i < t->n; i++)
		end[i] = INT64_MIN;
	for (size_t i = hosts; i < t->n; i++)
		add_time(t, end, row, (uint32_t)i);
	free(end);
}

void
tree_build(struct tree *t, const struct host *row, size_t hosts, size_t n,
    size_t threads, const struct launch *launch,
    const struct reference_time *time)
{
	*t = (struct tree){xcalloc(n + 1, sizeof *t->node), n, TREE_NONE};
	if (time)
		find_reference_parents(t, row, hosts, threads, time);
	else
		find_parents(t, row, hosts, threads);
	for (size_t i = hosts; i < n; i++)
		t->node[i].parent = launch[i - hosts].call;
	find_children(t);
	count_events(t, hosts);
	add_times(t, row, hosts);
}

void
tree_free(struct tree *t)
{
	free(t->node);
	*t = (struct tree){0};
}

uint32_t
tree_after(const struct tree *t, uint32_t node, uint32_t top, size_t *depth)
{
	if (t->node[node].child != TREE_NONE) {
		++*depth;
		return t->node[node].child;
	}
	while (node != top && t->node[node].next == TREE_NONE) {
		node = t->node[node].parent;
		--*depth;
	}
	return node == top ? TREE_NONE : t->node[node].next;
}
