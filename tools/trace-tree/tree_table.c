#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/event_category.h"
#include "tools/trace-tree/tree_table.h"

/*
 * Which event holds which, as TraceLens finds it (AMD-AGI/TraceLens, revision
 * 171dd747).
 *
 * Ends are sums of doubles: of events that end together some then seem to end
 * later, overlap what holds them, and drop out of the tree. An event also
 * drops out if it overlaps the only one that is open.
 */

/* The overlap below which the next one outside holds an event. */
#define SLACK_US 1.0

/* The parent of a row, which is pushed; or REFERENCE_DROPPED. */
static uint32_t
enter(struct host_stacks *s, uint32_t *top, const struct reference_time *time,
    uint32_t row, bool *dropped)
{
	uint32_t parent;

	while (*top != HOST_NONE && time[*top].end <= time[row].start)
		*top = s->below[*top];
	parent = *top;
	if (parent != HOST_NONE && time[parent].end < time[row].end) {
		bool slight = time[parent].end - time[row].start < SLACK_US;

		*dropped = !slight || s->below[parent] == HOST_NONE;
		if (*dropped)
			return TREE_NONE;
		parent = s->below[parent];
	}
	s->below[row] = parent;
	*top = row;
	return parent;
}

static void
find_parents(struct tree *t, const struct host *row, size_t hosts,
    size_t threads, const struct reference_time *time)
{
	struct host_stacks s = {0};

	host_stacks_init(&s, hosts, threads);
	for (uint32_t i = 0; i < hosts; i++) {
		uint32_t *top = &s.top[row[i].thread];
		bool *crosses = &t->node[i].crosses;

		t->node[i].parent = time
		    ? enter(&s, top, time, i, crosses)
		    : host_stacks_enter(&s, row, i, crosses);
	}
	host_stacks_free(&s);
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
	find_parents(t, row, hosts, threads, time);
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

/* No event has this many, so that numbers of events fit into 32 bits. */
enum { ROWS_MOST = INT32_MAX };

static void
keep_line(struct tree_table *t, const struct tsv *in)
{
	struct span line = tsv_line(in);

	buf_add(&t->lines, line.p, line.n);
	ARRAY_PUSH(t->line_end, t->line, &t->line_cap, t->lines.n);
}

static void
add_row(struct tree_table *t, struct tsv *in, enum host_kind kind)
{
	struct host h;

	if (!xhost_row(&t->in, in, kind, &h))
		return;
	if (t->line == ROWS_MOST)
		die("%s: more than 2147483647 events", tsv_file(in));
	h.details = (uint32_t)t->line;
	if (t->in.event < 0)
		h.id = (int64_t)t->line;
	keep_line(t, in);
	t->fraction = t->fraction || (h.end - h.start) % 1000;
	if (kind >= HOST_CALL)
		h.correlation = xhost_id(&t->in, in, t->in.correlation);
	t->hosts += kind != HOST_WORK;
	ARRAY_PUSH(t->row, t->n, &t->cap, h);
}

static void
add_record(struct tree_table *t, struct tsv *in)
{
	struct span cat = tsv_field(in, t->in.cat);

	if (event_category_is_gpu(cat))
		add_row(t, in, HOST_WORK);
	else if (span_is(cat, "ac2g"))
		xhost_flow(&t->in, in);
	else if (span_is(cat, "cpu_op"))
		add_row(t, in, HOST_OPERATOR);
	else if (t->options.frames && span_is(cat, "python_function"))
		add_row(t, in, HOST_FRAME);
	else if (event_category_is_call(cat))
		add_row(t, in, HOST_CALL);
}

/* Rows of the GPU last; by start, then the number of the event, then the line.
 */
ORDER_BY(compare_numbers, struct host,
    (x->kind == HOST_WORK) - (y->kind == HOST_WORK), UP(start), UP(id),
    UP(details))

/*
 * Of those of the host that begin together the longer holds the other; of those
 * as long, a Python function an operator, and an operator a call.
 */
ORDER_BY(compare_rows, struct host,
    (x->kind == HOST_WORK) - (y->kind == HOST_WORK), UP(start),
    x->kind == HOST_WORK ? 0 : DOWN(end), UP(kind), UP(id), UP(details))

static struct launch *
find_launches(struct tree_table *t)
{
	size_t works = t->n - t->hosts;
	struct launch *launch = xhost_launches(&t->in, t->row, t->hosts, works);

	if (t->options.flows)
		launch_drop_correlations(launch, works);
	for (size_t i = 0; i < works; i++)
		t->unlinked += launch[i].call == HOST_NONE;
	return launch;
}

/* The times as doubles; NULL unless they are asked for. */
static struct reference_time *
find_times(const struct tree_table *t)
{
	struct reference_time *time;

	if (!t->options.reference)
		return NULL;
	time = xcalloc(t->hosts + 1, sizeof *time);
	for (uint32_t i = 0; i < t->hosts; i++) {
		double start = number_read(tree_table_field(t, i, t->in.ts));

		time[i].start = start;
		time[i].end =
		    start + number_read(tree_table_field(t, i, t->in.dur));
	}
	return time;
}

void
tree_table_read(
    struct tree_table *t, const struct tree_options *options, struct tsv *in)
{
	struct reference_time *time;
	struct launch *launch;

	*t = (struct tree_table){.options = *options};
	xhost_open(&t->in, in);
	while (xtsv_next(in))
		add_record(t, in);
	ARRAY_SORT(t->row, t->n,
	    t->options.reference ? compare_numbers : compare_rows);
	launch = find_launches(t);
	time = find_times(t);
	tree_build(&t->tree, t->row, t->hosts, t->n, pool_count(t->in.texts),
	    launch, time);
	free(time);
	free(launch);
	t->forward = xhost_forward(&t->in, t->row, t->hosts);
	for (size_t i = 0; i < t->hosts; i++)
		t->crossing += t->tree.node[i].crosses;
}

void
tree_table_free(struct tree_table *t)
{
	tree_free(&t->tree);
	xhost_free(&t->in);
	buf_free(&t->lines);
	free(t->line_end);
	free(t->row);
	free(t->forward);
}

struct span
tree_table_line(const struct tree_table *t, uint32_t row)
{
	uint32_t line = t->row[row].details;
	size_t start = line ? t->line_end[line - 1] : 0;

	return (struct span){t->lines.p + start, t->line_end[line] - start};
}

struct span
tree_table_field(const struct tree_table *t, uint32_t row, int column)
{
	return column < 0
	    ? (struct span){"", 0}
	    : span_part(tree_table_line(t, row), '\t', (size_t)column);
}

struct span
tree_table_name(const struct tree_table *t, uint32_t row)
{
	return pool_get(t->in.texts, t->row[row].name);
}

bool
tree_table_is_work(const struct tree_table *t, uint32_t row)
{
	return row >= t->hosts;
}
