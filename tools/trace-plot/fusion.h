/*
 * fusion - kernels that were fused, split or replaced, as one change each: the
 * rows of trace-align with the same group.
 */
#ifndef TRACE_PLOT_FUSION_H
#define TRACE_PLOT_FUSION_H

#include "tools/trace-plot/frame.h"

/* The columns of the rows: times of A and B, the label, the group. */
struct fusion_columns {
	size_t a, b, label, group;
};

struct fusion {
	size_t a, b; /* rows */
	int64_t longest;
	uint32_t label; /* of its longest kernel, of the side with fewer */
};

/* The groups of a table, by the number of the text of the group; to be freed.
 */
struct fusion *fusion_find(
    const struct frames *, const struct frame *, struct fusion_columns);

/* "fused", "split" or "replaced". */
const char *fusion_kind(const struct fusion *);

#endif
