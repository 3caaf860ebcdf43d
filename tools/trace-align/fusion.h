/*
 * fusion - which kernels were fused or split: the ledger.
 *
 * Between two pairs, what is gone from A and what is new in B belong together:
 * they form a group. A similar pair next to them may do their work in one of
 * its kernels only, by the operations: then it belongs to the group as well.
 * Norm against norm, with an attention_reduce behind attention, is a group of
 * one against two.
 */
#ifndef TRACE_ALIGN_FUSION_H
#define TRACE_ALIGN_FUSION_H

#include "tools/trace-align/pair.h"

struct group {
	size_t a_rows, b_rows;
	int64_t a_sum, b_sum; /* ns over all repeats */
	/* Rows that have operations in common with those of the other side. */
	size_t explained;
};

/*
 * Numbers the groups from 1 in the order of the rows, in `group` of each row of
 * one; moved rows are in none. Returns an array, in which group g is [g], of
 * groups 1 to *n, which the caller frees; NULL when there is no memory.
 */
__attribute__((warn_unused_result)) struct group *fusion_groups(
    struct pair *, size_t rows, const struct likeness *, size_t *n);

/* How much of a group its names explain: the share of its rows. */
double fusion_confidence(const struct group *);

#endif
