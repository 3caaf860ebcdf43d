/*
 * fusion - which kernels were fused, split or replaced: the ledger.
 *
 * The kernels removed and the kernels added between the same two pairs belong
 * together: they form a group. More evidence moves rows between groups, and
 * pairs into them; see evidence.h. A run of kernels that only one side has is
 * in no group.
 */
#ifndef TRACE_ALIGN_FUSION_H
#define TRACE_ALIGN_FUSION_H

#include "tools/trace-align/pair.h"

struct group {
	size_t a_rows, b_rows;
	int64_t a_each, b_each; /* ns of one repeat */
	struct span name; /* the family of the kernel that stands for it */
	int64_t longest;  /* ns of that kernel */
	size_t explained; /* rows whose work the other side does */
};

/*
 * Numbers the groups from 1 in the order of the rows, in `group` of each row
 * of one; moved rows are in none. Returns an array, in which group g is [g],
 * of groups 1 to *n, which the caller frees.
 */
__attribute__((warn_unused_result)) struct group *fusion_groups(
    struct pair *, size_t rows, const struct likeness *, size_t *n);

/* How much of a group its names explain: the share of its rows. */
double fusion_confidence(const struct group *);

#endif
