#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/sequence/numbers.h"
#include "tools/trace-treediff/matcher.h"

static void
set_mark(struct matcher *m, uint32_t key)
{
	m->mark[key] = (struct name_mark){m->stamp, 0};
}

static bool
is_marked(const struct matcher *m, uint32_t key)
{
	return m->mark[key].stamp == m->stamp;
}

/* Marks the names of all children on a way to the GPU. */
static void
mark_children(struct matcher *m, const struct side *s, uint32_t node)
{
	m->stamp++;
	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		set_mark(m, s->node[c].key);
}

/* Of the marks, those that children on a way to the GPU have themselves. */
static void
unmark_own(struct matcher *m, const struct side *s, uint32_t node)
{
	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		if (is_marked(m, s->node[c].key))
			m->mark[s->node[c].key].stamp = 0;
}

/* Of the others with a marked name, which one counts: the first, or the last.
 */
static void
choose_namesakes(struct matcher *m, const struct side *s, uint32_t node)
{
	for (uint32_t c = s->node[node].child; c != SIDE_NONE;
	     c = s->node[c].next) {
		struct name_mark *mark = &m->mark[s->node[c].key];

		if (!s->node[c].gpu && is_marked(m, s->node[c].key) &&
		    (m->reference || !mark->count))
			mark->count = c;
	}
}

/*
 * The children on a way to the GPU, and of the others one with the name of such
 * a child on the other side that has no namesake on a way to the GPU: the
 * first, in the reference the last.
 */
static void
candidates(struct node_list *l, struct matcher *m, const struct pair *of, int k)
{
	const struct side *s = m->side[k];
	uint32_t node = of->node[k];

	mark_children(m, m->side[!k], of->node[!k]);
	unmark_own(m, s, node);
	choose_namesakes(m, s, node);
	for (uint32_t c = s->node[node].child; c != SIDE_NONE;
	     c = s->node[c].next) {
		uint32_t key = s->node[c].key;

		if (s->node[c].gpu ||
		    (is_marked(m, key) && m->mark[key].count == c))
			matcher_add_node(l, c);
	}
}

/* Puts what the node holds on a way to the GPU in its place. */
static void
add_children(struct node_list *l, const struct side *s, uint32_t node)
{
	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		matcher_add_node(l, c);
}

uint32_t
children_open(const struct side *s, uint32_t node)
{
	uint32_t end = side_chain_end(s, node);

	return side_ends_chain(s, end)        ? SIDE_NONE
	    : side_child(s, end) == SIDE_NONE ? SIDE_NONE
					      : end;
}

/* Does a child of the node have a name that is marked? */
static bool
holds_marked(const struct matcher *m, const struct side *s, uint32_t node)
{
	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		if (is_marked(m, s->node[c].key))
			return true;
	return false;
}

/* In the reference, an only child becomes what its chain opens into. */
static void
open_chain(struct node_list *l, const struct side *s, uint32_t *node)
{
	uint32_t end = children_open(s, l->node[0]);

	if (end == SIDE_NONE)
		return;
	*node = end;
	l->n = 0;
	add_children(l, s, end);
}

static bool
is_wrapper(const struct side *s, uint32_t node)
{
	return s->node[node].kind < SIDE_CALL;
}

/* The nodes of each side that nothing on the other side belongs to. */
struct rest {
	struct matcher *match;
	struct node_list list[2];
	uint32_t *opened[2]; /* of each: whose children take its place */
};

/*
 * Which node holds a marked name: this one or, unless it is the reference's
 * way, one of its chain of only children. SIDE_NONE if none does.
 */
static uint32_t
find_holder(const struct matcher *m, const struct side *s, uint32_t node)
{
	while (!holds_marked(m, s, node)) {
		uint32_t child = side_only_child(s, node);

		if (m->reference || child == SIDE_NONE || !is_wrapper(s, child))
			return SIDE_NONE;
		node = child;
	}
	return node;
}

bool
children_wrap(struct matcher *m, int k, uint32_t node, uint32_t key)
{
	m->stamp++;
	set_mark(m, key);
	return is_wrapper(m->side[k], node) &&
	    find_holder(m, m->side[k], node) != SIDE_NONE;
}

