/*
 * distribution - counts of values as a text, a field of partial sums.
 *
 * "500 1200x3" are four values; "~ 512x2" is a sketch, see counts.h. The values
 * ascend, so equal counts have equal texts.
 */
#ifndef TRACE_STATS_DISTRIBUTION_H
#define TRACE_STATS_DISTRIBUTION_H

#include "common/bytes/buf.h"
#include "tools/trace-stats/counts.h"

/* Appends the text of sorted counts. */
void distribution_print(struct buf *, const struct counts *);

/*
 * Adds the counts of a text, of which there must be `n` values from min to
 * max; makes a sketch of them all if the text is one. Returns 1; 0 when it is
 * no such text, and the counts hold some of it.
 */
__attribute__((warn_unused_result)) int distribution_add(
    struct counts *, struct span text, int64_t n, int64_t min, int64_t max);

#endif
