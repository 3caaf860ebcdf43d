#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-treediff/print_stats.h"

static void
print_cell(struct tsvw *out, struct buf *room, const struct report *r,
    const struct stat *s, int cell)
{
	room->n = 0;
	if (cell_add(room, r, s, cell))
		memory_out();
	tsvw_field(out, buf_span(room));
}

static bool
is_same(const struct report *r, const struct stat *s, const struct stat *t)
{
	struct buf first = {0}, second = {0};
	bool same = true;

	for (int cell = 0; same && cell < CELLS; cell++) {
		if (cell == CELL_SIDE)
			continue;
		first.n = second.n = 0;
		if (cell_add(&first, r, s, cell) ||
		    cell_add(&second, r, t, cell))
			memory_out();
		same = span_equal(buf_span(&first), buf_span(&second));
	}
	buf_free(&first);
	buf_free(&second);
	return same;
}

/* The next one of that tree from i on; n after the last. */
static size_t
next_of(const struct stats *s, size_t i, bool first)
{
	while (i < s->n && s->stat[i].first != first)
		i++;
	return i;
}

/* Are both trees' rows the same, one after the other? */
static bool
is_identical(const struct report *r)
{
	const struct stats *s = r->stats;
	size_t i = next_of(s, 0, true), k = next_of(s, 0, false);

	while (i < s->n && k < s->n) {
		if (!is_same(r, &s->stat[i], &s->stat[k]))
			return false;
		i = next_of(s, i + 1, true);
		k = next_of(s, k + 1, false);
	}
	return i == s->n && k == s->n;
}

void
print_stats(struct tsvw *out, const struct report *r)
{
	bool once = r->reference && is_identical(r);
	struct buf room = {0};

	for (int cell = 0; cell < CELLS; cell++)
		if (!once || cell != CELL_SIDE)
			tsvw_text(out, span_of(cell_title(r, cell)));
	xtsvw_end(out);
	for (size_t i = 0; i < r->stats->n; i++) {
		if (once && !r->stats->stat[i].first)
			continue;
		for (int cell = 0; cell < CELLS; cell++)
			if (!once || cell != CELL_SIDE)
				print_cell(
				    out, &room, r, &r->stats->stat[i], cell);
		xtsvw_end(out);
	}
	buf_free(&room);
}

struct group {
	struct span key; /* the name, and with tabs the other cells */
	int64_t count, ns;
};

struct groups {
	struct pool *keys;
	struct group *group;
	size_t n, cap;
};

/* What tells groups apart; in the reference also the operator's event. */
static bool
is_key(const struct report *r, int cell)
{
	if (cell == CELL_TIME || cell == CELL_ANCESTOR_ID || cell == CELL_EVENT)
		return false;
	return r->reference || (cell != CELL_OP_ID && cell != CELL_BUSY);
}

static void
add_to_group(struct groups *g, const struct report *r, const struct stat *s,
    struct buf *room)
{
	const struct side *side = s->first ? r->a : r->b;
	const struct side_node *work = &side->node[s->work];
	uint32_t i;

	room->n = 0;
	for (int cell = 0; cell < CELLS; cell++) {
		if (!is_key(r, cell))
			continue;
		if (cell)
			buf_add(room, "\t", 1);
		if (cell_add(room, r, s, cell))
			memory_out();
	}
	i = pool_add(g->keys, buf_span(room));
	if (i == g->n)
		ARRAY_PUSH(g->group, g->n, &g->cap, (struct group){0});
	g->group[i].count++;
	if (fixed_add(&g->group[i].ns, work->end - work->start))
		g->group[i].ns = INT64_MAX; /* 292 years */
}

static int
compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return span_compare(x->key, y->key);
}

static void
print_group(struct tsvw *out, struct buf *room, const struct report *r,
    const struct group *g)
{
	const char *tab = memchr(g->key.p, '\t', g->key.n);
	size_t name = (size_t)(tab - g->key.p);

	tsvw_field(out, span_cut(g->key, 0, name));
	tsvw_int(out, g->count);
	tsvw_field(out, span_cut(g->key, name + 1, g->key.n));
	room->n = 0;
	if (r->reference
		? cell_add_real(room, (double)g->ns / 1e3 / (double)g->count)
		: cell_add_us(room, r, fixed_divide(g->ns, g->count)))
		memory_out();
	tsvw_field(out, buf_span(room));
	room->n = 0;
	if (cell_add_us(room, r, g->ns))
		memory_out();
	tsvw_field(out, buf_span(room));
	xtsvw_end(out);
}

void
print_arguments(struct tsvw *out, const struct report *r)
{
	struct groups g = {.keys = pool_new()};
	struct buf room = {0};

	for (int cell = 0; cell < CELLS; cell++) {
		if (is_key(r, cell))
			tsvw_text(out, span_of(cell_title(r, cell)));
		if (cell == 0)
			tsvw_text(out,
			    span_of(
				r->reference ? "operation_count" : "count"));
	}
	tsvw_text(out, span_of(r->reference ? "kernel_time_mean" : "mean_us"));
	tsvw_text(out, span_of(r->reference ? "kernel_time_sum" : "sum_us"));
	xtsvw_end(out);
	for (size_t i = 0; i < r->stats->n; i++)
		add_to_group(&g, r, &r->stats->stat[i], &room);
	for (uint32_t i = 0; i < g.n; i++)
		g.group[i].key = pool_get(g.keys, i);
	if (g.n)
		qsort(g.group, g.n, sizeof *g.group, compare_groups);
	for (size_t i = 0; i < g.n; i++)
		print_group(out, &room, r, &g.group[i]);
	buf_free(&room);
	free(g.group);
	pool_free(g.keys);
}
