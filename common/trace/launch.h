/*
 * launch - which call launched which work of the GPU, by correlation.
 *
 * A call and what it launches bear the same correlation id, one launch each;
 * only the launch of a graph owns many. An id that several others share says
 * nothing, and neither does 0, which recorders write for want of one.
 */
#pragma once

#include "common/trace/host_events.h"

enum launch_reason {
	LAUNCH_CAPTURED,    /* the same, and who recorded it is known */
	LAUNCH_GRAPH,       /* launched within a graph */
	LAUNCH_FLOW,        /* and a flow from call to GPU says so, too */
	LAUNCH_CORRELATION, /* by the id alone */
	LAUNCH_UNKNOWN,     /* the event bears no id */
	LAUNCH_ZERO,        /* its id is 0 */
	LAUNCH_SHARED,      /* several events or calls bear it */
	LAUNCH_ABSENT       /* no call in the input bears it */
};

/* The words for it. */
const char *launch_reason(enum launch_reason);

struct launch {
	uint32_t call; /* its place among the rows of the host, or HOST_NONE */
	enum launch_reason reason;
};

/* Flags of a correlation id, beside its calls. */
enum { LAUNCH_FLOW_START = 1, LAUNCH_FLOW_END = 2, LAUNCH_IS_ZERO = 4 };

/*
 * Finds the launches of m events of the GPU, given their correlations, among n
 * rows of the host in the order of host_sort. Correlations are numbers below
 * `ids`, or HOST_NONE; known[] has flags for each. Of several calls with one
 * id the outermost counts, if it holds the others.
 */
void launch_find(const struct host *, size_t n, const unsigned char *known,
    size_t ids, const uint32_t *correlation, size_t m, struct launch *);

/* Takes back what the correlation alone says. */
void launch_drop_correlations(struct launch *, size_t m);