/* Opens on side k what holds a namesake of what is left on the other side. */
static bool
open_holders(struct rest *r, int k)
{
	const struct node_list *list = &r->list[k], *other = &r->list[!k];
	const struct side *s = r->match->side[k], *t = r->match->side[!k];
	bool any = false;

	r->match->stamp++;
	for (size_t i = 0; i < other->n; i++)
		if (is_wrapper(t, other->node[i]) &&
		    r->opened[!k][i] == SIDE_NONE)
			set_mark(r->match, t->node[other->node[i]].key);
	for (size_t i = 0; i < list->n; i++)
		if (is_wrapper(s, list->node[i])) {
			r->opened[k][i] =
			    find_holder(r->match, s, list->node[i]);
			any |= r->opened[k][i] != SIDE_NONE;
		}
	return any;
}

/* The hash of what node i of side k holds, if it is not opened; 0 if it is. */
static uint64_t
hash_closed(const struct rest *r, int k, size_t i)
{
	const struct side *s = r->match->side[k];
	uint32_t node = r->list[k].node[i];

	if (r->opened[k][i] != SIDE_NONE || !is_wrapper(s, node))
		return 0;
	return matcher_children_hash(s, node);
}

static bool
open_known(struct rest *r, int k, const struct idpool *known)
{
	bool any = false;

	for (size_t i = 0; i < r->list[k].n; i++) {
		uint64_t own = hash_closed(r, k, i);

		if (own && idpool_find(known, own) != IDPOOL_NONE) {
			r->opened[k][i] = r->list[k].node[i];
			any = true;
		}
	}
	return any;
}

/* Opens nodes of both sides that have the same children, as the reference. */
static bool
open_alike(struct rest *r)
{
	struct idpool known[2] = {{0}};
	bool any;

	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < r->list[k].n; i++)
			idpool_add(&known[k], hash_closed(r, k, i));
	any = open_known(r, 0, &known[1]);
	any |= open_known(r, 1, &known[0]);
	idpool_free(&known[0]);
	idpool_free(&known[1]);
	return any;
}

static void
replace_opened(struct rest *r, int k)
{
	struct node_list old = r->list[k];

	r->list[k] = (struct node_list){0};
	for (size_t i = 0; i < old.n; i++)
		if (r->opened[k][i] != SIDE_NONE)
			add_children(
			    &r->list[k], r->match->side[k], r->opened[k][i]);
		else
			matcher_add_node(&r->list[k], old.node[i]);
	free(old.node);
}

/* Whether anything was opened, of either side. */
static bool
open_rest(struct rest *r)
{
	bool any;

	for (int k = 0; k < 2; k++)
		r->opened[k] = xnones(r->list[k].n + 1);
	any = open_holders(r, 1);
	any |= open_holders(r, 0);
	any |= r->match->reference && open_alike(r);
	for (int k = 0; k < 2; k++) {
		if (any)
			replace_opened(r, k);
		free(r->opened[k]);
	}
	return any;
}

/* Adds to a list what of its side is in pairs; nodes are numbered by time. */
static void
add_paired(struct node_list *l, const struct pairs *p, int k)
{
	for (size_t i = 0; i < p->n; i++)
		matcher_add_node(l, p->pair[i].node[k]);
	ARRAY_SORT(l->node, l->n, numbers_compare);
}

/*
 * Takes off, on either side, what wraps others on that side only, and matches
 * all again, in the reference only the rest. Whether anything was.
 */
static bool
reconcile(struct pairs *p, struct matcher *m, bool by_place)
{
	struct rest r = {.match = m};
	struct pairs old = {0};
	bool any;

	for (size_t i = 0; i < p->n; i++)
		matcher_add_pair(&old, p->pair[i].node[0], p->pair[i].node[1]);
	pairs_take_rest(p, r.list);
	any = r.list[0].n && r.list[1].n && open_rest(&r);
	if (any) {
		for (int k = 0; k < 2 && !m->reference; k++)
			add_paired(&r.list[k], p, k);
		if (!m->reference)
			p->n = 0;
		pairs_match(p, m, r.list, MATCHER_KEY, by_place);
		free(old.pair);
	} else {
		free(p->pair);
		*p = old;
	}
	free(r.list[0].node);
	free(r.list[1].node);
	return any;
}

