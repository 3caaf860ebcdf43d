#include "tools/trace-critical/slack.h"

#include <stdlib.h>

#include "common/bytes/buf.h"

/* Edges of no length must not form a circle: they lead to higher points. */
static bool
counts(const struct points *r, uint32_t point, const struct edge *e,
    struct interval window, bool strict)
{
	if (!point_is_in(r, e->from, window))
		return false;
	if (point_time(r, e->from) == point_time(r, point))
		return !strict || e->from < point;
	return point_time(r, e->from) < point_time(r, point);
}

static void
add_edges(const struct points *r, const struct lags *l, uint32_t point,
    struct interval window, bool strict, struct graph *g, int64_t **lag,
    size_t *cap)
{
	struct edge e, binding = {NONE, KINDS};

	if (!edge_binding(r, point, &binding))
		return;
	for (size_t i = 0; edge_get(r, point, i, &e); i++) {
		size_t n = g->edges;
		int64_t ns, traced;

		if (!counts(r, point, &e, window, strict))
			continue;
		traced = point_time(r, point) - point_time(r, e.from);
		ns = lag_of(l, r, point, &e);
		if (ns > traced ||
		    (e.from == binding.from && e.kind == binding.kind))
			ns = traced;
		graph_edge(g, e.from, point);
		ARRAY_PUSH(*lag, n, cap, ns);
	}
}

static void
build(const struct points *r, const struct lags *l, struct interval window,
    bool strict, struct graph *g, int64_t **lag)
{
	size_t cap = 0;

	*g = (struct graph){.points = 2 * r->n};
	*lag = NULL;
	for (uint32_t p = 0; p < 2 * r->n; p++)
		if (point_is_in(r, p, window))
			add_edges(r, l, p, window, strict, g, lag, &cap);
	graph_close(g);
}

void
slack_graph(const struct points *r, const struct lags *l,
    struct interval window, struct graph *g, int64_t **lag)
{
	build(r, l, window, false, g, lag);
	if (g->ordered == g->points)
		return;
	graph_free(g);
	free(*lag);
	build(r, l, window, true, g, lag);
}

void
slack_find(const struct points *r, const struct lags *l, struct interval window,
    int64_t *latest)
{
	struct graph g;
	int64_t *lag;

	slack_graph(r, l, window, &g, &lag);
	graph_latest(&g, lag, window.end, latest);
	graph_free(&g);
	free(lag);
}
