/*
 * hta - the critical path of one rank as Holistic Trace Analysis (HTA) has it:
 * the longest path, where an edge weighs what its operator, kernel, launch or
 * gap takes, and a dependency nothing. Its rules as far as they differ from
 * ours: one call at a time of three of the runtime's; a launch is an edge only
 * on an empty stream; kernels further apart than 1.5 ms do not follow each
 * other.
 */
#ifndef TRACE_CRITICAL_HTA_H
#define TRACE_CRITICAL_HTA_H

#include "tools/trace-critical/hta_graph.h"

/*
 * The edges of the path of rows that are connected, in their order, of what
 * begins in the window. The caller frees them. False: something waits for
 * itself.
 */
bool hta_path(const struct points *, struct interval window,
    struct hta_edge **path, size_t *n);

#endif
