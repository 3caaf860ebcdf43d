#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-critical/critical_path.h"

struct interval
path_all(const struct points *r)
{
	struct interval all = {0, 0};

	for (uint32_t i = 0; i < r->n; i++) {
		if (i == 0 || r->row[i].start < all.start)
			all.start = r->row[i].start;
		if (i == 0 || r->row[i].end > all.end)
			all.end = r->row[i].end;
	}
	return all;
}

/* Of two points of one time: an end, then that of the first rank and event. */
static bool
comes_first(const struct points *r, uint32_t a, uint32_t b)
{
	const struct host *x = &r->row[a / 2], *y = &r->row[b / 2];

	if ((a & 1) != (b & 1))
		return a & 1;
	if (x->scope != y->scope)
		return x->scope < y->scope;
	return x->id < y->id;
}

/* The latest that is no later than `end`, or NONE. */
static uint32_t
latest_point(const struct points *r, int64_t end)
{
	uint32_t best = NONE;
	int64_t latest = INT64_MIN;

	for (uint32_t p = 0; p < 2 * r->n; p++) {
		int64_t t = point_time(r, p);

		if (t > end || t < latest ||
		    (t == latest && !comes_first(r, p, best)))
			continue;
		latest = t;
		best = p;
	}
	return best;
}

/* The row of an edge to a point: the point's own, or what runs until then;
 * before a start on the host its parent. */
static uint32_t
row_of(const struct points *r, uint32_t point, const struct edge *e)
{
	if (e->kind == HOST && !(point & 1))
		return r->parent[point / 2];
	return (e->kind == RUN ? e->from : point) / 2;
}

/* Appends what of a time is in the window, unless that is nothing; it ends with
 * the window or before. */
static void
add(struct path *p, struct interval window, struct part part)
{
	if (part.time.start < window.start)
		part.time.start = window.start;
	if (part.time.start < part.time.end)
		ARRAY_PUSH(p->part, p->n, &p->cap, part);
}

/* From the last point to the end of the window what began there runs on. */
static void
add_tail(struct path *p, const struct points *r, struct interval window,
    uint32_t last)
{
	struct part tail = {{point_time(r, last), window.end}, UNKNOWN, NONE};

	if (!(last & 1)) {
		tail.kind = is_work(r, last / 2) ? RUN : HOST;
		tail.row = last / 2;
	}
	add(p, window, tail);
}

void
path_find(struct path *p, const struct points *r, struct interval window,
    uint32_t last)
{
	size_t steps = 2 * (size_t)r->n; /* zero lengths may form a circle */
	struct edge e;

	if (last == NONE)
		last = latest_point(r, window.end);
	if (last == NONE) {
		add(p, window, (struct part){window, UNKNOWN, NONE});
		return;
	}
	add_tail(p, r, window, last);
	while (steps-- > 0 && point_time(r, last) > window.start &&
	    edge_binding(r, last, &e)) {
		struct interval time = {
		    point_time(r, e.from), point_time(r, last)};

		add(p, window,
		    (struct part){time, e.kind, row_of(r, last, &e)});
		last = e.from;
	}
	add(p, window,
	    (struct part){{window.start, point_time(r, last)}, UNKNOWN, NONE});
}

/* Edges of no length must not form a circle: they lead to higher points. */
static bool
counts(const struct points *r, uint32_t point, const struct edge *e,
    struct interval window, bool strict)
{
	if (!point_is_in(r, e->from, window))
		return false;
	if (e->kind == OVERLAP)
		return true;
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
		if (ns > traced || e.from == binding.from)
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

/* Tabs between empty fields are no key. */
static bool
is_empty(struct span key)
{
	for (size_t i = 0; i < key.n; i++)
		if (key.p[i] != '\t')
			return false;
	return true;
}

/* The last point of the events of a key. */
static uint32_t
last_end(const struct points *r, uint32_t key)
{
	uint32_t best = NONE;

	for (uint32_t i = r->hosts; i < r->n; i++)
		if (r->key[r->row[i].details] == key &&
		    (best == NONE || r->row[i].end >= r->row[best / 2].end))
			best = point_end(i);
	return best;
}

size_t
windows_by_key(
    const struct points *r, struct window **windows, uint32_t *strays)
{
	struct window *w = NULL;
	size_t n = 0, cap = 0;
	bool *seen = xcalloc(pool_count(r->keys) + 1u, sizeof *seen);

	for (uint32_t i = r->hosts; i < r->n; i++) {
		uint32_t key = r->key[r->row[i].details];
		struct window next = {{r->row[i].start, 0}, key, NONE};

		if (is_empty(pool_get(r->keys, key)))
			continue;
		if (n && seen[key]) {
			*strays += key != w[n - 1].key;
			continue;
		}
		seen[key] = true;
		if (n) {
			w[n - 1].time.end = next.time.start;
			w[n - 1].last = point_start(i);
		}
		ARRAY_PUSH(w, n, &cap, next);
	}
	if (n) {
		w[n - 1].last = last_end(r, w[n - 1].key);
		w[n - 1].time.end = point_time(r, w[n - 1].last);
	}
	free(seen);
	*windows = w;
	return n;
}
