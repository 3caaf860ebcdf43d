#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "tools/trace-treediff/work_groups.h"

/* In the reference also the operator's event. */
bool
work_groups_has(const struct report *r, int cell)
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
		if (!work_groups_has(r, cell))
			continue;
		if (cell)
			buf_add(room, "\t", 1);
		cell_add(room, r, s, cell);
	}
	i = pool_add(g->keys, buf_span(room));
	if (i == g->n)
		ARRAY_PUSH(g->group, g->n, &g->cap, (struct group){.stat = s});
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

void
work_groups_find(struct groups *g, const struct report *r)
{
	struct buf room = {0};

	*g = (struct groups){.keys = pool_new()};
	for (size_t i = 0; i < r->stats->n; i++)
		add_to_group(g, r, &r->stats->stat[i], &room);
	for (uint32_t i = 0; i < g->n; i++)
		g->group[i].key = pool_get(g->keys, i);
	if (g->n)
		qsort(g->group, g->n, sizeof *g->group, compare_groups);
	buf_free(&room);
}

void
work_groups_free(struct groups *g)
{
	free(g->group);
	pool_free(g->keys);
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
		cell_add(&first, r, s, cell);
		cell_add(&second, r, t, cell);
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

bool
work_groups_identical(const struct report *r)
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
