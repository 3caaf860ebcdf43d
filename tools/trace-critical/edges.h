/*
 * edges - the edges to a point, and the least time that passes on each.
 */
#pragma once

#include "tools/trace-critical/points.h"

struct edge {
	uint32_t from; /* a point */
	enum kind kind;
};

/*
 * The edge to a point by its place from 0; false after the last. An edge from
 * a later point is given, too.
 */
bool edge_get(
    const struct points *, uint32_t point, size_t place, struct edge *);

/*
 * The edge that bound a point: of those from points that are not later the
 * latest, of these the first kind, then the first row. False: there is none.
 */
bool edge_binding(const struct points *, uint32_t point, struct edge *);

/* From a launch, along a stream, and between kernels of one graph. */
enum { LAG_LAUNCH, LAG_QUEUE, LAG_GRAPH, LAGS };

/*
 * The least time between points, ns: medians over the trace, by the text of the
 * launching call's name, or of the track; -1: not known.
 */
struct lags {
	int64_t *median[LAGS];
};

/* lags_free frees. */
void lags_find(struct lags *, const struct points *);
void lags_free(struct lags *);

/* That of an edge to a point, at least 0; where nothing else is known, as
 * traced if the edge bound the point, else 0. */
int64_t lag_of(const struct lags *, const struct points *, uint32_t point,
    const struct edge *);

/*
 * Edges of waits, collectives and autograd's second thread.
 */

/*
 * Finds the links of rows that are connected: what calls and streams waited
 * for, as rows of the category cuda_sync say it; without such rows, calls that
 * end in Synchronize are taken to wait for what had ended on any stream of
 * their rank when they returned, copies that block for themselves, and what is
 * launched behind a StreamWaitEvent for the other stream of its thread. A part
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
