#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-treediff/matcher.h"

/* Levels of names below a node that tell nodes of one name apart. */
enum { SHAPE_LEVELS = 4 };

void
matcher_add_node(struct node_list *l, uint32_t node)
{
	ARRAY_PUSH(l->node, l->n, &l->cap, node);
}

void
matcher_add_pair(struct pairs *p, uint32_t a, uint32_t b)
{
	ARRAY_PUSH(p->pair, p->n, &p->cap, (struct pair){{a, b}});
}

void
matcher_add_alone(struct pairs *p, int k, uint32_t node)
{
	matcher_add_pair(p, k ? SIDE_NONE : node, k ? node : SIDE_NONE);
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

	for (size_t i = s->n; i-- > 0;) {
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

uint64_t
matcher_children_hash(const struct side *s, uint32_t node)
{
	uint64_t hash = 0;

	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		hash = (hash ^ (s->node[c].key + UINT64_C(1))) *
		    UINT64_C(0x9E3779B97F4A7C15);
	return hash;
}

/*
 * A number for each node of tree k that those share which hold the same. What
 * holds nothing, or calls, is like no node of the other tree: calls of one name
 * launch anything.
 */
static uint32_t *
insides(const struct side *s, int k, struct idpool *numbers)
{
	uint32_t *inside = xcalloc(s->n + 1, sizeof *inside);

	for (uint32_t i = 0; i < s->n; i++) {
		uint64_t hash =
		    side_calls(s, i) ? 0 : matcher_children_hash(s, i);

		inside[i] = idpool_add(numbers, hash ? hash : k + UINT64_C(1));
	}
	return inside;
}

void
matcher_init(struct matcher *m, struct side *a, struct side *b, bool reference)
{
	struct idpool numbers = {0};
	size_t most = pool_count(a->texts);

	*m = (struct matcher){.side = {a, b},
	    .reference = reference,
	    .shape = {shapes(a), shapes(b)},
	    .inside = {insides(a, 0, &numbers), insides(b, 1, &numbers)}};
	if (numbers.n > most)
		most = numbers.n;
	m->mark = xcalloc(most + 1, sizeof *m->mark);
	idpool_free(&numbers);
}

void
matcher_free(struct matcher *m)
{
	free(m->shape[0]);
	free(m->shape[1]);
	free(m->inside[0]);
	free(m->inside[1]);
	free(m->mark);
}

/*
 * The order alone pairs more than TWINS_MOST nodes of one name. Of a level,
 * OVERLAP_MOST names are compared, and LOOK_MOST nodes searched for them.
 */
enum { TWINS_MOST = 256, OVERLAP_MOST = 256, LOOK_MOST = 4096 };

/* How many levels below two nodes have the same names. */
static int
agreement(const struct matcher *m, const struct pair *p)
{
	const uint64_t *a = m->shape[0] + (size_t)p->node[0] * SHAPE_LEVELS;
	const uint64_t *b = m->shape[1] + (size_t)p->node[1] * SHAPE_LEVELS;
	int level = 0;

	while (level < SHAPE_LEVELS && a[level] == b[level])
		level++;
	return level;
}

/*
 * How many names both have at the first level at which they differ, of those
 * that are met first.
 */
static int
overlap(struct matcher *m, const struct pair *p, int level)
{
	int common = 0;

	m->stamp++;
	for (int i = 0; i < 2; i++) {
		const struct side_node *node = m->side[i]->node;
		uint32_t top = p->node[i], end = node[top].behind;
		uint32_t depth = node[top].depth + (uint32_t)level + 1;
		int met = 0;

		if (end - top > LOOK_MOST)
			end = top + LOOK_MOST;
		for (uint32_t k = top; k < end; k++) {
			struct name_mark *mark = &m->mark[node[k].key];

			if (!node[k].gpu || node[k].depth != depth)
				continue;
			if (met++ == OVERLAP_MOST)
				break;
			if (mark->stamp != m->stamp)
				*mark = (struct name_mark){m->stamp, 0};
			if (i == 0)
				mark->count++;
			else if (mark->count) {
				mark->count--;
				common++;
			}
		}
	}
	return common;
}

/* Two nodes of one name, by their places among the pairs. */
struct twin {
	uint32_t a, b;
	int levels, common;
};

ORDER_BY(compare_twins, struct twin, DOWN(levels), DOWN(common),
    (y->a == y->b) - (x->a == x->b), UP(a), UP(b))

/* A place among the pairs, and the name there. */
struct named {
	uint32_t key, place;
};

ORDER_BY(compare_named, struct named, UP(key), UP(place))

/* Which place's b now belongs to a place's a; SIDE_NONE for none. */
struct choice {
	uint32_t *to;
	bool *taken; /* the b of a place */
};

/* The pairs of one name, if any node below speaks against one of them. */
static size_t
doubtful(const struct matcher *m, const struct pairs *p, const struct named *at,
    size_t n)
{
	size_t both = 0, sure = 0;

	for (size_t i = 0; i < n; i++) {
		const struct pair *pair = &p->pair[at[i].place];
		bool paired = pair_has_both(pair);

		both += paired;
		sure += paired && agreement(m, pair) == SHAPE_LEVELS;
	}
	return sure == both || n > TWINS_MOST ? 0 : both;
}

static void
choose(struct choice *c, struct matcher *m, const struct pairs *p,
    const struct named *at, size_t n, size_t pairs)
{
	struct twin *twin = xcalloc(n * n, sizeof *twin);
	size_t twins = 0;

	for (size_t i = 0; i < n * n; i++) {
		struct twin t = {at[i / n].place, at[i % n].place, 0, 0};
		struct pair both = {
		    {p->pair[t.a].node[0], p->pair[t.b].node[1]}};

		if (!pair_has_both(&both))
			continue;
		t.levels = agreement(m, &both);
		if (t.levels < SHAPE_LEVELS)
			t.common = overlap(m, &both, t.levels);
		twin[twins++] = t;
	}
	qsort(twin, twins, sizeof *twin, compare_twins);
	for (size_t i = 0; i < n; i++) {
		c->to[at[i].place] = SIDE_NONE;
		c->taken[at[i].place] = false;
	}
	for (size_t i = 0; i < twins && pairs; i++)
		if (c->to[twin[i].a] == SIDE_NONE && !c->taken[twin[i].b]) {
			c->to[twin[i].a] = twin[i].b;
			c->taken[twin[i].b] = true;
			pairs--;
		}
	free(twin);
}

/* Writes the pairs anew, each where its a was; what is left keeps its place. */
static void
rewrite(struct pairs *p, const struct choice *c)
{
	struct pairs old = *p;

	*p = (struct pairs){0};
	for (size_t i = 0; i < old.n; i++) {
		const uint32_t *node = old.pair[i].node;

		if (node[0] != SIDE_NONE)
			matcher_add_pair(p, node[0],
			    c->to[i] == SIDE_NONE ? SIDE_NONE
						  : old.pair[c->to[i]].node[1]);
		if (node[1] != SIDE_NONE && !c->taken[i])
			matcher_add_alone(p, 1, node[1]);
	}
	free(old.pair);
}

static struct named *
sort_named(const struct pairs *p, const struct matcher *m, enum matcher_by by,
    struct choice *c)
{
	struct named *named = xmalloc((p->n + 1) * sizeof *named);

	for (size_t i = 0; i < p->n; i++) {
		const struct pair *pair = &p->pair[i];
		bool both = pair_has_both(pair);
		int k = pair->node[0] == SIDE_NONE;

		named[i].place = (uint32_t)i;
		named[i].key = matcher_name(m, k, pair->node[k], by);
		c->to[i] = both ? (uint32_t)i : SIDE_NONE;
		c->taken[i] = both;
	}
	ARRAY_SORT(named, p->n, compare_named);
	return named;
}

void
matcher_pair_namesakes(struct pairs *p, struct matcher *m, enum matcher_by by)
{
	struct choice c = {
	    xmalloc((p->n + 1) * sizeof *c.to), xmalloc(p->n + 1)};
	struct named *named = sort_named(p, m, by, &c);
	bool changed = false;

	for (size_t i = 0, end; i < p->n; i = end) {
		size_t pairs;

		for (end = i + 1; end < p->n && named[end].key == named[i].key;
		     end++)
			continue;
		pairs = end - i > 1 ? doubtful(m, p, named + i, end - i) : 0;
		if (pairs) {
			changed = true;
			choose(&c, m, p, named + i, end - i, pairs);
		}
	}
	if (changed)
		rewrite(p, &c);
	free(named);
	free(c.to);
	free(c.taken);
}
