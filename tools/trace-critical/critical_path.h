/*
 * critical_path - the chain of edges that led to the end of a window: the
 * critical path, walked back along what bound each point.
 */
#pragma once

#include "common/times/interval.h"
#include "common/times/longest_path.h"
#include "tools/trace-critical/edges.h"

/* A part of the path; parts follow each other without a gap. */
struct part {
	struct interval time;
	enum kind kind;
	uint32_t row; /* that ran, waited or was launched; NONE: not known */
};

struct path {
	struct part *part; /* the last one first */
	size_t n, cap;
};

/*
 * The path of the window that ends at `window.end`; `last` is the point to walk
 * back from, which may be earlier, or NONE for the latest until then. The
 * caller frees the parts.
 */
void path_find(struct path *, const struct points *, struct interval window,
    uint32_t last);

/* From the first to the last point of all. */
struct interval path_all(const struct points *);

/*
 * How much longer each event could take before the window ended later: the
 * backward pass of the critical path method.
 */

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

/* The stretches of time whose paths are asked for. */

struct window {
	struct interval time;
	uint32_t key;  /* its number; NONE without one */
	uint32_t last; /* the point it ends with, or NONE */
};

/*
 * One for each key that an event of the GPU has, a key of empty fields being
 * none: from the start of its first event to that of the next key's first; the
 * last ends with its own last event. In the order of time. The caller frees.
 * Returns how many, and adds the events that start in the window of another key
 * to `strays`; ends the program when there is no memory.
 */
size_t windows_by_key(
    const struct points *, struct window **, uint32_t *strays);
