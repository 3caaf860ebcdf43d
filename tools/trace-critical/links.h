/*
 * links - edges of waits, collectives and autograd's second thread.
 */
#ifndef TRACE_CRITICAL_LINKS_H
#define TRACE_CRITICAL_LINKS_H

#include "tools/trace-critical/points.h"

/*
 * Finds the links of rows that are connected: what calls and streams waited
 * for, as rows of the category cuda_sync say it; without such rows, calls that
 * end in Synchronize are taken to wait for what had ended on any stream of
 * their rank when they returned, and copies that block for themselves. A part
 * of the backward pass follows the operator whose gradient it computes.
 */
void links_find(struct points *);

/* The links to a point: the first of them, and sets how many. */
const struct link *links_to(const struct points *, uint32_t point, size_t *n);

/*
 * Members of one collective: pairs of places in the table. Comes after
 * points_connect.
 */
struct links_pair {
	uint32_t src, dst;
};
void links_collectives(struct points *, const struct links_pair *, size_t n);

#endif
