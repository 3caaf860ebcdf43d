/*
 * stats - the work of the GPU below each difference of two merged trees.
 *
 * A node that is in both trees differs where children are in one of them only,
 * or where it is work itself. All work below such children belongs to it, its
 * lowest common ancestor, in one of the trees; unless it is the reference's
 * way, to the innermost operator or function that is in both trees and holds
 * it. Work that no operator led to is left out.
 */
#ifndef TRACE_TREEDIFF_STATS_H
#define TRACE_TREEDIFF_STATS_H

#include "tools/trace-treediff/merge.h"

struct stat {
	uint32_t node; /* of the merged tree: the ancestor, or a lone root */
	bool lone;
	uint32_t work;  /* the event, in its own tree */
	uint32_t op;    /* the operator that led to it */
	uint32_t place; /* its order among those of the node and tree */
	bool first;     /* it is in the first tree */
	int64_t busy;   /* ns: while any work of this tree and ancestor ran */
};

/* By node, the first tree before the second. */
struct stats {
	struct stat *stat;
	size_t n, cap;
};

/* With `reference`, work counts itself only where it is paired with work. */
void stats_find(struct stats *, const struct merge *, const struct side *a,
    const struct side *b, bool reference);
void stats_free(struct stats *);

#endif
