#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-treediff/print_difference.h"
#include "tools/trace-treediff/tree_side.h"
#include "tools/trace-treediff/work_cells.h"

enum { WRITE_MOST = 1 << 16 };

static const char *
match_word(const struct report *r, const struct merge_node *n)
{
	if (merge_kind(n) != MERGE_BOTH)
		return merge_kind(n) == MERGE_A ? "a_only" : "b_only";
	return r->side[0]->node[n->in[0]].key == r->side[1]->node[n->in[1]].key
	    ? "same"
	    : "renamed";
}

static void
print_or_empty(struct tsvw *out, bool there, int64_t number)
{
	if (there)
		tsvw_int(out, number);
	else
		tsvw_empty(out);
}

static void
print_row(struct tsvw *out, const struct report *r, uint32_t i)
{
	static const struct side_node none;
	const struct merge_node *n = &r->merge->node[i];
	bool there[2];
	const struct side_node *node[2];

	for (int k = 0; k < 2; k++) {
		there[k] = n->in[k] != SIDE_NONE;
		node[k] = there[k] ? &r->side[k]->node[n->in[k]] : &none;
	}
	tsvw_int(out, i);
	tsvw_int(out, n->depth);
	print_or_empty(out, n->parent != SIDE_NONE, n->parent);
	tsvw_text(out, span_of(match_word(r, n)));
	for (int k = 0; k < 2; k++)
		print_or_empty(out, there[k], node[k]->event);
	tsvw_field(out, report_name(r, i, 0));
	tsvw_field(out, report_name(r, i, 1));
	for (int k = 0; k < 2; k++)
		if (there[k])
			tsvw_us(out, node[k]->work);
		else
			tsvw_empty(out);
	tsvw_us(out, node[1]->work - node[0]->work);
	for (int k = 0; k < 2; k++)
		print_or_empty(out, there[k], node[k]->events);
	xtsvw_end(out);
}

void
print_merged_rows(struct tsvw *out, const struct report *r)
{
	tsvw_titles(out,
	    "id depth parent match a_event b_event a_name b_name "
	    "a_gpu_us b_gpu_us delta_us a_gpu_events "
	    "b_gpu_events");
	xtsvw_end(out);
	for (uint32_t i = 0; i < r->merge->n; i++)
		print_row(out, r, i);
}

struct view {
	const struct report *report;
	bool pruned;
	uint32_t
	    *next; /* of those that hang from one node, as they are shown */
	uint32_t *first;
	struct buf out, prefix;
	size_t *length; /* of the prefix at each depth */
	size_t length_cap;
};

static bool
is_shown(const struct view *v, uint32_t i)
{
	const struct report *r = v->report;
	const struct merge_node *n = &r->merge->node[i];
	bool shown = !v->pruned;

	for (int k = 0; k < 2; k++)
		shown |=
		    n->in[k] != SIDE_NONE && r->side[k]->node[n->in[k]].gpu;
	return shown;
}

/*
 * Hangs the nodes in the order in which they are shown: what is in both trees,
 * then what is in the first only, then the second. Roots keep their order.
 */
static void
hang(struct view *v)
{
	const struct merge *m = v->report->merge;

	for (size_t i = 0; i <= m->n; i++)
		v->first[i] = SIDE_NONE;
	for (int kind = MERGE_B; kind >= MERGE_BOTH; kind--)
		for (size_t i = m->n; i-- > 0;) {
			const struct merge_node *n = &m->node[i];
			bool root = n->parent == SIDE_NONE;
			uint32_t *first = &v->first[root ? m->n : n->parent];

			if ((root ? MERGE_BOTH : merge_kind(n)) !=
				(enum merge_kind)kind ||
			    !is_shown(v, (uint32_t)i))
				continue;
			v->next[i] = *first;
			*first = (uint32_t)i;
		}
}

static void
add_label(struct view *v, uint32_t i)
{
	const struct report *r = v->report;
	enum merge_kind kind = merge_kind(&r->merge->node[i]);
	struct span a = report_name(r, i, 0), b = report_name(r, i, 1);

	if (kind == MERGE_A)
		buf_add_text(&v->out, ">> trace1: ");
	else if (kind == MERGE_B)
		buf_add_text(&v->out, "<< trace2: ");
	else if (!span_equal(a, b))
		buf_add_text(&v->out, "combined: ");
	buf_add_span(&v->out, kind == MERGE_B ? b : a);
	if (kind == MERGE_BOTH && !span_equal(a, b))
		BUF_ADD_ALL(&v->out, span_of(" | "), b);
	buf_add_text(&v->out, "\n");
}

