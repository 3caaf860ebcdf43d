#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/print_tree.h"

/*
 * A path longer than this keeps its beginning and its end, about half of it
 * each: whole paths of a tree that is n deep would take n times n bytes.
 */
enum { PRINT_PATH_MOST = 8192 };

static const char leading[] =
    "depth event parent cat name dur_us gpu_us gpu_events path";

static bool
hands_on(const struct tsv *in, int column)
{
	struct span name = tsv_name(in, column);

	return !span_is_among(name, leading) && !span_is(name, "forward");
}

void
print_rows_header(
    struct tsvw *out, const struct tree_table *t, const struct tsv *in)
{
	tsvw_titles(out, leading);
	if (t->forward)
		tsvw_text(out, span_of("forward"));
	for (int i = 0; i < tsv_columns(in); i++)
		if (hands_on(in, i))
			tsvw_field(out, tsv_name(in, i));
	xtsvw_end_header(out);
}

size_t
tree_path_enter(struct tree_path *path, size_t depth, struct span name)
{
	size_t start;

	path->text.n = depth ? path->end[depth - 1] : 0;
	if (depth)
		buf_add(&path->text, ";", 1);
	start = path->text.n;
	buf_add_span(&path->text, name);
	ARRAY_RESERVE(path->end, &path->cap, depth + 1);
	path->end[depth] = path->text.n;
	return start;
}

void
tree_path_free(struct tree_path *path)
{
	buf_free(&path->text);
	free(path->end);
}

/* Cuts between two names, as near to the limit as one ends or begins. */
static void
print_long_path(struct tsvw *out, struct buf *room, struct span path)
{
	size_t head = PRINT_PATH_MOST / 2, tail = path.n - PRINT_PATH_MOST / 2;

	while (head && path.p[head] != ';')
		head--;
	while (tail < path.n && path.p[tail] != ';')
		tail++;
	room->n = 0;
	buf_add(room, path.p, head);
	buf_add(room, head ? ";..." : "...", head ? 4 : 3);
	buf_add(room, path.p + tail, path.n - tail);
	tsvw_field(out, buf_span(room));
}

static void
print_number(struct tsvw *out, const struct tree_table *t, uint32_t row)
{
	if (row == TREE_NONE)
		tsvw_empty(out);
	else
		tsvw_int(out, t->row[row].id);
}

static void
print_node(struct tsvw *out, const struct tree_table *t, uint32_t row,
    size_t depth, const struct tree_path *path, struct buf *room)
{
	const struct tree_node *node = &t->tree.node[row];
	const struct host *h = &t->row[row];

	tsvw_int(out, (int64_t)depth);
	print_number(out, t, row);
	print_number(out, t, node->parent);
	tsvw_field(out, tree_table_field(t, row, t->in.cat));
	tsvw_field(out, tree_table_name(t, row));
	tsvw_us(out, h->end - h->start);
	tsvw_us(out, node->gpu);
	tsvw_int(out, node->events);
	if (path->text.n > PRINT_PATH_MOST)
		print_long_path(out, room, buf_span(&path->text));
	else
		tsvw_field(out, buf_span(&path->text));
	if (t->forward)
		print_number(
		    out, t, row < t->hosts ? t->forward[row] : TREE_NONE);
}

static void
print_rest(struct tsvw *out, const struct tree_table *t, const struct tsv *in,
    uint32_t row)
{
	struct span rest = tree_table_line(t, row);

	for (int i = 0; i < tsv_columns(in); i++) {
		struct span field = span_take(&rest, '\t');

		if (hands_on(in, i))
			tsvw_field(out, field);
	}
	xtsvw_end(out);
}

void
print_rows_below(struct tsvw *out, const struct tree_table *t,
    const struct tsv *in, uint32_t top)
{
	struct tree_path path = {0};
	struct buf room = {0};
	size_t depth = 0;

	for (uint32_t row = top == TREE_NONE ? t->tree.root : top;
	     row != TREE_NONE; row = tree_after(&t->tree, row, top, &depth)) {
		tree_path_enter(&path, depth, tree_table_name(t, row));
		print_node(out, t, row, depth, &path, &room);
		print_rest(out, t, in, row);
	}
	buf_free(&room);
	tree_path_free(&path);
}

struct module {
	int64_t outside; /* ns of work of the GPU for no module inside it */
	int64_t end;     /* of that work so far */
	size_t depth;
};

struct modules {
	uint32_t *of; /* the innermost module that holds a row, or is it */
	struct module *module; /* by row; of those that are modules */
};

static uint32_t
outer(const struct modules *m, const struct tree_table *t, uint32_t row)
{
	uint32_t parent = t->tree.node[row].parent;

	return parent == TREE_NONE ? TREE_NONE : m->of[parent];
}

/* Work comes in the order of its start. */
static void
add_work(struct module *m, const struct host *work)
{
	int64_t start = work->start > m->end ? work->start : m->end;

	if (work->end <= start)
		return;
	m->outside += work->end - start;
	m->end = work->end;
}

static void
find_modules(struct modules *m, const struct tree_table *t)
{
	m->of = xcalloc(t->n, sizeof *m->of);
	m->module = xcalloc(t->n, sizeof *m->module);
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t around = outer(m, t, i);

		m->of[i] = frame_is_module(tree_table_name(t, i)) ? i : around;
		if (m->of[i] == i)
			m->module[i] = (struct module){0, INT64_MIN,
			    around == TREE_NONE ? 0
						: m->module[around].depth + 1};
		else if (i >= t->hosts && around != TREE_NONE)
			add_work(&m->module[around], &t->row[i]);
	}
}

static void
print_module(struct tsvw *out, const struct modules *m,
    const struct tree_table *t, uint32_t row)
{
	const struct tree_node *node = &t->tree.node[row];
	uint32_t around = outer(m, t, row);

	tsvw_int(out, (int64_t)m->module[row].depth);
	tsvw_int(out, t->row[row].id);
	print_number(out, t, around);
	tsvw_field(out, frame_module(tree_table_name(t, row)));
	tsvw_us(out, t->row[row].end - t->row[row].start);
	tsvw_us(out, node->gpu);
	if (around == TREE_NONE)
		tsvw_empty(out);
	else
		tsvw_us(out, t->tree.node[around].gpu);
	tsvw_us(out, m->module[row].outside);
	tsvw_int(out, node->events);
	xtsvw_end(out);
}

size_t
print_modules(struct tsvw *out, const struct tree_table *t)
{
	struct modules m;
	size_t n = 0, depth = 0;

	tsvw_titles(out,
	    "depth event parent module dur_us gpu_us "
	    "parent_gpu_us outside_us gpu_events");
	xtsvw_end(out);
	find_modules(&m, t);
	for (uint32_t row = t->tree.root; row != TREE_NONE;
	     row = tree_after(&t->tree, row, TREE_NONE, &depth))
		if (m.of[row] == row) {
			print_module(out, &m, t, row);
			n++;
		}
	free(m.of);
	free(m.module);
	return n;
}
