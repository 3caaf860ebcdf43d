/*
 * longest_path - points in time and what must pass between them: the longest
 * path to each, as the critical path method has it (J. E. Kelley and M. R.
 * Walker, "Critical-Path Planning and Scheduling", 1959).
 *
 * Life: set `points`, graph_edge in any order, graph_close once, then the
 * others. A zeroed struct is a graph without points.
 * Memory: 8 bytes a point and 12 an edge; 12 more an edge in graph_close.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define GRAPH_NONE UINT32_MAX

struct graph {
	uint32_t points;
	uint32_t edges;      /* numbered in the order of graph_edge */
	uint32_t *from, *to; /* points, by edge */

	/* after graph_close */
	uint32_t *order;  /* points, each after those it waits for */
	uint32_t ordered; /* fewer than points: there is a circle */
	uint32_t *in;     /* edges by the point they lead to: those to p are */
	uint32_t *first;  /* in[first[p]] up to before in[first[p + 1]] */

	size_t from_cap, to_cap; /* for longest_path.c only */
};

void graph_free(struct graph *);

void graph_edge(struct graph *, uint32_t from, uint32_t to);

/* Puts the points in their order (A. B. Kahn 1962). */
void graph_close(struct graph *);

/*
 * Of a graph that is not ordered: the points of one circle, each before the
 * next one, and how many these are. circle[] has room for all points.
 */
size_t graph_circle(const struct graph *, uint32_t *circle);

/*
 * When each point is, if each edge takes its lag and what waits for nothing is
 * at 0, as is what could be earlier by a negative lag. The sum of all lags,
 * without their signs, must fit. `binding`, unless NULL, gets the edge
 * that bound each point, the first of several, or GRAPH_NONE.
 */
void graph_times(
    const struct graph *, const int64_t *lag, int64_t *time, uint32_t *binding);

/*
 * The latest that each point may be so that none is later than `end`: the
 * backward pass.
 */
void graph_latest(
    const struct graph *, const int64_t *lag, int64_t end, int64_t *time);
