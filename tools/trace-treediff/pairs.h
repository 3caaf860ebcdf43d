/*
 * pairs - which nodes of two lists belong together, and which are on one side
 * only, in their order.
 */
#ifndef TRACE_TREEDIFF_PAIRS_H
#define TRACE_TREEDIFF_PAIRS_H

#include "tools/trace-treediff/side.h"

struct node_list {
	uint32_t *node;
	size_t n, cap;
};

struct pair {
	uint32_t a, b; /* nodes; SIDE_NONE: on the other side only */
};

struct pairs {
	struct pair *pair;
	size_t n, cap;
};

/* How often a name was met while one pair of nodes is looked at. */
struct name_mark {
	uint32_t stamp, count;
};

struct matcher {
	struct side *a, *b;
	bool reference;
	uint64_t *shape_a, *shape_b; /* SHAPE_LEVELS sums of each node */

	/* below: for pairs.c, namesakes.c and children.c only */
	struct name_mark *mark; /* by the number of a name */
	uint32_t stamp;
};

/* So many levels of names tell nodes of one name apart. */
enum { SHAPE_LEVELS = 4 };

/* What is compared when lists are matched. */
enum pairs_by { PAIRS_KEY, PAIRS_LOOSE };

static inline uint32_t
pairs_name(const struct side *s, uint32_t node, enum pairs_by by)
{
	return by == PAIRS_LOOSE ? s->node[node].loose : s->node[node].key;
}

/* Returns 0, or -1: no memory; matcher_free frees either way. */
__attribute__((warn_unused_result)) int matcher_init(
    struct matcher *, struct side *a, struct side *b, bool reference);
void matcher_free(struct matcher *);

/*
 * Appends the pairs of two lists. Lists that are equally long and hold no calls
 * are paired place by place if `by_place` and, unless it is the reference's
 * way, half of their names agree; all others by name. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int pairs_match(struct pairs *,
    struct matcher *, const struct node_list *, const struct node_list *,
    enum pairs_by, bool by_place);

__attribute__((warn_unused_result)) int pairs_push(
    struct pairs *, uint32_t a, uint32_t b);

/* Takes those on one side only out of the pairs, into two lists. */
__attribute__((warn_unused_result)) int pairs_take_rest(
    struct pairs *, struct node_list *a, struct node_list *b);

__attribute__((warn_unused_result)) int node_list_add(
    struct node_list *, uint32_t node);

#endif
