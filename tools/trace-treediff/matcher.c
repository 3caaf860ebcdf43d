#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-treediff/matcher.h"

int
matcher_add_node(struct node_list *l, uint32_t node)
{
	ARRAY_PUSH(l->node, l->n, &l->cap, node);
	return 0;
}

int
matcher_add_pair(struct pairs *p, uint32_t a, uint32_t b)
{
	ARRAY_PUSH(p->pair, p->n, &p->cap, (struct pair){a, b});
	return 0;
}

/* A hash of a name's number, so that sums of them tell multisets apart. */
static uint64_t
name_hash(uint32_t key)
{
	uint64_t x = key + UINT64_C(0x9E3779B97F4A7C15);

	x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
	return x ^ x >> 31;
}

/*
 * For each node the sums of the names' hashes at SHAPE_LEVELS levels below it.
 * Nodes come before those that they hold, so all is known of a node when its
 * turn comes.
 */
static uint64_t *
shapes(const struct side *s)
{
	uint64_t *shape = xcalloc(s->n + 1, SHAPE_LEVELS * sizeof *shape);

	for (size_t i = s->n; shape && i-- > 0;) {
		uint32_t parent = s->node[i].parent;
		uint64_t *own = shape + i * SHAPE_LEVELS, *up;

		if (parent == SIDE_NONE || !s->node[i].gpu)
			continue;
		up = shape + (size_t)parent * SHAPE_LEVELS;
		up[0] += name_hash(s->node[i].key);
		for (int level = 1; level < SHAPE_LEVELS; level++)
			up[level] += own[level - 1];
	}
	return shape;
}

int
matcher_init(struct matcher *m, struct side *a, struct side *b, bool reference)
{
	*m = (struct matcher){a, b, reference, shapes(a), shapes(b), NULL, 0};
	m->mark = xcalloc(pool_count(a->texts) + 1u, sizeof *m->mark);
	return m->shape_a && m->shape_b && m->mark ? 0 : -1;
}

void
matcher_free(struct matcher *m)
{
	free(m->shape_a);
	free(m->shape_b);
	free(m->mark);
}
