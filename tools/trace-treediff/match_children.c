#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/match.h"
#include "tools/trace-treediff/matcher.h"

/* One row of the table of distances after another; which are left by a step. */
static void
fill_table(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    uint32_t *row, unsigned char *deleted)
{
	for (size_t j = 0; j <= m; j++)
		row[j] = (uint32_t)j;
	for (size_t i = 1; i <= n; i++) {
		uint32_t diagonal = row[0];

		row[0] = (uint32_t)i;
		for (size_t j = 1; j <= m; j++) {
			uint32_t above = row[j], best = above + 1;

			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (diagonal + (a[i - 1] != b[j - 1]) < best)
				best = diagonal + (a[i - 1] != b[j - 1]);
			if (best == above + 1) {
				size_t bit = (i - 1) * m + j - 1;

				deleted[bit / 8] |=
				    (unsigned char)(1u << bit % 8);
			}
			diagonal = above;
			row[j] = best;
		}
	}
}

static void
trace_back(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    const unsigned char *deleted, uint32_t *to)
{
	size_t i = n, j = m;

	while (i && j) {
		size_t bit = (i - 1) * m + j - 1;

		if (a[i - 1] == b[j - 1])
			to[--i] = (uint32_t)--j;
		else if (deleted[bit / 8] >> bit % 8 & 1)
			i--;
		else
			j--;
	}
}

void
pairs_align_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to)
{
	uint32_t *row;
	unsigned char *deleted;

	for (size_t i = 0; i < n; i++)
		to[i] = MATCH_NONE;
	if (n && m > SIZE_MAX / 8 / n)
		memory_out();
	row = xmalloc((m + 1) * sizeof *row);
	deleted = xcalloc(n * m / 8 + 1, 1);
	fill_table(a, n, b, m, row, deleted);
	trace_back(a, n, b, m, deleted, to);
	free(row);
	free(deleted);
}

/* Does one hold what the other is called? */
static bool
wraps(struct matcher *m, uint32_t a, uint32_t b)
{
	return children_wrap(m, 0, a, m->side[1]->node[b].key) ||
	    children_wrap(m, 1, b, m->side[0]->node[a].key);
}

static bool
goes_by_place(
    struct matcher *m, const struct node_list l[2], enum matcher_by by)
{
	size_t n = l[0].n, same = 0;
	bool kinds = false;

	if (n != l[1].n)
		return false;
	for (size_t i = 0; i < n; i++) {
		uint32_t a = l[0].node[i], b = l[1].node[i];
		uint8_t kind = m->side[0]->node[a].kind;

		if (kind == SIDE_CALL || m->side[1]->node[b].kind == SIDE_CALL)
			return false;
		if (matcher_name(m, 0, a, by) == matcher_name(m, 1, b, by))
			same++;
		else if (!m->reference && wraps(m, a, b))
			return false;
		kinds = kind == m->side[1]->node[b].kind;
	}
	return m->reference || 2 * same >= n || (n == 1 && kinds);
}

/* Adds the pairs of an alignment; of a gap those of A come first. */
static void
add_alignment(struct pairs *p, const struct node_list l[2], const uint32_t *to)
{
	size_t j = 0;

	for (size_t i = 0; i < l[0].n; i++) {
		for (; to[i] != MATCH_NONE && j < to[i]; j++)
			matcher_add_alone(p, 1, l[1].node[j]);
		matcher_add_pair(p, l[0].node[i],
		    to[i] == MATCH_NONE ? SIDE_NONE : l[1].node[j]);
		j += to[i] != MATCH_NONE;
	}
	for (; j < l[1].n; j++)
		matcher_add_alone(p, 1, l[1].node[j]);
}

/* The names of a list that are also in the other one, and where they stand. */
struct common {
	uint32_t *key, *place;
	size_t n;
};

/* Of the list of tree k. */
static struct common
find_common(
    struct matcher *m, const struct node_list l[2], int k, enum matcher_by by)
{
	struct common c = {xmalloc((l[k].n + 1) * sizeof *c.key),
	    xmalloc((l[k].n + 1) * sizeof *c.place), 0};

	m->stamp++;
	for (size_t i = 0; i < l[!k].n; i++)
		m->mark[matcher_name(m, !k, l[!k].node[i], by)].stamp =
		    m->stamp;
	for (size_t i = 0; i < l[k].n; i++) {
		uint32_t key = matcher_name(m, k, l[k].node[i], by);

		if (!m->reference && m->mark[key].stamp != m->stamp)
			continue;
		c.key[c.n] = key;
		c.place[c.n++] = (uint32_t)i;
	}
	return c;
}

/* Above this the reference's table takes too long, and its own program, too. */
#define TABLE_MOST ((size_t)1 << 30)

static void
align(const struct matcher *m, const struct common *a, const struct common *b,
    uint32_t *to)
{
	bool table = m->reference && (b->n == 0 || a->n <= TABLE_MOST / b->n);

	if (table)
		pairs_align_reference(a->key, a->n, b->key, b->n, to);
	else
		match_symbols(a->key, a->n, b->key, b->n, to);
}

/* Matches by name what both lists have; the rest is on one side only. */
static void
match_names(struct pairs *p, struct matcher *m, const struct node_list l[2],
    enum matcher_by by)
{
	struct common a = find_common(m, l, 0, by);
	struct common b = find_common(m, l, 1, by);
	uint32_t *to = xnones(2 * l[0].n), *common_to = to + l[0].n;

	align(m, &a, &b, common_to);
	for (size_t i = 0; i < a.n; i++)
		if (common_to[i] != MATCH_NONE)
			to[a.place[i]] = b.place[common_to[i]];
	add_alignment(p, l, to);
	free(to);
	free(a.key);
	free(a.place);
	free(b.key);
	free(b.place);
}

void
pairs_match(struct pairs *p, struct matcher *m, const struct node_list l[2],
    enum matcher_by by, bool by_place)
{
	struct pairs own = {0};

	if (by_place && goes_by_place(m, l, by)) {
		for (size_t i = 0; i < l[0].n; i++)
			matcher_add_pair(p, l[0].node[i], l[1].node[i]);
		return;
	}
	match_names(&own, m, l, by);
	matcher_pair_namesakes(&own, m, by);
	for (size_t i = 0; i < own.n; i++)
		matcher_add_pair(p, own.pair[i].node[0], own.pair[i].node[1]);
	free(own.pair);
}

void
pairs_take_rest(struct pairs *p, struct node_list rest[2])
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		const struct pair *pair = &p->pair[i];
		int k = pair->node[0] == SIDE_NONE;

		if (pair_has_both(pair))
			p->pair[n++] = *pair;
		else
			matcher_add_node(&rest[k], pair->node[k]);
	}
	p->n = n;
}