/* Of what is left, nodes that hold the same belong together: renamed. */
static void
match_insides(struct pairs *p, struct matcher *m)
{
	struct node_list rest[2] = {{0}};

	pairs_take_rest(p, rest);
	pairs_match(p, m, rest, MATCHER_INSIDE, false);
	free(rest[0].node);
	free(rest[1].node);
}

/* The nodes of a list before it was collapsed, by the ends of their chains. */
struct chains {
	struct idpool ends;
	uint32_t *node; /* by the number of its end */
};

/* Replaces the nodes of a list by the ends of their chains. */
static void
collapse(struct chains *c, struct node_list *l, const struct side *s)
{
	*c = (struct chains){.node = xmalloc((l->n + 1) * sizeof *c->node)};
	for (size_t i = 0; i < l->n; i++) {
		uint32_t end = side_chain_end(s, l->node[i]);

		c->node[idpool_add(&c->ends, end)] = l->node[i];
		l->node[i] = end;
	}
}

static bool
has_rest_on_both(const struct pairs *p)
{
	bool rest[2] = {false, false};

	for (size_t i = 0; i < p->n; i++)
		for (int k = 0; k < 2; k++)
			rest[k] |= p->pair[i].node[!k] == SIDE_NONE;
	return rest[0] && rest[1];
}

/* Matches what is left by exact, then by loose names. */
static void
match_twice(struct pairs *p, struct matcher *m, const struct node_list l[2])
{
	struct node_list rest[2] = {{0}};

	pairs_match(p, m, l, MATCHER_KEY, false);
	if (!m->reference || has_rest_on_both(p))
		pairs_take_rest(p, rest);
	pairs_match(p, m, rest, MATCHER_LOOSE, false);
	free(rest[0].node);
	free(rest[1].node);
}

/*
 * Looks for what belongs together inside chains of only children. What is on
 * one side only enters as it was, in the reference collapsed.
 */
static void
match_chains(struct pairs *p, struct matcher *m)
{
	struct node_list l[2] = {{0}};
	struct pairs found = {0};
	struct chains chains[2];

	pairs_take_rest(p, l);
	for (int k = 0; k < 2; k++)
		collapse(&chains[k], &l[k], m->side[k]);
	match_twice(&found, m, l);
	for (size_t i = 0; i < found.n; i++) {
		struct pair pair = found.pair[i];
		int k = pair.node[0] == SIDE_NONE;

		if (!m->reference && !pair_has_both(&pair))
			pair.node[k] = chains[k].node[idpool_find(
			    &chains[k].ends, pair.node[k])];
		matcher_add_pair(p, pair.node[0], pair.node[1]);
	}
	for (int k = 0; k < 2; k++) {
		idpool_free(&chains[k].ends);
		free(chains[k].node);
		free(l[k].node);
	}
	free(found.pair);
}

/* In the square of more levels of wrappers would the time grow. */
enum { MOST_WRAPPED = 64 };

void
children_pair(struct pairs *p, struct matcher *m, const struct node_list l[2],
    bool by_place)
{
	pairs_match(p, m, l, MATCHER_KEY, by_place);
	for (int levels = m->reference ? 1 : MOST_WRAPPED;
	     levels > 0 && has_rest_on_both(p) && reconcile(p, m, by_place);)
		levels--;
	if (!m->reference && has_rest_on_both(p))
		match_insides(p, m);
}

void
children_pair_chains(struct pairs *p, struct matcher *m)
{
	if (has_rest_on_both(p))
		match_chains(p, m);
}

void
children_match(struct pairs *p, struct matcher *m, struct pair *of)
{
	struct node_list l[2] = {{0}};
	int one; /* the side that has one, and the other has not */

	candidates(&l[0], m, of, 0);
	candidates(&l[1], m, of, 1);
	one = l[0].n == 1 ? 0 : 1;
	if (m->reference && l[0].n != l[1].n && l[one].n == 1)
		open_chain(&l[one], m->side[one], &of->node[one]);
	children_pair(p, m, l, true);
	children_pair_chains(p, m);
	free(l[0].node);
	free(l[1].node);
}
