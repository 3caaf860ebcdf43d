/*
 * slack - how much longer each event could take before the window ended later:
 * the backward pass of the critical path method.
 */
#ifndef TRACE_CRITICAL_SLACK_H
#define TRACE_CRITICAL_SLACK_H

#include "common/meaning/graph.h"
#include "tools/trace-critical/path.h"

/*
 * The graph of the points in a window, and its lags: as traced where an edge
 * bound its point, else what must pass at least, but no more than was traced.
 * So the points are when they were. The caller frees both.
 */
void slack_graph(const struct points *, const struct lags *,
    struct interval window, struct graph *, int64_t **lag);

/* How late each point may be, so that the window ends as it did. */
void slack_find(const struct points *, const struct lags *,
    struct interval window, int64_t *latest);

#endif
