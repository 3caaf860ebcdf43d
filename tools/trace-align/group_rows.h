/*
 * group_rows - which rows belong together, besides those between two pairs.
 *
 * Evidence moves rows between groups, and pairs into them; see fusion.h.
 */
#ifndef TRACE_ALIGN_GROUP_ROWS_H
#define TRACE_ALIGN_GROUP_ROWS_H

#include "tools/trace-align/runs.h"

/* What the rows of each side of a group do. */
struct work {
	struct ops a, b;
	size_t rows; /* in the group */
};

/* Adds the rows of each group, and what they do, to work[group]. */
void group_rows_work(const struct runs *, struct work *work);

/* Makes groups of the runs, and of pairs that belong to them. */
void group_rows_join(struct runs *);

#endif
