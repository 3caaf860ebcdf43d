#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-treediff/align_names.h"
#include "tools/trace-treediff/pairs.h"

/*
 * Of a name that more nodes have, the order alone decides; so many names of a
 * level are compared; so many nodes are looked at for them.
 */
enum { TWINS_MOST = 256, OVERLAP_MOST = 256, LOOK_MOST = 4096 };

int
node_list_add(struct node_list *l, uint32_t node)
{
	return ARRAY_PUSH(l->node, l->n, &l->cap, node);
}

int
pairs_push(struct pairs *p, uint32_t a, uint32_t b)
{
	return ARRAY_PUSH(p->pair, p->n, &p->cap, (struct pair){a, b});
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
 * For each node the sum of the names' hashes at each level below it. Nodes come
 * before those that they hold, so all is known of a node when its turn comes.
 */
static uint64_t *
shapes(const struct side *s)
{
	uint64_t *shape = calloc(s->n + 1, SHAPE_LEVELS * sizeof *shape);

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
	m->mark = calloc(pool_count(a->texts) + 1u, sizeof *m->mark);
	return m->shape_a && m->shape_b && m->mark ? 0 : -1;
}

void
matcher_free(struct matcher *m)
{
	free(m->shape_a);
	free(m->shape_b);
	free(m->mark);
}

static uint32_t
name_of(const struct side *s, uint32_t node, enum pairs_by by)
{
	return by == PAIRS_LOOSE ? s->node[node].loose : s->node[node].key;
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
    const struct node_list *b, enum pairs_by by)
{
	size_t same = 0;

	if (a->n != b->n || has_call(m->a, a) || has_call(m->b, b))
		return false;
	for (size_t i = 0; i < a->n; i++)
		same += name_of(m->a, a->node[i], by) ==
		    name_of(m->b, b->node[i], by);
	if (a->n == 1 &&
	    m->a->node[a->node[0]].kind == m->b->node[b->node[0]].kind)
		return true;
	return m->reference || 2 * same >= a->n;
}

/* How many levels below two nodes have the same names. */
static int
agreement(const struct matcher *m, const struct pair *p)
{
	const uint64_t *a = m->shape_a + (size_t)p->a * SHAPE_LEVELS;
	const uint64_t *b = m->shape_b + (size_t)p->b * SHAPE_LEVELS;
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
	const struct side *side[] = {m->a, m->b};
	uint32_t top[] = {p->a, p->b};
	int common = 0;

	m->stamp++;
	for (int i = 0; i < 2; i++) {
		const struct side_node *node = side[i]->node;
		uint32_t depth = node[top[i]].depth + (uint32_t)level + 1;
		uint32_t end = node[top[i]].behind;
		int met = 0;

		if (end - top[i] > LOOK_MOST)
			end = top[i] + LOOK_MOST;
		for (uint32_t k = top[i]; k < end; k++) {
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

static int
compare_twins(const void *x, const void *y)
{
	const struct twin *s = x, *t = y;

	if (s->levels != t->levels)
		return t->levels - s->levels;
	if (s->common != t->common)
		return t->common - s->common;
	if ((s->a == s->b) != (t->a == t->b))
		return (t->a == t->b) - (s->a == s->b);
	if (s->a != t->a)
		return s->a < t->a ? -1 : 1;
	return s->b < t->b ? -1 : s->b > t->b;
}

/* A place among the pairs, and the name there. */
struct named {
	uint32_t key, place;
};

static int
compare_named(const void *x, const void *y)
{
	const struct named *s = x, *t = y;

	if (s->key != t->key)
		return s->key < t->key ? -1 : 1;
	return s->place < t->place ? -1 : s->place > t->place;
}

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
	size_t a = 0, b = 0, both = 0, sure = 0;

	for (size_t i = 0; i < n; i++) {
		const struct pair *pair = &p->pair[at[i].place];
		bool paired = pair->a != SIDE_NONE && pair->b != SIDE_NONE;

		a += pair->a != SIDE_NONE;
		b += pair->b != SIDE_NONE;
		both += paired;
		sure += paired && agreement(m, pair) == SHAPE_LEVELS;
	}
	return sure == both || a * b == 1 || n > TWINS_MOST ? 0 : both;
}

static int
choose(struct choice *c, struct matcher *m, const struct pairs *p,
    const struct named *at, size_t n, size_t pairs)
{
	struct twin *twin = NULL;
	size_t twins = 0, cap = 0;

	for (size_t i = 0; i < n * n; i++) {
		struct twin t = {at[i / n].place, at[i % n].place, 0, 0};
		struct pair both = {p->pair[t.a].a, p->pair[t.b].b};

		if (both.a == SIDE_NONE || both.b == SIDE_NONE)
			continue;
		t.levels = agreement(m, &both);
		if (t.levels < SHAPE_LEVELS)
			t.common = overlap(m, &both, t.levels);
		if (ARRAY_PUSH(twin, twins, &cap, t)) {
			free(twin);
			return -1;
		}
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
	return 0;
}

/* Writes the pairs anew, each where its a was; what is left keeps its place. */
static int
rewrite(struct pairs *p, const struct choice *c)
{
	struct pairs old = *p;
	int rc = 0;

	*p = (struct pairs){0};
	for (size_t i = 0; rc == 0 && i < old.n; i++) {
		const struct pair *pair = &old.pair[i];

		if (pair->a != SIDE_NONE)
			rc = pairs_push(p, pair->a,
			    c->to[i] == SIDE_NONE ? SIDE_NONE
						  : old.pair[c->to[i]].b);
		if (rc == 0 && pair->b != SIDE_NONE && !c->taken[i])
			rc = pairs_push(p, SIDE_NONE, pair->b);
	}
	free(old.pair);
	return rc;
}

static struct named *
sort_named(const struct pairs *p, const struct matcher *m, enum pairs_by by,
    struct choice *c)
{
	struct named *named = malloc((p->n + 1) * sizeof *named);

	for (size_t i = 0; named && i < p->n; i++) {
		const struct pair *pair = &p->pair[i];
		bool both = pair->a != SIDE_NONE && pair->b != SIDE_NONE;

		named[i].place = (uint32_t)i;
		named[i].key = pair->a != SIDE_NONE
		    ? name_of(m->a, pair->a, by)
		    : name_of(m->b, pair->b, by);
		c->to[i] = both ? (uint32_t)i : SIDE_NONE;
		c->taken[i] = both;
	}
	if (named && p->n)
		qsort(named, p->n, sizeof *named, compare_named);
	return named;
}

/*
 * Where a name comes more than once, nodes below which the same names are
 * belong together, whatever their order.
 */
static int
disambiguate(struct pairs *p, struct matcher *m, enum pairs_by by)
{
	struct choice c = {malloc((p->n + 1) * sizeof *c.to), malloc(p->n + 1)};
	struct named *named = c.to && c.taken ? sort_named(p, m, by, &c) : NULL;
	bool changed = false;
	int rc = named ? 0 : -1;

	for (size_t i = 0, end; rc == 0 && i < p->n; i = end) {
		size_t pairs;

		for (end = i + 1; end < p->n && named[end].key == named[i].key;
		     end++)
			continue;
		pairs = end - i > 1 ? doubtful(m, p, named + i, end - i) : 0;
		if (pairs) {
			changed = true;
			rc = choose(&c, m, p, named + i, end - i, pairs);
		}
	}
	if (rc == 0 && changed)
		rc = rewrite(p, &c);
	free(named);
	free(c.to);
	free(c.taken);
	return rc;
}

/* Adds the pairs of an alignment; of a gap those of A come first. */
static int
add_alignment(struct pairs *p, const struct node_list *a,
    const struct node_list *b, const uint32_t *to)
{
	size_t j = 0;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < a->n; i++) {
		for (; rc == 0 && to[i] != ALIGN_NONE && j < to[i]; j++)
			rc = pairs_push(p, SIDE_NONE, b->node[j]);
		if (rc == 0)
			rc = pairs_push(p, a->node[i],
			    to[i] == ALIGN_NONE ? SIDE_NONE : b->node[j]);
		j += to[i] != ALIGN_NONE;
	}
	for (; rc == 0 && j < b->n; j++)
		rc = pairs_push(p, SIDE_NONE, b->node[j]);
	return rc;
}

/* The names of a list that are also in the other one, and where they stand. */
struct common {
	uint32_t *key, *place;
	size_t n;
};

static int
find_common(struct common *c, struct matcher *m, const struct side *s,
    const struct node_list *l, const struct side *other,
    const struct node_list *in, enum pairs_by by)
{
	*c = (struct common){malloc((l->n + 1) * sizeof *c->key),
	    malloc((l->n + 1) * sizeof *c->place), 0};
	if (!c->key || !c->place)
		return -1;
	m->stamp++;
	for (size_t i = 0; i < in->n; i++)
		m->mark[name_of(other, in->node[i], by)].stamp = m->stamp;
	for (size_t i = 0; i < l->n; i++) {
		uint32_t key = name_of(s, l->node[i], by);

		if (!m->reference && m->mark[key].stamp != m->stamp)
			continue;
		c->key[c->n] = key;
		c->place[c->n++] = (uint32_t)i;
	}
	return 0;
}

/* Above this the reference's table takes too long, and its own program, too. */
#define TABLE_MOST ((size_t)1 << 30)

static int
align(const struct matcher *m, const struct common *a, const struct common *b,
    uint32_t *to)
{
	bool table = m->reference && (b->n == 0 || a->n <= TABLE_MOST / b->n);

	return (table ? align_names_reference : align_names)(
	    a->key, a->n, b->key, b->n, to);
}

/* Matches by name what both lists have; the rest is on one side only. */
static int
match_names(struct pairs *p, struct matcher *m, const struct node_list *a,
    const struct node_list *b, enum pairs_by by)
{
	struct common ca = {0}, cb = {0};
	uint32_t *to = malloc((2 * a->n + 1) * sizeof *to);
	uint32_t *common_to = to + a->n;
	int rc = to ? find_common(&ca, m, m->a, a, m->b, b, by) : -1;

	if (rc == 0)
		rc = find_common(&cb, m, m->b, b, m->a, a, by);
	if (rc == 0)
		rc = align(m, &ca, &cb, common_to);
	for (size_t i = 0; rc == 0 && i < a->n; i++)
		to[i] = ALIGN_NONE;
	for (size_t i = 0; rc == 0 && i < ca.n; i++)
		if (common_to[i] != ALIGN_NONE)
			to[ca.place[i]] = cb.place[common_to[i]];
	if (rc == 0)
		rc = add_alignment(p, a, b, to);
	free(to);
	free(ca.key);
	free(ca.place);
	free(cb.key);
	free(cb.place);
	return rc;
}

int
pairs_match(struct pairs *p, struct matcher *m, const struct node_list *a,
    const struct node_list *b, enum pairs_by by, bool by_place)
{
	struct pairs own = {0};
	int rc = 0;

	if (by_place && goes_by_place(m, a, b, by)) {
		for (size_t i = 0; rc == 0 && i < a->n; i++)
			rc = pairs_push(p, a->node[i], b->node[i]);
		return rc;
	}
	rc = match_names(&own, m, a, b, by);
	if (rc == 0)
		rc = disambiguate(&own, m, by);
	for (size_t i = 0; rc == 0 && i < own.n; i++)
		rc = pairs_push(p, own.pair[i].a, own.pair[i].b);
	free(own.pair);
	return rc;
}

int
pairs_take_rest(struct pairs *p, struct node_list *a, struct node_list *b)
{
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < p->n; i++) {
		const struct pair *pair = &p->pair[i];

		if (pair->b == SIDE_NONE)
			rc = node_list_add(a, pair->a);
		else if (pair->a == SIDE_NONE)
			rc = node_list_add(b, pair->b);
		else
			p->pair[n++] = *pair;
	}
	p->n = n;
	return rc;
}
