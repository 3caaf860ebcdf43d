/*
 * Two trees of any shape: every node is entered once at most, below its parent;
 * work with an operator in exactly one row; a tree with itself is the same; the
 * trees swapped give the same pairs.
 */
#include <string.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-treediff/print_difference.h"
#include "tools/trace-treediff/tree_side.h"
#include "tools/trace-treediff/work_cells.h"

enum { MOST = 60, NAMES = 7 };

/* Depths that follow, kinds and names; work of the GPU holds nothing. */
static void
take_side(struct side *s, struct side_node *node, struct bytes *b)
{
	uint32_t open[MOST];
	uint32_t depth = 0;

	s->node = node;
	s->n = take_byte(b) % (MOST + 1);
	for (uint32_t i = 0; i < s->n; i++) {
		uint8_t form = take_byte(b);

		if (i)
			depth = (uint32_t)form %
			    (depth + (node[i - 1].kind != SIDE_WORK) + 1);
		form = take_byte(b);
		open[depth] = i;
		node[i] = (struct side_node){.event = i,
		    .start = i,
		    .end = i + 1,
		    .parent = depth ? open[depth - 1] : SIDE_NONE,
		    .kind = form % 5,
		    .name = form / 5 % NAMES};
		node[i].key = node[i].loose = node[i].name;
	}
	side_close(s);
}

static void
check_merge(const struct merge *m, const struct side *a, const struct side *b)
{
	bool seen[2][MOST] = {{false}};
	const struct side *side[] = {a, b};

	for (uint32_t i = 0; i < m->n; i++) {
		const uint32_t *own = m->node[i].in;

		require(own[0] != SIDE_NONE || own[1] != SIDE_NONE);
		require(m->node[i].parent == SIDE_NONE ||
		    (m->node[i].parent < i &&
			m->node[m->node[i].parent].behind >=
			    m->node[i].behind));
		for (int k = 0; k < 2; k++) {
			if (own[k] == SIDE_NONE)
				continue;
			require(own[k] < side[k]->n && !seen[k][own[k]]);
			seen[k][own[k]] = true;
		}
	}
}

/* The pairs of both are the same, those of one the other way round. */
static void
check_mirrored(const struct merge *m, struct side *a, struct side *b)
{
	struct merge other;
	uint32_t of[MOST + 1];

	merge_trees(&other, b, a, false);
	require(other.n == m->n);
	for (uint32_t i = 0; i < m->n; i++)
		if (m->node[i].in[0] != SIDE_NONE)
			of[m->node[i].in[0]] = m->node[i].in[1];
	for (uint32_t i = 0; i < m->n; i++)
		require(other.node[i].in[1] == SIDE_NONE ||
		    of[other.node[i].in[1]] == other.node[i].in[0]);
	free(other.node);
}

/*
 * Each event with an operator has one row, the others none; the reference
 * leaves out work that belongs to something else.
 */
static void
check_stats(const struct report *r, bool second)
{
	const struct side *side = r->side[second];
	const struct stats *s = &r->stats;
	int rows[MOST] = {0};

	for (size_t i = 0; i < s->n; i++)
		if (s->stat[i].second == second)
			rows[s->stat[i].work]++;
	for (uint32_t i = 0; i < side->n; i++) {
		int expected = side->node[i].kind == SIDE_WORK &&
		    side_operator(side, i) != SIDE_NONE;

		require(rows[i] == expected || (r->reference && rows[i] == 0));
	}
}

static void
check_same(struct side *s)
{
	struct merge m;

	merge_trees(&m, s, s, false);
	for (uint32_t i = 0; i < m.n; i++)
		require(m.node[i].in[0] == m.node[i].in[1]);
	free(m.node);
}

static void
check_both(struct side *a, struct side *b, bool reference)
{
	struct merge m;
	struct report r = {.merge = &m, .side = {a, b}, .reference = reference};

	merge_trees(&m, a, b, reference);
	check_merge(&m, a, b);
	if (!reference)
		check_mirrored(&m, a, b);
	stats_find(&r);
	check_stats(&r, false);
	check_stats(&r, true);
	free(r.stats.stat);
	free(m.node);
}

static void
check_names(struct span text)
{
	struct buf room = {0};

	for (int form = COMPARED_EXACT; form <= COMPARED_REFERENCE; form++)
		side_compared_name(&room, text, true, (enum compared_form)form);
	side_without_lines(&room, text);
	require(op_names_common(&room, text, text));
	buf_free(&room);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = {data, size};
	struct pool *texts = pool_new();
	struct side_node node[2][MOST];
	struct side a = {.texts = texts}, b = {.texts = texts};

	for (char c = 'a'; texts && c < 'a' + NAMES; c++)
		if (pool_add(texts, (struct span){&c, 1}) == POOL_NONE)
			return 0;
	take_side(&a, node[0], &bytes);
	take_side(&b, node[1], &bytes);
	check_same(&a);
	check_both(&a, &b, false);
	check_both(&a, &b, true);
	check_names((struct span){(const char *)bytes.p, bytes.n});
	pool_free(texts);
	return 0;
}
