/*
 * group - which kernels were fused or split: the ledger.
 *
 * Between two pairs, what is gone from A and what is new in B belong together:
 * they form a group. Where kernels are gone or new only, and a similar pair
 * next to them says so in its names, that pair belongs to the group as well:
 * silu and mul against one fused_mul_silu are a group of two against one.
 */
#ifndef TRACE_ALIGN_GROUP_H
#define TRACE_ALIGN_GROUP_H

#include "common/pool.h"
#include "tools/trace-align/result.h"

struct group {
	size_t a_rows, b_rows;
	int64_t a_sum, b_sum; /* ns over all repeats */
	/*
	 * Rows of a whose family is mentioned by a name or family of b, and
	 * the other way round.
	 */
	size_t explained;
};

/*
 * Numbers the groups from 1 in the order of the rows, in `group` of each row of
 * one; moved rows are in none. Returns an array of *n groups, group 1 first,
 * which the caller frees; NULL when there is no memory.
 */
__attribute__((warn_unused_result)) struct group *group_rows(
    struct pair *, size_t rows, const struct pool *names, size_t *n);

#endif
