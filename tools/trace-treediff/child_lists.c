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
candidates(struct node_list *l, struct matcher *m, const struct side *s,
    uint32_t node, const struct side *other, uint32_t other_node)
{
	mark_children(m, other, other_node);
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

/* Puts what the node holds in its place, or itself if that is nothing. */
static void
add_children(struct node_list *l, const struct side *s, uint32_t node)
{
	uint32_t c = side_child(s, node);

	if (c == SIDE_NONE)
		matcher_add_node(l, node);
	for (; c != SIDE_NONE; c = side_next(s, c))
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

/*
 * An only child becomes what its chain opens into. In the reference, the node
 * becomes the end of the chain.
 */
static void
open_chain(struct node_list *l, struct matcher *m, const struct side *s,
    uint32_t *node)
{
	uint32_t end = side_chain_end(s, l->node[0]);

	if (m->reference) {
		end = children_open(s, l->node[0]);
		if (end == SIDE_NONE)
			return;
		*node = end;
	}
	l->n = 0;
	if (side_ends_chain(s, end))
		matcher_add_node(l, end);
	else
		add_children(l, s, end);
}

/* The names of a node's children in their order, as one number; 0 for none. */
static uint64_t
children_hash(const struct side *s, uint32_t node)
{
	uint64_t hash = 0;

	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		hash = (hash ^ (s->node[c].key + UINT64_C(1))) *
		    UINT64_C(0x9E3779B97F4A7C15);
	return hash;
}

static bool
is_wrapper(const struct side *s, uint32_t node)
{
	return s->node[node].kind < SIDE_CALL;
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

/* The nodes of one side that nothing on the other side belongs to. */
struct rest {
	const struct side *side;
	struct node_list list;
	bool *opened; /* of each: its children take its place */
};

/* Opens what holds a namesake of what is left on the other side. */
static bool
open_holders(struct matcher *m, struct rest *r, const struct rest *other)
{
	bool any = false;

	m->stamp++;
	for (size_t i = 0; i < other->list.n; i++)
		if (is_wrapper(other->side, other->list.node[i]) &&
		    !other->opened[i])
			set_mark(m, other->side->node[other->list.node[i]].key);
	for (size_t i = 0; i < r->list.n; i++)
		if (is_wrapper(r->side, r->list.node[i]) &&
		    holds_marked(m, r->side, r->list.node[i]))
			any = r->opened[i] = true;
	return any;
}

/* The hashes of what is not opened, in order. */
static uint64_t *
list_hashes(const struct rest *r, size_t *n)
{
	uint64_t *hash = xmalloc((r->list.n + 1) * sizeof *hash);

	*n = 0;
	for (size_t i = 0; i < r->list.n; i++)
		if (!r->opened[i] && is_wrapper(r->side, r->list.node[i]))
			hash[(*n)++] = children_hash(r->side, r->list.node[i]);
	qsort(hash, *n, sizeof *hash, numbers_compare_64);
	return hash;
}

static bool
open_known(struct rest *r, const uint64_t *hash, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < r->list.n; i++) {
		uint64_t own = children_hash(r->side, r->list.node[i]);

		if (own && !r->opened[i] &&
		    is_wrapper(r->side, r->list.node[i]) &&
		    bsearch(&own, hash, n, sizeof own, numbers_compare_64))
			any = r->opened[i] = true;
	}
	return any;
}

/* Opens nodes of both sides that have the same children, if there are any. */
static bool
open_alike(struct rest *a, struct rest *b)
{
	size_t na, nb;
	uint64_t *ha = list_hashes(a, &na), *hb = list_hashes(b, &nb);
	bool any = open_known(a, hb, nb);

	any = open_known(b, ha, na) || any;
	free(ha);
	free(hb);
	return any;
}

static void
replace_opened(struct rest *r)
{
	struct node_list old = r->list;

	r->list = (struct node_list){0};
	for (size_t i = 0; i < old.n; i++)
		if (r->opened[i])
			add_children(&r->list, r->side, old.node[i]);
		else
			matcher_add_node(&r->list, old.node[i]);
	free(old.node);
}

/* Whether anything was opened, of either side. */
static bool
open_rest(struct matcher *m, struct rest *a, struct rest *b)
{
	bool any;

	a->opened = xcalloc(a->list.n + 1, 1);
	b->opened = xcalloc(b->list.n + 1, 1);
	any = open_holders(m, b, a);
	any = open_holders(m, a, b) || any;
	any = open_alike(a, b) || any;
	if (any) {
		replace_opened(a);
		replace_opened(b);
	}
	free(a->opened);
	free(b->opened);
	return any;
}

/* Takes off, on either side, what wraps others on that side only. */
static void
reconcile(struct pairs *p, struct matcher *m)
{
	struct rest a = {m->a, {0}, NULL}, b = {m->b, {0}, NULL};
	struct pairs kept = {0};

	for (size_t i = 0; i < p->n; i++)
		matcher_add_pair(&kept, p->pair[i].a, p->pair[i].b);
	pairs_take_rest(&kept, &a.list, &b.list);
	if (a.list.n && b.list.n && open_rest(m, &a, &b)) {
		struct pairs old = *p;

		*p = kept;
		kept = old;
		pairs_match(p, m, &a.list, &b.list, MATCHER_KEY, true);
	}
	free(a.list.node);
	free(b.list.node);
	free(kept.pair);
}

/* A node that nothing belongs to, and the end of its chain. */
struct chain {
	uint32_t end, node;
};

ORDER_BY(compare_chains, struct chain, UP(end))

/* The ends of the chains of a list, which they replace. */
static struct chain *
collapse(struct node_list *l, const struct side *s)
{
	struct chain *chain = xmalloc((l->n + 1) * sizeof *chain);

	for (size_t i = 0; i < l->n; i++) {
		chain[i] =
		    (struct chain){side_chain_end(s, l->node[i]), l->node[i]};
		l->node[i] = chain[i].end;
	}
	ARRAY_SORT(chain, l->n, compare_chains);
	return chain;
}

static uint32_t
uncollapsed(const struct chain *chain, size_t n, uint32_t end)
{
	const struct chain key = {end, 0}, *found;

	found = end == SIDE_NONE
	    ? NULL
	    : bsearch(&key, chain, n, sizeof *chain, compare_chains);
	return found ? found->node : SIDE_NONE;
}

static bool
has_rest_on_both(const struct pairs *p)
{
	bool a = false, b = false;

	for (size_t i = 0; i < p->n; i++) {
		a = a || p->pair[i].b == SIDE_NONE;
		b = b || p->pair[i].a == SIDE_NONE;
	}
	return a && b;
}

/* Matches what is left by exact, then by loose names. */
static void
match_twice(struct pairs *p, struct matcher *m, const struct node_list *a,
    const struct node_list *b)
{
	struct node_list rest_a = {0}, rest_b = {0};

	pairs_match(p, m, a, b, MATCHER_KEY, false);
	if (!m->reference || has_rest_on_both(p))
		pairs_take_rest(p, &rest_a, &rest_b);
	pairs_match(p, m, &rest_a, &rest_b, MATCHER_LOOSE, false);
	free(rest_a.node);
	free(rest_b.node);
}

/*
 * Appends them; what is on one side only enters as it was, in the reference
 * collapsed.
 */
static void
add_collapsed(struct pairs *p, const struct pairs *found, bool reference,
    const struct chain *chain_a, size_t na, const struct chain *chain_b,
    size_t nb)
{
	for (size_t i = 0; i < found->n; i++) {
		struct pair pair = found->pair[i];

		if (!reference && pair.a == SIDE_NONE)
			pair.b = uncollapsed(chain_b, nb, pair.b);
		else if (!reference && pair.b == SIDE_NONE)
			pair.a = uncollapsed(chain_a, na, pair.a);
		matcher_add_pair(p, pair.a, pair.b);
	}
}

/* Looks for what belongs together inside chains of only children. */
static void
match_chains(struct pairs *p, struct matcher *m)
{
	struct node_list a = {0}, b = {0};
	struct pairs found = {0};
	struct chain *chain_a, *chain_b;

	pairs_take_rest(p, &a, &b);
	chain_a = collapse(&a, m->a);
	chain_b = collapse(&b, m->b);
	match_twice(&found, m, &a, &b);
	add_collapsed(p, &found, m->reference, chain_a, a.n, chain_b, b.n);
	free(found.pair);
	free(chain_a);
	free(chain_b);
	free(a.node);
	free(b.node);
}

void
children_match(struct pairs *p, struct matcher *m, struct pair *of)
{
	struct node_list la = {0}, lb = {0};

	candidates(&la, m, m->a, of->a, m->b, of->b);
	candidates(&lb, m, m->b, of->b, m->a, of->a);
	if (la.n != lb.n && la.n == 1)
		open_chain(&la, m, m->a, &of->a);
	else if (la.n != lb.n && lb.n == 1)
		open_chain(&lb, m, m->b, &of->b);
	pairs_match(p, m, &la, &lb, MATCHER_KEY, true);
	if (has_rest_on_both(p))
		reconcile(p, m);
	if (has_rest_on_both(p))
		match_chains(p, m);
	free(la.node);
	free(lb.node);
}
