/*
 * merged_tree - two trees as one: what is in both, and what is in one of them.
 */
#pragma once

#include "tools/trace-treediff/tree_side.h"

enum merge_kind { MERGE_BOTH, MERGE_A, MERGE_B };

/* Nodes come before what they hold; a node's place is its number. */
struct merge_node {
	uint32_t in[2]; /* nodes of A and B; SIDE_NONE: not in that tree */
	uint32_t parent, depth;
	uint32_t behind; /* the first node after those that it holds */
};

struct merge {
	struct merge_node *node;
	size_t n, cap;
};

static inline enum merge_kind
merge_kind(const struct merge_node *node)
{
	return node->in[1] == SIDE_NONE ? MERGE_A
	    : node->in[0] == SIDE_NONE  ? MERGE_B
					: MERGE_BOTH;
}

/*
 * Merges two closed trees with the texts of one pool. With `reference`, as
 * TraceLens does: roots belong together by their places, and lists of children
 * of one length, too. The nodes are the caller's.
 */
void merge_trees(
    struct merge *, struct side *a, struct side *b, bool reference);
