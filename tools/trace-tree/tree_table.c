#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/category.h"
#include "common/trace/host.h"
#include "tools/trace-tree/tree.h"
#include "tools/trace-tree/tree_table.h"

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
add_row(struct tree_table *t, struct tsv *in, enum host_kind kind, bool work)
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
	if (work || kind == HOST_CALL)
		h.correlation = xhost_id(&t->in, in, t->in.correlation);
	if (work)
		ARRAY_PUSH(t->work, t->works, &t->work_cap, h);
	else
		ARRAY_PUSH(t->row, t->n, &t->cap, h);
}

static void
add_record(struct tree_table *t, struct tsv *in)
{
	struct span cat = tsv_field(in, t->in.cat);
	struct span ph = tsv_field(in, t->in.ph);

	if (category_group(cat, ph) == GROUP_GPU)
		add_row(t, in, HOST_CALL, true);
	else if (span_is(cat, "ac2g"))
		xhost_flow(&t->in, in);
	else if (span_is(cat, "cpu_op"))
		add_row(t, in, HOST_OPERATOR, false);
	else if (t->options.frames && span_is(cat, "python_function"))
		add_row(t, in, HOST_FRAME, false);
	else if (category_is_call(cat))
		add_row(t, in, HOST_CALL, false);
}

static int
compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* By start, then the number of the event, then the line. */
static int
compare_numbers(const void *a, const void *b)
{
	const struct host *x = a, *y = b;
	int c = compare(x->start, y->start);

	c = c ? c : compare(x->id, y->id);
	return c ? c : compare(x->details, y->details);
}

/*
 * Of those that begin together the longer holds the other; of those as long, a
 * Python function an operator, and an operator a call.
 */
static int
compare_rows(const void *a, const void *b)
{
	const struct host *x = a, *y = b;
	int c = compare(x->start, y->start);

	c = c ? c : compare(y->end, x->end);
	c = c ? c : compare(x->kind, y->kind);
	return c ? c : compare_numbers(a, b);
}

static void
find_launches(struct tree_table *t, struct launch *launch)
{
	uint32_t *correlation = xcalloc(t->works, sizeof *correlation);

	for (size_t i = 0; i < t->works; i++)
		correlation[i] = t->row[t->hosts + i].correlation;
	launch_find(t->row, t->hosts, t->in.known, pool_count(t->in.ids),
	    correlation, t->works, launch);
	free(correlation);
	if (t->options.flows)
		launch_drop_correlations(launch, t->works);
	for (size_t i = 0; i < t->works; i++)
		t->unlinked += launch[i].call == HOST_NONE;
}

static void
find_forward(struct tree_table *t)
{
	uint32_t n = pool_count(t->in.texts);
	struct span *text;

	if (t->in.sequence < 0)
		return;
	text = xcalloc(n, sizeof *text);
	t->forward = xcalloc(t->hosts + 1, sizeof *t->forward);
	for (uint32_t i = 0; i < n; i++)
		text[i] = pool_get(t->in.texts, i);
	backward_find(t->forward, t->row, t->hosts, text);
	free(text);
}

static double
microseconds(const struct tree_table *t, uint32_t row, int column)
{
	struct span field = tree_table_field(t, row, column);
	char text[FIXED_MAX] = "";

	memcpy(text, field.p, field.n < FIXED_MAX ? field.n : FIXED_MAX - 1);
	return strtod(text, NULL);
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
		double start = microseconds(t, i, t->in.ts);

		time[i].start = start;
		time[i].end = start + microseconds(t, i, t->in.dur);
	}
	return time;
}

static void
sort(struct tree_table *t)
{
	t->hosts = t->n;
	if (t->hosts)
		qsort(t->row, t->hosts, sizeof *t->row,
		    t->options.reference ? compare_numbers : compare_rows);
	if (t->works)
		qsort(t->work, t->works, sizeof *t->work, compare_numbers);
	for (size_t i = 0; i < t->works; i++)
		ARRAY_PUSH(t->row, t->n, &t->cap, t->work[i]);
	free(t->work);
	t->work = NULL;
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
	sort(t);
	launch = xcalloc(t->works, sizeof *launch);
	find_launches(t, launch);
	time = find_times(t);
	tree_build(&t->tree, t->row, t->hosts, t->n, pool_count(t->in.texts),
	    launch, time);
	free(time);
	free(launch);
	find_forward(t);
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
