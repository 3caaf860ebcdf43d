/*
 * matcher - two trees whose nodes are matched, and lists of nodes and of pairs.
 */
#ifndef TRACE_TREEDIFF_MATCHER_H
#define TRACE_TREEDIFF_MATCHER_H

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

	/* below: for matcher.c, pairs.c and children.c only */
	struct name_mark *mark; /* by the number of a name */
	uint32_t stamp;
};

/* What is compared when lists are matched. */
enum matcher_by { MATCHER_KEY, MATCHER_LOOSE };

static inline uint32_t
matcher_name(const struct side *s, uint32_t node, enum matcher_by by)
{
	return by == MATCHER_LOOSE ? s->node[node].loose : s->node[node].key;
}

void matcher_init(
    struct matcher *, struct side *a, struct side *b, bool reference);
void matcher_free(struct matcher *);

/* Append. */
void matcher_add_pair(struct pairs *, uint32_t a, uint32_t b);
void matcher_add_node(struct node_list *, uint32_t node);

/*
 * Pairs anew what has a name that comes more than once: nodes of one name
 * belong together if the same names are below them, whatever their order.
 */
void matcher_pair_namesakes(struct pairs *, struct matcher *, enum matcher_by);

#endif
