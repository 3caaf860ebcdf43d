#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/cli/x.h"
#include "tools/trace-tree/folded.h"
#include "tools/trace-tree/pprof.h"

enum { WRITE_MOST = 1 << 16 };

struct folded {
	const struct tree_table *table;
	struct pool *stacks;
	int64_t *ns; /* of each */
	size_t cap;
	uint32_t *way; /* from the work up to the top */
	size_t depth, way_cap;
	struct buf stack;
};

static void
add_name(struct buf *stack, struct span name)
{
	size_t from = stack->n;

	buf_add(stack, name.p, name.n);
	for (size_t i = from; i < stack->n; i++)
		if (stack->p[i] == ';')
			stack->p[i] = ':';
}

static void
add_work(struct folded *f, uint32_t row, uint32_t top)
{
	const struct host *h = &f->table->row[row];
	size_t known = pool_count(f->stacks);
	uint32_t i;

	f->depth = 0;
	f->stack.n = 0;
	for (i = row; i != top; i = f->table->tree.node[i].parent)
		ARRAY_PUSH(f->way, f->depth, &f->way_cap, i);
	ARRAY_PUSH(f->way, f->depth, &f->way_cap, top);
	while (f->depth--) {
		add_name(
		    &f->stack, tree_table_name(f->table, f->way[f->depth]));
		if (f->depth)
			buf_add(&f->stack, ";", 1);
	}
	i = pool_add(f->stacks, buf_span(&f->stack));
	ARRAY_RESERVE(f->ns, &f->cap, i + (size_t)1);
	if (i == known)
		f->ns[i] = 0;
	f->ns[i] += h->end - h->start;
}

static void
add_below(struct folded *f, uint32_t top)
{
	size_t depth = 0;

	for (uint32_t row = top; row != TREE_NONE;
	     row = tree_after(&f->table->tree, row, top, &depth))
		if (tree_table_is_work(f->table, row))
			add_work(f, row, top);
}

static void
write_all(const struct folded *f)
{
	struct buf out = {0};
	char digits[FIXED_MAX];

	for (uint32_t i = 0; i < pool_count(f->stacks); i++) {
		struct span stack = pool_get(f->stacks, i);

		buf_add(&out, stack.p, stack.n);
		buf_add_text(&out, " ");
		buf_add(&out, digits, fixed_print_int(digits, f->ns[i]));
		buf_add_text(&out, "\n");
		if (out.n >= WRITE_MOST)
			xbuf_write(&out);
	}
	xbuf_write(&out);
	buf_free(&out);
}

void
folded_print(const struct tree_table *t, uint32_t top, bool as_pprof)
{
	struct folded f = {.table = t, .stacks = pool_new()};

	if (top != TREE_NONE)
		add_below(&f, top);
	else
		for (uint32_t i = t->tree.root; i != TREE_NONE;
		     i = t->tree.node[i].next)
			add_below(&f, i);
	if (as_pprof)
		pprof_print(f.stacks, f.ns);
	else
		write_all(&f);
	pool_free(f.stacks);
	free(f.ns);
	free(f.way);
	buf_free(&f.stack);
}
