#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/order.h"
#include "common/json/python.h"
#include "tools/trace-treediff/tree_side.h"
#include "tools/trace-treediff/work_cells.h"

#define MODULE "nn.Module: "

const char *
cell_title(const struct report *r, int cell)
{
	static const char *const title[CELLS][2] = {
	    [CELL_NAME] = {"name", "name"},
	    [CELL_OP] = {"cpu_op", "cpu_op_name"},
	    [CELL_OP_ID] = {"op_id", "cpu_op_uid"},
	    [CELL_SIDE] = {"side", "source"},
	    [CELL_ARGS] = {"input_dims", "Input Dims"},
	    [CELL_ARGS + 1] = {"input_strides", "Input Strides"},
	    [CELL_ARGS + 2] = {"input_type", "Input type"},
	    [CELL_ARGS + 3] = {"concrete_inputs", "Concrete Inputs"},
	    [CELL_TIME] = {"dur_us", "kernel_time"},
	    [CELL_BUSY] = {"busy_us", "busy_time"},
	    [CELL_ANCESTOR] = {"ancestor", "lowest_common_ancestor_name"},
	    [CELL_ANCESTOR_ID] = {"ancestor_id", "lowest_common_ancestor_id"},
	    [CELL_EVENT] = {"event", "gpu_op_uid"},
	    [CELL_MODULES] = {"module_path", "nn_module_stack"},
	    [CELL_MODULE] = {"module", "nn_module_parent"},
	};

	return title[cell][r->reference];
}

/* Microseconds: as pandas writes them, or with three decimals. */
static void
add_us(struct buf *b, const struct report *r, int64_t ns)
{
	char text[FIXED_MAX];
	size_t n = fixed_print_us(text, ns);

	while (r->reference && text[n - 1] == '0' && text[n - 2] != '.')
		n--;
	buf_add(b, text, n);
}

/* The shortest decimals that are this double, which is finite. */
static void
add_real(struct buf *b, double x)
{
	char text[40] = "";

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, x);
		if (strtod(text, NULL) == x)
			break;
	}
	buf_add_text(b, text);
	if (!strpbrk(text, ".e"))
		buf_add_text(b, ".0");
}

/*
 * Doubles backslashes, which is all that has to be escaped in a field that came
 * from JSON.
 */
static void
add_escaped(struct buf *b, struct span text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\')
			buf_add(b, "\\", 1);
		buf_add(b, &text.p[i], 1);
	}
}

static void
add_arg(struct buf *b, const struct report *r, struct span field)
{
	struct buf text = {0}, tuple = {0};

	if (!r->reference) {
		buf_add_span(b, field);
		return;
	}
	tsv_unescape(&text, field);
	python_add(&tuple, buf_span(&text), true);
	add_escaped(b, buf_span(&tuple));
	buf_free(&text);
	buf_free(&tuple);
}

static void
add_ancestor(struct buf *b, const struct report *r, const struct stat *s)
{
	struct buf first = {0}, second = {0};

	if (s->lone)
		return;
	side_without_lines(&first, report_name(r, s->node, 0));
	side_without_lines(&second, report_name(r, s->node, 1));
	buf_add_span(b, buf_span(&first));
	if (!span_equal(buf_span(&first), buf_span(&second)))
		BUF_ADD_ALL(b, span_of(" | "), buf_span(&second));
	buf_free(&first);
	buf_free(&second);
}

/* The module that holds a node, or SIDE_NONE. */
static uint32_t
module_of(const struct side *s, uint32_t node)
{
	do
		node = s->node[node].parent;
	while (node != SIDE_NONE && !span_starts(side_name(s, node), MODULE));
	return node;
}

/* Without the number at its end, and with that word only for the reference. */
static void
add_module_name(struct buf *b, const struct report *r, struct span name)
{
	name = ascii_unnumbered(name, "_");
	if (!r->reference)
		name = span_cut(name, strlen(MODULE), name.n);
	buf_add_span(b, name);
}

void
cell_add_module(struct buf *b, const struct report *r, const struct stat *s)
{
	const struct side *side = r->side[s->second];
	uint32_t module = module_of(side, s->work);

	if (module != SIDE_NONE)
		add_module_name(b, r, side_name(side, module));
	else if (r->reference)
		buf_add_text(b, "root");
}

static void
add_modules(struct buf *b, const struct report *r, const struct stat *s)
{
	const struct side *side = r->side[s->second];
	uint32_t *list = NULL, module = s->work;
	size_t n = 0, cap = 0;

	while ((module = module_of(side, module)) != SIDE_NONE)
		ARRAY_PUSH(list, n, &cap, module);
	if (n == 0 && r->reference)
		buf_add_text(b, "root");
	while (n-- > 0) {
		add_module_name(b, r, side_name(side, list[n]));
		if (n)
			buf_add_text(b, ";");
	}
	free(list);
}

