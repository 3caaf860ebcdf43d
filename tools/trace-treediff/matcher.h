/*
 * matcher - two trees whose nodes are matched, and lists of nodes and of pairs.
 * Of the two trees there are arrays: A's comes first, then B's.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-treediff/tree_side.h"

struct node_list {
	uint32_t *node;
	size_t n, cap;
};

struct pair {
	uint32_t node[2]; /* SIDE_NONE: on the other side only */
};

static inline bool
pair_has_both(const struct pair *p)
{
	return p->node[0] != SIDE_NONE && p->node[1] != SIDE_NONE;
}

struct pairs {
	struct pair *pair;
	size_t n, cap;
};

/* How often a name was met while one pair of nodes is looked at. */
struct name_mark {
	uint32_t stamp, count;
};

struct matcher {
	struct side *side[2];
	bool reference;
	uint64_t *shape[2];  /* SHAPE_LEVELS sums of each node */
	uint32_t *inside[2]; /* of each node, shared if they hold the same */

	/* below: for match_namesakes.c, match_children.c and child_lists.c only
	 */
	struct name_mark *mark; /* by the number of a name */
	uint32_t stamp;
};

/* The name that is compared when lists are matched. */
enum matcher_by { MATCHER_KEY, MATCHER_LOOSE, MATCHER_INSIDE };

/* That of a node of tree k. */
static inline uint32_t
matcher_name(const struct matcher *m, int k, uint32_t node, enum matcher_by by)
{
	const struct side_node *n = &m->side[k]->node[node];

	return by == MATCHER_INSIDE ? m->inside[k][node]
	    : by == MATCHER_LOOSE   ? n->loose
				    : n->key;
}

void matcher_init(
    struct matcher *, struct side *a, struct side *b, bool reference);
void matcher_free(struct matcher *);

/* The names of a node's children in their order, as one number; 0 for none. */
uint64_t matcher_children_hash(const struct side *, uint32_t node);

/* Append a pair, a node that only tree k has, or one to a list. */
void matcher_add_pair(struct pairs *, uint32_t a, uint32_t b);
void matcher_add_alone(struct pairs *, int k, uint32_t node);
void matcher_add_node(struct node_list *, uint32_t node);

/*
 * Pairs anew the nodes whose name comes more than once: they belong together if
 * the same names are below them, whatever their order.
 */
void matcher_pair_namesakes(struct pairs *, struct matcher *, enum matcher_by);

/*
 * Which nodes of two lists belong together, and which are on one side
 * only, in their order.
 */

/*
 * Appends the pairs of two lists. Lists that are equally long and hold no
 * calls are paired place by place if `by_place` and, unless it is the
 * reference's way, half of their names agree and none of the others wraps its
 * counterpart; all others by name.
 */
void pairs_match(struct pairs *, struct matcher *, const struct node_list[2],
    enum matcher_by, bool by_place);

/* Takes those on one side only out of the pairs, into two lists. */
void pairs_take_rest(struct pairs *, struct node_list[2]);

/*
 * Which names of one sequence are which of another, by the reference's rule:
 * to[i] becomes the place in b of what a[i] is, or MATCH_NONE. It takes n times
 * m bits.
 *
 * It is the edit distance of Wagner and Fischer, "The string-to-string
 * correction problem" (J. ACM 21, 1974), of which the substitutions are not
 * used when the way is traced back. Usually as many as possible are matched
 * instead: common/sequence/match.h.
 */
void pairs_align_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);

/*
 * Which children of two nodes that belong together belong together.
 *
 * The method is TraceLens's (AMD-AGI/TraceLens, revision 171dd747): children on
 * a way to the GPU are matched by name; what wraps others on one side only is
 * taken off, and the rest is matched again; at last what is inside of chains of
 * only children.
 */

/*
 * The pairs of two lists; `by_place` as of pairs_match. Then what is inside of
 * the chains of what this leaves.
 */
void children_pair(
    struct pairs *, struct matcher *, const struct node_list[2], bool by_place);
void children_pair_chains(struct pairs *, struct matcher *);

/*
 * Appends the pairs in their order. In the reference, the node with one child
 * may become one below it.
 */
void children_match(struct pairs *, struct matcher *, struct pair *);

/* Whether a node of tree k, or its chain of only children, holds that name. */
bool children_wrap(struct matcher *, int k, uint32_t node, uint32_t key);

/* The node at which the chain from a node on opens into several; SIDE_NONE. */
uint32_t children_open(const struct side *, uint32_t node);
