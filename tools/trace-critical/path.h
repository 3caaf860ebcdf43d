/*
 * path - the chain of edges that led to the end of a window: the critical path,
 * walked back along what bound each point.
 */
#ifndef TRACE_CRITICAL_PATH_H
#define TRACE_CRITICAL_PATH_H

#include "common/meaning/interval.h"
#include "tools/trace-critical/edges.h"

/* A part of the path; parts follow each other without a gap. */
struct part {
	struct interval time;
	enum kind kind;
	uint32_t
	    row; /* what ran, waited or was launched; NONE: nothing known */
};

struct path {
	struct part *part; /* in the order of time */
	size_t n, cap;
};

/*
 * The path of the window that ends at `window.end`; `last` is the point to walk
 * back from, which may be earlier, or NONE for the latest in the window.
 * path_free frees.
 */
void path_find(struct path *, const struct points *, struct interval window,
    uint32_t last);
void path_free(struct path *);

/* From the first to the last point of all. */
struct interval path_all(const struct points *);

#endif
