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
	uint32_t op, text; /* numbers in the pool */
	bool second;
	enum item_kind kind;
};

struct op_map {
	const struct report *report;
	enum op_map_kind kind;
	bool once; /* of trees that are the same only the first */
	struct pool *texts;
	struct op_names names;
	uint32_t *first; /* of each operator: its first group, from 1 */
	size_t first_n, first_cap;
	struct item *item;
	size_t n, cap;
	struct buf room, out;
};

static void
add_item(struct op_map *m, const struct stat *s, uint32_t op,
    enum item_kind kind, struct span text)
{
	ARRAY_PUSH(m->item, m->n, &m->cap,
	    (struct item){op, pool_add(m->texts, text), !s->first, kind});
}

static void
add_stat(struct op_map *m, const struct stat *s, uint32_t group)
{
	const struct side *side = s->first ? m->report->a : m->report->b;
	uint32_t op = op_names_number(&m->names, s);

	while (m->first_n <= op)
		ARRAY_PUSH(m->first, m->first_n, &m->first_cap, 0);
	if (!m->first[op])
		m->first[op] = group;
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
		return !m->once || s->first;
	return s->first == (m->kind == OP_MAP_A);
}

static void
fill(struct op_map *m)
{
	struct groups all;

	work_groups_find(&all, m->report);
	for (size_t i = 0; i < all.n; i++)
		if (is_wanted(m, all.group[i].stat))
			add_stat(m, all.group[i].stat, (uint32_t)i + 1);
	work_groups_free(&all);
}

/* Items in the order in which they are printed. */
struct sortable {
	uint32_t first, op; /* of the operator: its first group, its name */
	uint32_t text;
	struct item item;
};

ORDER_BY(compare_sortables, struct sortable, UP(first), UP(op), UP(item.second),
    UP(item.kind), UP(text))

/* By the operator's first group, or by its name. */
static struct sortable *
sort_items(const struct op_map *m)
{
	struct sortable *all = xcalloc(m->n + 1, sizeof *all);
	bool by_group = m->report->reference && m->kind == OP_MAP_BOTH;
	uint32_t *op, *place;
	struct span *name, *text;

	pool_sorted(m->names.ops, &name, &op);
	pool_sorted(m->texts, &text, &place);
	for (size_t i = 0; i < m->n; i++) {
		const struct item *item = &m->item[i];

		all[i] = (struct sortable){by_group ? m->first[item->op] : 0,
		    op[item->op], place[item->text], *item};
	}
	ARRAY_SORT(all, m->n, compare_sortables);
	free(name);
	free(op);
	free(text);
	free(place);
	return all;
}

static void
add_indent(struct buf *b, int levels)
{
	for (int i = 0; i < levels; i++)
		buf_add_text(b, "  ");
}

/* The distinct texts of one kind, from *i on. */
static void
print_list(struct op_map *m, const struct sortable *all, size_t *i, uint32_t op,
    bool second, enum item_kind kind, int indent)
{
	struct buf *b = &m->out;
	bool any = false;
	uint32_t last = 0;

	buf_add_text(b, "[");
	for (; *i < m->n && all[*i].op == op && all[*i].item.second == second &&
	     all[*i].item.kind == kind;
	     ++*i) {
		if (any && all[*i].text == last)
			continue;
		buf_add_text(b, any ? ",\n" : "\n");
		add_indent(b, indent + 1);
		buf_add_quoted(b, pool_get(m->texts, all[*i].item.text));
		any = true;
		last = all[*i].text;
	}
	if (any) {
		buf_add_text(b, "\n");
		add_indent(b, indent);
	}
	buf_add_text(b, "]");
}

/* The kernels and modules of one tree. */
static void
print_lists(struct op_map *m, const struct sortable *all, size_t *i,
    uint32_t op, bool second, int indent)
{
	add_indent(&m->out, indent);
	buf_add_text(&m->out, "\"kernels\": ");
	print_list(m, all, i, op, second, ITEM_KERNEL, indent);
	buf_add_text(&m->out, ",\n");
	add_indent(&m->out, indent);
	buf_add_text(&m->out, "\"nn_module_parents\": ");
	print_list(m, all, i, op, second, ITEM_MODULE, indent);
	buf_add_text(&m->out, "\n");
}

/* Both trees, or only those that have the operator, as the reference does. */
static void
print_sides(struct op_map *m, const struct sortable *all, size_t *i)
{
	uint32_t op = all[*i].op;
	bool any = false;

	for (int second = 0; second < 2; second++) {
		if (m->report->reference &&
		    (*i == m->n || all[*i].op != op ||
			all[*i].item.second != (second == 1)))
			continue;
		BUF_ADD_ALL(&m->out, span_of(any ? ",\n    " : "    "),
		    span_of(second ? "\"trace2\": {\n" : "\"trace1\": {\n"));
		print_lists(m, all, i, op, second, 3);
		buf_add_text(&m->out, "    }");
		any = true;
	}
	buf_add_text(&m->out, "\n");
}

static void
print_op(struct op_map *m, const struct sortable *all, size_t *i)
{
	uint32_t op = all[*i].op;
	bool second = m->kind == OP_MAP_B;

	buf_add_text(&m->out, "\n  ");
	buf_add_quoted(&m->out, pool_get(m->names.ops, all[*i].item.op));
	buf_add_text(&m->out, ": ");
	if (m->kind == OP_MAP_BOTH) {
		buf_add_text(&m->out, "{\n");
		if (m->once)
			print_lists(m, all, i, op, false, 2);
		else
			print_sides(m, all, i);
		buf_add_text(&m->out, "  }");
		return;
	}
	print_list(m, all, i, op, second, ITEM_KERNEL, 1);
	while (*i < m->n && all[*i].op == op)
		++*i;
}

void
op_map_print(const struct report *r, enum op_map_kind kind)
{
	struct op_map m = {.report = r,
	    .kind = kind,
	    .once = r->reference && work_groups_identical(r),
	    .texts = pool_new()};
	struct sortable *all;

	op_names_init(&m.names, r, kind == OP_MAP_BOTH);
	fill(&m);
	all = sort_items(&m);
	buf_add_text(&m.out, "{");
	for (size_t i = 0; i < m.n;) {
		if (i)
			buf_add_text(&m.out, ",");
		print_op(&m, all, &i);
	}
	BUF_ADD_ALL(&m.out, span_of(m.n ? "\n}" : "}"),
	    span_of(r->reference ? "" : "\n"));
	xbuf_write(&m.out);
	free(all);
	free(m.item);
	free(m.first);
	op_names_free(&m.names);
	buf_free(&m.room);
	buf_free(&m.out);
	pool_free(m.texts);
}