static void
print_line(struct view *v, uint32_t i)
{
	size_t depth = v->report->merge->node[i].depth;
	bool last = v->next[i] == SIDE_NONE;

	ARRAY_RESERVE(v->length, &v->length_cap, depth + 2);
	v->prefix.n = depth ? v->length[depth] : 0;
	buf_add_span(&v->out, buf_span(&v->prefix));
	buf_add_text(&v->out, last ? "└── " : "├── ");
	add_label(v, i);
	buf_add_text(&v->prefix, last ? "    " : "│   ");
	v->length[depth + 1] = v->prefix.n;
	if (v->out.n >= WRITE_MOST)
		xbuf_write(&v->out);
}

void
print_merged_text(const struct report *r, bool pruned)
{
	const struct merge *m = r->merge;
	struct view v = {.report = r, .pruned = pruned};
	uint32_t i;

	v.next = xcalloc(m->n + 1, sizeof *v.next);
	v.first = xcalloc(m->n + 1, sizeof *v.first);
	hang(&v);
	for (i = v.first[m->n]; i != SIDE_NONE;) {
		print_line(&v, i);
		if (v.first[i] != SIDE_NONE) {
			i = v.first[i];
			continue;
		}
		while (i != SIDE_NONE && v.next[i] == SIDE_NONE)
			i = m->node[i].parent;
		if (i != SIDE_NONE)
			i = v.next[i];
	}
	xbuf_write(&v.out);
	buf_free(&v.out);
	buf_free(&v.prefix);
	free(v.length);
	free(v.next);
	free(v.first);
}

/* The table of all work, or of groups of it. */
struct work_table {
	struct printer p;
	struct op_names names;
	bool once; /* of trees that are the same only the first */
};

static struct work_table
open_table(struct tsvw *out, const struct report *r)
{
	return (struct work_table){.p = {.out = out, .report = r},
	    .once = r->reference && work_groups_identical(r)};
}

void
print_stats(struct tsvw *out, const struct report *r)
{
	struct work_table t = open_table(out, r);

	for (int cell = 0; cell < CELLS; cell++)
		if (!t.once || cell != CELL_SIDE)
			tsvw_text(out, span_of(cell_title(r, cell)));
	xtsvw_end(out);
	for (size_t i = 0; i < r->stats.n; i++) {
		if (t.once && r->stats.stat[i].second)
			continue;
		for (int cell = 0; cell < CELLS; cell++)
			if (!t.once || cell != CELL_SIDE)
				cell_print(&t.p, &r->stats.stat[i], cell);
		xtsvw_end(out);
	}
	buf_free(&t.p.room);
}

static bool
has_cell(const struct work_table *t, int cell)
{
	return work_groups_has(t->p.report, cell) &&
	    !(t->once && cell == CELL_SIDE);
}

/* The reference has operators and modules here as in its joint map. */
static void
print_group_cell(struct work_table *t, const struct stat *s, int cell)
{
	struct buf *room = &t->p.room;
	bool reference = t->p.report->reference;

	if (reference && cell == CELL_OP) {
		tsvw_field(t->p.out,
		    pool_get(t->names.ops, op_names_number(&t->names, s)));
	} else if (reference && cell == CELL_MODULE) {
		room->n = 0;
		cell_add_module(room, t->p.report, s);
		op_names_close_up(room);
		tsvw_field(t->p.out, buf_span(room));
	} else {
		cell_print(&t->p, s, cell);
	}
}

static void
print_group(struct work_table *t, const struct group *g)
{
	for (int cell = 0; cell < CELLS; cell++) {
		if (has_cell(t, cell))
			print_group_cell(t, g->stat, cell);
		if (cell == CELL_NAME)
			tsvw_int(t->p.out, g->count);
	}
	if (t->p.report->reference)
		cell_print_real(&t->p, (double)g->ns / 1e3 / (double)g->count);
	else
		cell_print_us(&t->p, fixed_divide(g->ns, g->count));
	cell_print_us(&t->p, g->ns);
	xtsvw_end(t->p.out);
}

static void
print_group_header(const struct work_table *t)
{
	static const char *const title[][2] = {{"count", "operation_count"},
	    {"mean_us", "kernel_time_mean"}, {"sum_us", "kernel_time_sum"}};
	const struct report *r = t->p.report;

	for (int cell = 0; cell < CELLS; cell++) {
		if (has_cell(t, cell))
			tsvw_text(t->p.out, span_of(cell_title(r, cell)));
		if (cell == CELL_NAME)
			tsvw_text(t->p.out, span_of(title[0][r->reference]));
	}
	tsvw_text(t->p.out, span_of(title[1][r->reference]));
	tsvw_text(t->p.out, span_of(title[2][r->reference]));
	xtsvw_end(t->p.out);
}

void
print_arguments(struct tsvw *out, const struct report *r)
{
	struct work_table t = open_table(out, r);
	struct groups g;

	op_names_init(&t.names, r, r->reference);
	work_groups_find(&g, r);
	print_group_header(&t);
	for (size_t i = 0; i < g.n; i++)
		if (!t.once || !g.group[i].stat->second)
			print_group(&t, &g.group[i]);
	work_groups_free(&g);
	op_names_free(&t.names);
	buf_free(&t.p.room);
}
