#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "common/json/quote.h"
#include "tools/trace-treediff/op_map.h"
#include "tools/trace-treediff/op_names.h"
#include "tools/trace-treediff/read_side.h"

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
	struct pool *texts;
	struct op_names names;
	int64_t *longest; /* of each operator: its longest work, ns */
	size_t longest_n, longest_cap;
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
add_stat(struct op_map *m, const struct stat *s)
{
	const struct side *side = s->first ? m->report->a : m->report->b;
	const struct side_node *work = &side->node[s->work];
	uint32_t op = op_names_number(&m->names, s);

	while (m->longest_n <= op)
		ARRAY_PUSH(m->longest, m->longest_n, &m->longest_cap, 0);
	if (work->end - work->start > m->longest[op])
		m->longest[op] = work->end - work->start;
	add_item(m, s, op, ITEM_KERNEL, side_name(side, s->work));
	m->room.n = 0;
	if (cell_add_module(&m->room, m->report, s))
		memory_out();
	add_item(m, s, op, ITEM_MODULE, buf_span(&m->room));
}

static bool
is_wanted(const struct op_map *m, const struct stat *s)
{
	return m->kind == OP_MAP_BOTH || s->first == (m->kind == OP_MAP_A);
}

static void
fill(struct op_map *m)
{
	const struct stats *all = m->report->stats;

	for (size_t i = 0, end; i < all->n; i = end) {
		for (end = i;
		     end < all->n && all->stat[end].node == all->stat[i].node;)
			end++;
		if (op_names_find(&m->names, i, end))
			memory_out();
		for (size_t k = i; k < end; k++)
			if (is_wanted(m, &all->stat[k]))
				add_stat(m, &all->stat[k]);
	}
}

/* Items in the order in which they are printed; `order` has that of ops. */
struct sortable {
	uint32_t rank, text;
	struct item item;
};

static int
compare_sortables(const void *a, const void *b)
{
	const struct sortable *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->item.second != y->item.second)
		return x->item.second - y->item.second;
	if (x->item.kind != y->item.kind)
		return x->item.kind < y->item.kind ? -1 : 1;
	return x->text < y->text ? -1 : x->text > y->text;
}

struct op_rank {
	int64_t longest;
	uint32_t place, op;
};

static int
compare_ranks(const void *a, const void *b)
{
	const struct op_rank *x = a, *y = b;

	if (x->longest != y->longest)
		return x->longest > y->longest ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* The rank of each operator: by its longest work, or by its name. */
static uint32_t *
rank_ops(const struct op_map *m)
{
	uint32_t n = pool_count(m->names.ops), *rank, *place;
	struct op_rank *all = xcalloc(n, sizeof *all);
	bool by_time = m->report->reference && m->kind == OP_MAP_BOTH;
	struct span *text;

	if (pool_sorted(m->names.ops, &text, &place))
		memory_out();
	for (uint32_t i = 0; i < n; i++)
		all[i] = (struct op_rank){
		    by_time && i < m->longest_n ? m->longest[i] : 0, place[i],
		    i};
	if (n)
		qsort(all, n, sizeof *all, compare_ranks);
	rank = xcalloc(n, sizeof *rank);
	for (uint32_t i = 0; i < n; i++)
		rank[all[i].op] = i;
	free(text);
	free(place);
	free(all);
	return rank;
}

static struct sortable *
sort_items(const struct op_map *m)
{
	struct sortable *all = xcalloc(m->n + 1, sizeof *all);
	uint32_t *rank = rank_ops(m), *place;
	struct span *text;

	if (pool_sorted(m->texts, &text, &place))
		memory_out();
	for (size_t i = 0; i < m->n; i++)
		all[i] = (struct sortable){
		    rank[m->item[i].op], place[m->item[i].text], m->item[i]};
	if (m->n)
		qsort(all, m->n, sizeof *all, compare_sortables);
	free(text);
	free(place);
	free(rank);
	return all;
}

static void
add_quoted(struct buf *b, struct span text)
{
	if (buf_reserve(b, QUOTE_MAX * text.n + 2))
		memory_out();
	b->n = (size_t)(quote(b->p + b->n, text) - b->p);
}

static void
add_indent(struct buf *b, int levels)
{
	for (int i = 0; i < levels; i++)
		buf_add_text(b, "  ");
}

/* The distinct texts of one kind, from *i on. */
static void
print_list(struct op_map *m, const struct sortable *all, size_t *i,
    uint32_t rank, bool second, enum item_kind kind, int indent)
{
	struct buf *b = &m->out;
	bool any = false;
	uint32_t last = 0;

	buf_add_text(b, "[");
	for (; *i < m->n && all[*i].rank == rank &&
	     all[*i].item.second == second && all[*i].item.kind == kind;
	     ++*i) {
		if (any && all[*i].text == last)
			continue;
		buf_add_text(b, any ? ",\n" : "\n");
		add_indent(b, indent + 1);
		add_quoted(b, pool_get(m->texts, all[*i].item.text));
		any = true;
		last = all[*i].text;
	}
	if (any) {
		buf_add_text(b, "\n");
		add_indent(b, indent);
	}
	buf_add_text(b, "]");
}

static void
print_side(struct op_map *m, const struct sortable *all, size_t *i,
    uint32_t rank, bool second)
{
	buf_add_text(
	    &m->out, second ? "    \"trace2\": {\n" : "    \"trace1\": {\n");
	buf_add_text(&m->out, "      \"kernels\": ");
	print_list(m, all, i, rank, second, ITEM_KERNEL, 3);
	buf_add_text(&m->out, ",\n      \"nn_module_parents\": ");
	print_list(m, all, i, rank, second, ITEM_MODULE, 3);
	buf_add_text(&m->out, second ? "\n    }\n" : "\n    },\n");
}

static void
print_op(struct op_map *m, const struct sortable *all, size_t *i)
{
	uint32_t rank = all[*i].rank;
	bool second = m->kind == OP_MAP_B;

	buf_add_text(&m->out, "\n  ");
	add_quoted(&m->out, pool_get(m->names.ops, all[*i].item.op));
	buf_add_text(&m->out, ": ");
	if (m->kind == OP_MAP_BOTH) {
		buf_add_text(&m->out, "{\n");
		print_side(m, all, i, rank, false);
		print_side(m, all, i, rank, true);
		buf_add_text(&m->out, "  }");
		return;
	}
	print_list(m, all, i, rank, second, ITEM_KERNEL, 1);
	while (*i < m->n && all[*i].rank == rank)
		++*i;
}

void
op_map_print(const struct report *r, enum op_map_kind kind)
{
	struct op_map m = {.report = r, .kind = kind, .texts = pool_new()};
	struct sortable *all;

	if (op_names_init(&m.names, r, kind == OP_MAP_BOTH))
		memory_out();
	fill(&m);
	all = sort_items(&m);
	buf_add_text(&m.out, "{");
	for (size_t i = 0; i < m.n;) {
		if (i)
			buf_add_text(&m.out, ",");
		print_op(&m, all, &i);
	}
	buf_add_text(&m.out, m.n ? "\n}" : "}");
	buf_add_text(&m.out, r->reference ? "" : "\n");
	xbuf_write(&m.out);
	free(all);
	free(m.item);
	free(m.longest);
	op_names_free(&m.names);
	buf_free(&m.room);
	buf_free(&m.out);
	pool_free(m.texts);
}
