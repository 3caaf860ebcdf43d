#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-treediff/print_difference.h"

/*
 * Names are of one kind if their first ALIKE bytes are equal. Below an ancestor
 * with more than COMPARED_MOST names in a tree each keeps its own: all would be
 * compared with all.
 */
enum { ALIKE = 20, COMPARED_MOST = 1000 };

/* The use of an operator's name, by its number among the texts. */
struct use {
	uint32_t ancestor[2]; /* where it was last met, from 1, in each tree */
	uint32_t module[2];   /* that holds its work there; or one of these */
	bool visited;
};

enum { NO_MODULE = 0, MODULES = 1 }; /* before the numbers of modules */

/* The names below one ancestor, in the order of its rows. */
struct names {
	uint32_t *name;
	size_t n, cap;
};

struct renamer {
	struct op_names *out;
	struct use *use;
	struct pool *modules;
	struct names own[2];
	struct buf room;
};

static bool
contains(struct span s, struct span word)
{
	for (size_t i = 0; i + word.n <= s.n; i++)
		if (memcmp(s.p + i, word.p, word.n) == 0)
			return true;
	return false;
}

bool
op_names_common(struct buf *out, struct span a, struct span b)
{
	struct span x = span_after_last(a, "::"), y = span_after_last(b, "::");

	if (contains(y, x)) {
		buf_add(out, x.p, x.n);
	} else if (contains(x, y)) {
		buf_add(out, y.p, y.n);
	} else {
		if (x.n < ALIKE || y.n < ALIKE || memcmp(x.p, y.p, ALIKE) != 0)
			return false;
		BUF_ADD_ALL(out, x, span_of("/"), y);
	}
	return true;
}

void
op_names_close_up(struct buf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++)
		if (b->p[i] != ' ')
			b->p[n++] = b->p[i];
	b->n = n;
}

static uint32_t
op_name(const struct op_names *m, const struct stat *s)
{
	return m->report->side[s->second]->node[s->op].name;
}

static struct span
name_text(const struct op_names *m, uint32_t name)
{
	return pool_get(m->report->side[0]->texts, name);
}

/* The module that holds all work of an operator, in the second tree if there.
 */
static uint32_t
module_of(const struct use *use)
{
	return use->module[use->module[1] != NO_MODULE];
}

/* Two operators that one module holds alone are called by it. */
static bool
common_module(struct renamer *m, uint32_t a, uint32_t b)
{
	uint32_t module = module_of(&m->use[a]);
	struct span text;

	if (!m->out->report->reference || module <= MODULES ||
	    module != module_of(&m->use[b]))
		return false;
	text = pool_get(m->modules, module - MODULES - 1);
	buf_add(&m->room, text.p, text.n);
	op_names_close_up(&m->room);
	return true;
}

/* Calls both by what they have in common, if there is anything. */
static bool
rename_both(struct renamer *m, uint32_t a, uint32_t b)
{
	struct op_names *out = m->out;

	m->room.n = 0;
	if (!op_names_common(&m->room, name_text(out, a), name_text(out, b)) &&
	    !common_module(m, a, b))
		return false;
	out->number[a] = out->number[b] =
	    pool_add(out->ops, buf_span(&m->room));
	return true;
}

/* Lists the names below an ancestor; are there new ones? */
static bool
list_names(struct renamer *m, size_t from, size_t to)
{
	bool any = false;

	m->own[0].n = m->own[1].n = 0;
	for (size_t i = from; i < to; i++) {
		const struct stat *s = &m->out->report->stats.stat[i];
		struct names *own = &m->own[s->second];
		uint32_t name = op_name(m->out, s);
		struct use *use = &m->use[name];

		if (use->ancestor[s->second] == from + 1)
			continue;
		use->ancestor[s->second] = (uint32_t)from + 1;
		any = any || !use->visited;
		ARRAY_PUSH(own->name, own->n, &own->cap, name);
	}
	if (!m->own[0].n || !m->own[1].n)
		return false;
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < m->own[k].n; i++)
			m->use[m->own[k].name[i]].visited = true;
	return any;
}

/* Leaves the names that are below the ancestor in one tree only. */
static void
drop_shared(struct renamer *m, struct names *own)
{
	size_t n = 0;

	for (size_t i = 0; i < own->n; i++) {
		const struct use *use = &m->use[own->name[i]];

		if (use->ancestor[0] != use->ancestor[1])
			own->name[n++] = own->name[i];
	}
	own->n = n;
}

/* Of names of the second tree the first that has something in common. */
static void
search(struct renamer *m)
{
	struct names *a = &m->own[0], *b = &m->own[1];

	drop_shared(m, a);
	drop_shared(m, b);
	if (a->n > COMPARED_MOST || b->n > COMPARED_MOST)
		return;
	for (size_t i = 0; i < a->n; i++) {
		size_t k = 0;

		while (k < b->n && !rename_both(m, a->name[i], b->name[k]))
			k++;
		if (k == b->n)
			continue;
		b->n--;
		memmove(
		    b->name + k, b->name + k + 1, (b->n - k) * sizeof *b->name);
	}
}

/* The reference takes equally many names by their places. */
static void
name_ancestor(struct renamer *m, size_t from, size_t to)
{
	const struct names *a = &m->own[0], *b = &m->own[1];

	if (!list_names(m, from, to))
		return;
	if (!m->out->report->reference || a->n != b->n) {
		search(m);
		return;
	}
	for (size_t i = 0; i < a->n; i++)
		if (a->name[i] != b->name[i])
			rename_both(m, a->name[i], b->name[i]);
}

static void
find_modules(struct renamer *m)
{
	const struct report *r = m->out->report;

	for (size_t i = 0; i < r->stats.n; i++) {
		const struct stat *s = &r->stats.stat[i];
		uint32_t *module =
		    &m->use[op_name(m->out, s)].module[s->second];
		uint32_t own;

		m->room.n = 0;
		cell_add_module(&m->room, r, s);
		own = pool_add(m->modules, buf_span(&m->room)) + MODULES + 1;
		*module =
		    *module == NO_MODULE || *module == own ? own : MODULES;
	}
}

static void
find_common(struct op_names *out, size_t texts)
{
	const struct stats *all = &out->report->stats;
	struct renamer m = {.out = out,
	    .use = xcalloc(texts, sizeof *m.use),
	    .modules = pool_new()};

	find_modules(&m);
	for (size_t i = 0, end; i < all->n; i = end) {
		for (end = i;
		     end < all->n && all->stat[end].node == all->stat[i].node;)
			end++;
		name_ancestor(&m, i, end);
	}
	free(m.use);
	free(m.own[0].name);
	free(m.own[1].name);
	pool_free(m.modules);
	buf_free(&m.room);
}

void
op_names_init(struct op_names *m, const struct report *r, bool both)
{
	size_t texts = pool_count(r->side[0]->texts) + 1u;

	*m = (struct op_names){
	    .report = r, .ops = pool_new(), .number = xnones(texts)};
	if (both)
		find_common(m, texts);
}

uint32_t
op_names_number(struct op_names *m, const struct stat *s)
{
	uint32_t *number = &m->number[op_name(m, s)];

	if (*number == POOL_NONE)
		*number = pool_add(m->ops, name_text(m, op_name(m, s)));
	return *number;
}

void
op_names_free(struct op_names *m)
{
	pool_free(m->ops);
	free(m->number);
}
