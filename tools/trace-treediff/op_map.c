#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/x.h"
#include "common/json/jsontext.h"
#include "tools/trace-treediff/print_difference.h"
#include "tools/trace-treediff/tree_side.h"
#include "tools/trace-treediff/work_cells.h"

enum item_kind { ITEM_KERNEL, ITEM_MODULE };

/* One thing that is known of an operator in one of the trees. */
struct item {
	uint32_t op, text;     /* numbers in the pools */
	uint32_t order, place; /* in which operators are printed, and texts */
	bool second;
	enum item_kind kind;
};

struct op_map {
	const struct report *report;
	enum op_map_kind kind;
	bool once; /* of trees that are the same only the first */
	struct pool *texts;
	struct op_names names;
	struct idpool met; /* operators, in the order of their first groups */
	struct item *item;
	size_t n, cap, at; /* at: the next one to print */
	struct buf room, out;
};

static void
add_item(struct op_map *m, const struct stat *s, uint32_t op,
    enum item_kind kind, struct span text)
{
	ARRAY_PUSH(m->item, m->n, &m->cap,
	    (struct item){.op = op,
		.text = pool_add(m->texts, text),
		.second = s->second,
		.kind = kind});
}

static void
add_stat(struct op_map *m, const struct stat *s)
{
	const struct side *side = m->report->side[s->second];
	uint32_t op = op_names_number(&m->names, s);

	idpool_add(&m->met, op);
	add_item(m, s, op, ITEM_KERNEL, side_name(side, s->work));
	m->room.n = 0;
	cell_add_module(&m->room, m->report, s);
	if (m->report->reference)
		op_names_close_up(&m->room);
	add_item(m, s, op, ITEM_MODULE, buf_span(&m->room));
}

static bool
is_wanted(const struct op_map *m, const struct stat *s)
{
	if (m->kind == OP_MAP_BOTH)
		return !m->once || !s->second;
	return s->second == (m->kind == OP_MAP_B);
}

static void
fill(struct op_map *m)
{
	struct groups all;

	work_groups_find(&all, m->report);
	for (size_t i = 0; i < all.n; i++)
		if (is_wanted(m, all.group[i].stat))
			add_stat(m, all.group[i].stat);
	work_groups_free(&all);
}

ORDER_BY(compare_items, struct item, UP(order), UP(second), UP(kind), UP(place))

/* By the operator's first group, or by its name. */
static void
sort_items(struct op_map *m)
{
	bool by_group = m->report->reference && m->kind == OP_MAP_BOTH;
	uint32_t *op, *place;
	struct span *name = pool_sorted(m->names.ops, &op);
	struct span *text = pool_sorted(m->texts, &place);

	for (size_t i = 0; i < m->n; i++) {
		struct item *item = &m->item[i];

		item->order =
		    by_group ? idpool_find(&m->met, item->op) : op[item->op];
		item->place = place[item->text];
	}
	ARRAY_SORT(m->item, m->n, compare_items);
	free(name);
	free(op);
	free(text);
	free(place);
}

static void
add_indent(struct buf *b, int levels)
{
	for (int i = 0; i < levels; i++)
		buf_add_text(b, "  ");
}

/* The distinct texts of one kind, from `at` on. */
static void
print_list(
    struct op_map *m, uint32_t op, bool second, enum item_kind kind, int indent)
{
	const struct item *i = m->item + m->at, *end = m->item + m->n;
	struct buf *b = &m->out;
	bool any = false;

	buf_add_text(b, "[");
	for (; i < end && i->op == op && i->second == second && i->kind == kind;
	     i++) {
		if (any && i->text == i[-1].text)
			continue;
		buf_add_text(b, any ? ",\n" : "\n");
		add_indent(b, indent + 1);
		buf_add_quoted(b, pool_get(m->texts, i->text));
		any = true;
	}
	m->at = (size_t)(i - m->item);
	if (any) {
		buf_add_text(b, "\n");
		add_indent(b, indent);
	}
	buf_add_text(b, "]");
}

/* The kernels and modules of one tree. */
static void
print_lists(struct op_map *m, uint32_t op, bool second, int indent)
{
	add_indent(&m->out, indent);
	buf_add_text(&m->out, "\"kernels\": ");
	print_list(m, op, second, ITEM_KERNEL, indent);
	buf_add_text(&m->out, ",\n");
	add_indent(&m->out, indent);
	buf_add_text(&m->out, "\"nn_module_parents\": ");
	print_list(m, op, second, ITEM_MODULE, indent);
	buf_add_text(&m->out, "\n");
}

/* Both trees, or only those that have the operator, as the reference does. */
static void
print_sides(struct op_map *m)
{
	uint32_t op = m->item[m->at].op;
	bool any = false;

	for (int second = 0; second < 2; second++) {
		if (m->report->reference &&
		    (m->at == m->n || m->item[m->at].op != op ||
			m->item[m->at].second != (second == 1)))
			continue;
		BUF_ADD_ALL(&m->out, span_of(any ? ",\n    " : "    "),
		    span_of(second ? "\"trace2\": {\n" : "\"trace1\": {\n"));
		print_lists(m, op, second, 3);
		buf_add_text(&m->out, "    }");
		any = true;
	}
	buf_add_text(&m->out, "\n");
}

static void
print_op(struct op_map *m)
{
	uint32_t op = m->item[m->at].op;
	bool second = m->kind == OP_MAP_B;

	buf_add_text(&m->out, "\n  ");
	buf_add_quoted(&m->out, pool_get(m->names.ops, op));
	buf_add_text(&m->out, ": ");
	if (m->kind == OP_MAP_BOTH) {
		buf_add_text(&m->out, "{\n");
		if (m->once)
			print_lists(m, op, false, 2);
		else
			print_sides(m);
		buf_add_text(&m->out, "  }");
		return;
	}
	print_list(m, op, second, ITEM_KERNEL, 1);
	while (m->at < m->n && m->item[m->at].op == op)
		m->at++;
}

void
op_map_print(const struct report *r, enum op_map_kind kind)
{
	struct op_map m = {.report = r,
	    .kind = kind,
	    .once = r->reference && work_groups_identical(r),
	    .texts = pool_new()};

	op_names_init(&m.names, r, kind == OP_MAP_BOTH);
	fill(&m);
	sort_items(&m);
	buf_add_text(&m.out, "{");
	while (m.at < m.n) {
		if (m.at)
			buf_add_text(&m.out, ",");
		print_op(&m);
	}
	BUF_ADD_ALL(&m.out, span_of(m.n ? "\n}" : "}"),
	    span_of(r->reference ? "" : "\n"));
	xbuf_write(&m.out);
	free(m.item);
	idpool_free(&m.met);
	op_names_free(&m.names);
	buf_free(&m.room);
	buf_free(&m.out);
	pool_free(m.texts);
}
