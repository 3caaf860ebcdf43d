/*
 * fusion - which kernels were fused, split or replaced: the ledger.
 *
 * The kernels removed and the kernels added between the same two pairs belong
 * together: they form a group. More evidence moves rows between groups, and
 * pairs into them; see grouping.h. A run of kernels that only one side has is
 * in no group.
 */
#ifndef TOOLS_TRACE_ALIGN_FUSION_H
#define TOOLS_TRACE_ALIGN_FUSION_H

#include "tools/trace-align/grouping.h"

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
