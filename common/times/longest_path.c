#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/times/longest_path.h"

void
graph_free(struct graph *g)
{
	free(g->from);
	free(g->to);
	free(g->order);
	free(g->in);
	free(g->first);
	*g = (struct graph){0};
}

void
graph_edge(struct graph *g, uint32_t from, uint32_t to)
{
	uint32_t n = g->edges;

	if (n == GRAPH_NONE - 1)
		memory_out();
	ARRAY_PUSH(g->from, n, &g->from_cap, from);
	n = g->edges;
	ARRAY_PUSH(g->to, n, &g->to_cap, to);
	g->edges = n;
}

/* Counting sort of the edges by one of their points. */
static void
sort_edges(const struct graph *g, const uint32_t *point, uint32_t **first,
    uint32_t **edge)
{
	uint32_t *at = xcalloc((size_t)g->points + 2, sizeof *at);

	*first = at;
	*edge = xmalloc(((size_t)g->edges + 1) * sizeof **edge);
	for (uint32_t e = 0; e < g->edges; e++)
		at[point[e] + 2]++;
	for (uint32_t p = 2; p <= g->points; p++)
		at[p] += at[p - 1];
	for (uint32_t e = 0; e < g->edges; e++)
		(*edge)[at[point[e] + 1]++] = e;
}

/* Takes the points that wait for nothing left, until there are none. */
static void
put_in_order(struct graph *g, const uint32_t *first, const uint32_t *out,
    uint32_t *waits)
{
	for (uint32_t p = 0; p < g->points; p++) {
		waits[p] = g->first[p + 1] - g->first[p];
		if (waits[p] == 0)
			g->order[g->ordered++] = p;
	}
	for (uint32_t i = 0; i < g->ordered; i++) {
		uint32_t p = g->order[i];

		for (uint32_t k = first[p]; k < first[p + 1]; k++)
			if (--waits[g->to[out[k]]] == 0)
				g->order[g->ordered++] = g->to[out[k]];
	}
}

void
graph_close(struct graph *g)
{
	uint32_t *first, *out;
	uint32_t *waits = xmalloc(((size_t)g->points + 1) * sizeof *waits);

	g->order = xmalloc(((size_t)g->points + 1) * sizeof *g->order);
	sort_edges(g, g->to, &g->first, &g->in);
	sort_edges(g, g->from, &first, &out);
	put_in_order(g, first, out, waits);
	free(first);
	free(out);
	free(waits);
}

/* Marks which points are in the order: 1 each. */
static unsigned char *
mark_ordered(const struct graph *g)
{
	unsigned char *mark = xcalloc((size_t)g->points + 1, 1);

	for (uint32_t i = 0; i < g->ordered; i++)
		mark[g->order[i]] = 1;
	return mark;
}

/* The point of an edge to p that is not in the order: there is one. */
static uint32_t
waited_for(const struct graph *g, const unsigned char *mark, uint32_t p)
{
	uint32_t k = g->first[p];

	while (k + 1 < g->first[p + 1] && mark[g->from[g->in[k]]] == 1)
		k++;
	return g->from[g->in[k]];
}

size_t
graph_circle(const struct graph *g, uint32_t *circle)
{
	unsigned char *mark = mark_ordered(g);
	uint32_t p = 0, start;
	size_t n = 0;

	while (mark[p] == 1)
		p++;
	/* A point that waits for a circle leads into it, backwards. */
	for (; mark[p] == 0; p = waited_for(g, mark, p))
		mark[p] = 2;
	start = p;
	do {
		circle[n++] = p;
		p = waited_for(g, mark, p);
	} while (p != start);
	for (size_t i = 0; i < n / 2; i++) {
		uint32_t other = circle[i];

		circle[i] = circle[n - 1 - i];
		circle[n - 1 - i] = other;
	}
	free(mark);
	return n;
}

void
graph_times(
    const struct graph *g, const int64_t *lag, int64_t *time, uint32_t *binding)
{
	for (uint32_t i = 0; i < g->ordered; i++) {
		uint32_t p = g->order[i], bound = GRAPH_NONE;
		int64_t latest = 0;

		for (uint32_t k = g->first[p]; k < g->first[p + 1]; k++) {
			uint32_t e = g->in[k];
			int64_t t = time[g->from[e]] + lag[e];

			if (t > latest || bound == GRAPH_NONE) {
				latest = t;
				bound = e;
			}
		}
		time[p] = latest > 0 ? latest : 0;
		if (binding)
			binding[p] = bound;
	}
}

void
graph_latest(
    const struct graph *g, const int64_t *lag, int64_t end, int64_t *time)
{
	for (uint32_t p = 0; p < g->points; p++)
		time[p] = end;
	for (uint32_t i = g->ordered; i-- > 0;) {
		uint32_t p = g->order[i];

		for (uint32_t k = g->first[p]; k < g->first[p + 1]; k++) {
			uint32_t e = g->in[k];
			int64_t t = time[p] - lag[e];

			if (t < time[g->from[e]])
				time[g->from[e]] = t;
		}
	}
}
