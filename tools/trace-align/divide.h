/*
 * divide - several fused kernels between the same pairs: k alike kernels take
 * equal parts of what they fuse.
 */
#ifndef TRACE_ALIGN_DIVIDE_H
#define TRACE_ALIGN_DIVIDE_H

#include "tools/trace-align/runs.h"

/* The rows of group g are row[start[g]] and on, up to row[start[g + 1]]. */
struct divide_index {
	size_t *start, *row;
	size_t *a, *b; /* room for the members of one */
};

/*
 * Divides each group of k alike kernels against k times one sequence into k
 * groups. The index has room for the runs + 2 starts and for all rows, and its
 * starts are 0.
 */
void divide_groups(struct runs *, struct divide_index *);

#endif
