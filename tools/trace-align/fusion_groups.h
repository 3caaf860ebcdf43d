/*
 * fusion_groups - which rows belong together.
 *
 * Rows alone between the same two pairs are one group. What a row's kernel does
 * decides whether it belongs elsewhere; each row asks by itself, so the order
 * of the rows and of the sides does not matter:
 * - of the two pairs beside its run, a similar one whose kernel of the other
 *   side does the row's work, and the one of its own side does not, or which is
 *   of the same operator, is a group with the row: attention against attention
 *   and its reduction is one against two; what the row's run has on the other
 *   side of its work follows, as in ReLU, batch norm against two kernels fused
 *   of both;
 * - a row that does a part of what a kernel of the other side does a few pairs
 *   away is of that kernel's group: of silu, GEMM, mul against GEMM,
 *   silu_and_mul the two around the GEMM are a group;
 * - rows and the nearest pair that does the same kind of work are a group if
 *   they explain how the pair's times differ: three GEMMs against one are three
 *   against one, and so is a GEMM that was split;
 * - a kernel that multiplies matrices leaves a group if the other side is known
 *   to do other work, and takes less than half as long: no copy replaces it.
 * A row that is part of one between the same two pairs has not moved.
 */
#pragma once

#include "tools/trace-align/pair.h"

/* Rows of A that became rows of B. */
struct group {
	size_t all;         /* pairs and rows alone, ... */
	size_t rows[2];     /* ... and the rows of A and of B */
	struct ops work[2]; /* what these do */
	int64_t each[2];    /* ns of one repeat that these take */
	bool may_multiply[2];
	/* See comparison.c. */
	struct span name; /* the family of the kernel that stands for it */
	int64_t longest;  /* ns of that kernel */
	size_t explained; /* rows whose work the other side does */
};

/* How much of a group its names explain: the share of its rows. */
static inline double
group_confidence(const struct group *g)
{
	return (double)g->explained / (double)(g->rows[0] + g->rows[1]);
}

/*
 * Sets the group of rows, from 1, to numbers without order, of which some may
 * have one side only; moved rows, whose twins it sets, and those of few repeats
 * are in none. Returns an array, in which the rows and operations of group g
 * are added up in [g], of groups 1 to *n, which the caller frees.
 */
MUST_USE struct group *fusion_groups_find(
    struct pair *, size_t rows, const struct likeness *, size_t *n);