void
cell_add(struct buf *b, const struct report *r, const struct stat *s, int cell)
{
	static const char *const words[2][2] = {
	    {"a", "b"}, {"trace1", "trace2"}};
	const struct side *side = r->side[s->second];
	const struct side_node *work = &side->node[s->work];

	switch (cell) {
	case CELL_NAME:
		buf_add_span(b, side_name(side, s->work));
		break;
	case CELL_OP:
		buf_add_span(b, side_name(side, s->op));
		break;
	case CELL_OP_ID:
		buf_add_int(b, side->node[s->op].event);
		break;
	case CELL_SIDE:
		buf_add_text(b, words[r->reference][s->second]);
		break;
	case CELL_TIME:
		add_us(b, r, work->end - work->start);
		break;
	case CELL_BUSY:
		add_us(b, r, s->busy);
		break;
	case CELL_ANCESTOR:
		add_ancestor(b, r, s);
		break;
	case CELL_ANCESTOR_ID:
		if (!s->lone)
			buf_add_int(b, s->node);
		break;
	case CELL_EVENT:
		buf_add_int(b, work->event);
		break;
	case CELL_MODULES:
		add_modules(b, r, s);
		break;
	case CELL_MODULE:
		cell_add_module(b, r, s);
		break;
	default:
		add_arg(b, r, side_arg(side, s->op, cell - CELL_ARGS));
	}
}

void
cell_print(struct printer *p, const struct stat *s, int cell)
{
	p->room.n = 0;
	cell_add(&p->room, p->report, s, cell);
	tsvw_field(p->out, buf_span(&p->room));
}

void
cell_print_us(struct printer *p, int64_t ns)
{
	p->room.n = 0;
	add_us(&p->room, p->report, ns);
	tsvw_field(p->out, buf_span(&p->room));
}

/* In the reference with all digits of a double. */
void
cell_print_real(struct printer *p, double x)
{
	if (!p->report->reference || !isfinite(x)) {
		tsvw_real(p->out, x, 6);
		return;
	}
	p->room.n = 0;
	add_real(&p->room, x);
	tsvw_field(p->out, buf_span(&p->room));
}

/* In the reference also the operator's event. */
bool
work_groups_has(const struct report *r, int cell)
{
	if (cell == CELL_TIME || cell == CELL_ANCESTOR_ID || cell == CELL_EVENT)
		return false;
	return r->reference || (cell != CELL_OP_ID && cell != CELL_BUSY);
}

/* The cells of a group, or all but the side, with a tab before each. */
static void
set_row(struct buf *b, const struct report *r, const struct stat *s, bool group)
{
	b->n = 0;
	for (int cell = 0; cell < CELLS; cell++)
		if (group ? work_groups_has(r, cell) : cell != CELL_SIDE) {
			buf_add(b, "\t", 1);
			cell_add(b, r, s, cell);
		}
}

static void
add_to_group(struct groups *g, const struct report *r, const struct stat *s,
    struct buf *room)
{
	const struct side *side = r->side[s->second];
	const struct side_node *work = &side->node[s->work];
	uint32_t i;

	set_row(room, r, s, true);
	i = pool_add(g->keys, buf_span(room));
	if (i == g->n)
		ARRAY_PUSH(g->group, g->n, &g->cap, (struct group){.stat = s});
	g->group[i].count++;
	if (fixed_add(&g->group[i].ns, work->end - work->start))
		g->group[i].ns = INT64_MAX; /* 292 years */
}

ORDER_BY(compare_groups, struct group, DOWN(ns), span_compare(x->key, y->key))

void
work_groups_find(struct groups *g, const struct report *r)
{
	struct buf room = {0};

	*g = (struct groups){.keys = pool_new()};
	for (size_t i = 0; i < r->stats.n; i++)
		add_to_group(g, r, &r->stats.stat[i], &room);
	for (uint32_t i = 0; i < g->n; i++)
		g->group[i].key = pool_get(g->keys, i);
	ARRAY_SORT(g->group, g->n, compare_groups);
	buf_free(&room);
}

void
work_groups_free(struct groups *g)
{
	free(g->group);
	pool_free(g->keys);
}

bool
work_groups_identical(const struct report *r)
{
	const struct stats *s = &r->stats;
	struct buf row[2] = {{0}}; /* of each tree; empty after the last */
	size_t at[2] = {0};
	bool same;

	do {
		for (int k = 0; k < 2; k++) {
			row[k].n = 0;
			while (at[k] < s->n && s->stat[at[k]].second != k)
				at[k]++;
			if (at[k] < s->n)
				set_row(&row[k], r, &s->stat[at[k]++], false);
		}
		same = span_equal(buf_span(&row[0]), buf_span(&row[1]));
	} while (same && row[0].n);
	buf_free(&row[0]);
	buf_free(&row[1]);
	return same;
}
