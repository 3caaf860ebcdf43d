/*
 * reference_parents - which event holds which, as TraceLens finds it (AMD-AGI/
 * TraceLens, revision 171dd747).
 *
 * Ends are sums of doubles: of events that end together some then seem to end
 * later, overlap what holds them, and drop out of the tree. An event also drops
 * out if it overlaps the only one that is open.
 */
#ifndef TRACE_TREE_REFERENCE_PARENTS_H
#define TRACE_TREE_REFERENCE_PARENTS_H

#include "common/trace/host.h"

/* When an event was, in microseconds. */
struct reference_time {
	double start, end;
};

#define REFERENCE_DROPPED (HOST_NONE - 1)

/*
 * Sets parent[] of n rows in the order of their start: a row, HOST_NONE, or
 * REFERENCE_DROPPED.
 */
__attribute__((warn_unused_result)) int reference_parents(uint32_t *parent,
    const struct host *, const struct reference_time *, size_t n,
    size_t threads);

#endif
