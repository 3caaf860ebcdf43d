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

static bool
has_call(const struct side *s, const struct node_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (s->node[l->node[i]].kind == SIDE_CALL)
			return true;
	return false;
}

static bool
goes_by_place(const struct matcher *m, const struct node_list *a,
    const struct node_list *b, enum matcher_by by)
{
	size_t same = 0;

	if (a->n != b->n || has_call(m->a, a) || has_call(m->b, b))
		return false;
	for (size_t i = 0; i < a->n; i++)
		same += matcher_name(m->a, a->node[i], by) ==
		    matcher_name(m->b, b->node[i], by);
	if (a->n == 1 &&
	    m->a->node[a->node[0]].kind == m->b->node[b->node[0]].kind)
		return true;
	return m->reference || 2 * same >= a->n;
}

/* Adds the pairs of an alignment; of a gap those of A come first. */
static void
add_alignment(struct pairs *p, const struct node_list *a,
    const struct node_list *b, const uint32_t *to)
{
	size_t j = 0;

	for (size_t i = 0; i < a->n; i++) {
		for (; to[i] != MATCH_NONE && j < to[i]; j++)
			matcher_add_pair(p, SIDE_NONE, b->node[j]);
		matcher_add_pair(p, a->node[i],
		    to[i] == MATCH_NONE ? SIDE_NONE : b->node[j]);
		j += to[i] != MATCH_NONE;
	}
	for (; j < b->n; j++)
		matcher_add_pair(p, SIDE_NONE, b->node[j]);
}

/* The names of a list that are also in the other one, and where they stand. */
struct common {
	uint32_t *key, *place;
	size_t n;
};

static void
find_common(struct common *c, struct matcher *m, const struct side *s,
    const struct node_list *l, const struct side *other,
    const struct node_list *in, enum matcher_by by)
{
	*c = (struct common){xmalloc((l->n + 1) * sizeof *c->key),
	    xmalloc((l->n + 1) * sizeof *c->place), 0};
	m->stamp++;
	for (size_t i = 0; i < in->n; i++)
		m->mark[matcher_name(other, in->node[i], by)].stamp = m->stamp;
	for (size_t i = 0; i < l->n; i++) {
		uint32_t key = matcher_name(s, l->node[i], by);

		if (!m->reference && m->mark[key].stamp != m->stamp)
			continue;
		c->key[c->n] = key;
		c->place[c->n++] = (uint32_t)i;
	}
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
match_names(struct pairs *p, struct matcher *m, const struct node_list *a,
    const struct node_list *b, enum matcher_by by)
{
	struct common ca, cb;
	uint32_t *to = xmalloc((2 * a->n + 1) * sizeof *to);
	uint32_t *common_to = to + a->n;

	find_common(&ca, m, m->a, a, m->b, b, by);
	find_common(&cb, m, m->b, b, m->a, a, by);
	align(m, &ca, &cb, common_to);
	for (size_t i = 0; i < a->n; i++)
		to[i] = MATCH_NONE;
	for (size_t i = 0; i < ca.n; i++)
		if (common_to[i] != MATCH_NONE)
			to[ca.place[i]] = cb.place[common_to[i]];
	add_alignment(p, a, b, to);
	free(to);
	free(ca.key);
	free(ca.place);
	free(cb.key);
	free(cb.place);
}

void
pairs_match(struct pairs *p, struct matcher *m, const struct node_list *a,
    const struct node_list *b, enum matcher_by by, bool by_place)
{
	struct pairs own = {0};

	if (by_place && goes_by_place(m, a, b, by)) {
		for (size_t i = 0; i < a->n; i++)
			matcher_add_pair(p, a->node[i], b->node[i]);
		return;
	}
	match_names(&own, m, a, b, by);
	matcher_pair_namesakes(&own, m, by);
	for (size_t i = 0; i < own.n; i++)
		matcher_add_pair(p, own.pair[i].a, own.pair[i].b);
	free(own.pair);
}

void
pairs_take_rest(struct pairs *p, struct node_list *a, struct node_list *b)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		const struct pair *pair = &p->pair[i];

		if (pair->b == SIDE_NONE)
			matcher_add_node(a, pair->a);
		else if (pair->a == SIDE_NONE)
			matcher_add_node(b, pair->b);
		else
			p->pair[n++] = *pair;
	}
	p->n = n;
}
