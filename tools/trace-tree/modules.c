#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/modules.h"

struct module {
	int64_t outside; /* ns of work of the GPU for no module inside it */
	int64_t end;     /* of that work so far */
	size_t depth;
};

struct modules {
	uint32_t *of; /* the innermost module that holds a row, or is it */
	struct module *module; /* by row; of those that are modules */
};

static bool
is_module(const struct tree_table *t, uint32_t row)
{
	return row < t->hosts && t->row[row].kind == HOST_FRAME &&
	    frame_is_module(tree_table_name(t, row));
}

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
	m->module = xcalloc(t->hosts, sizeof *m->module);
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t around = outer(m, t, i);

		m->of[i] = is_module(t, i) ? i : around;
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
	if (around == TREE_NONE)
		tsvw_empty(out);
	else
		tsvw_int(out, t->row[around].id);
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
modules_print(struct tsvw *out, const struct tree_table *t)
{
	static const char *const names[] = {"depth", "event", "parent",
	    "module", "dur_us", "gpu_us", "parent_gpu_us", "outside_us",
	    "gpu_events"};
	struct modules m;
	size_t n = 0, depth = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(out, span_of(names[i]));
	xtsvw_end(out);
	find_modules(&m, t);
	for (uint32_t top = t->tree.root; top != TREE_NONE;
	     top = t->tree.node[top].next)
		for (uint32_t row = top; row != TREE_NONE;
		     row = tree_after(&t->tree, row, top, &depth))
			if (m.of[row] == row) {
				print_module(out, &m, t, row);
				n++;
			}
	free(m.of);
	free(m.module);
	return n;
}
