#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-critical/hta.h"

static bool
is_named(const struct points *r, uint32_t row, const char *names)
{
	return span_is_among(pool_get(r->in.texts, r->row[row].name), names);
}

/* Calls that hold the lock of the runtime. */
static bool
locks(const struct points *r, uint32_t row)
{
	return !is_work(r, row) &&
	    is_named(r, row, "cudaHostAlloc cudaLaunchKernel cudaMemcpyAsync");
}

static bool
blocks(const struct points *r, uint32_t row)
{
	return is_named(r, row,
	    "cudaDeviceSynchronize cudaStreamSynchronize "
	    "cudaEventSynchronize hipDeviceSynchronize");
}

void
hta_add(struct hta *h, uint32_t from, uint32_t to, enum hta_type type,
    bool weighs, uint32_t row)
{
	int64_t ns =
	    point_time(h->r, h->point[to]) - point_time(h->r, h->point[from]);
	struct hta_edge e = {from, to, type, weighs && ns > 0 ? ns : 0, row};
	size_t n = h->known.n;
	uint32_t id = idpool_add(&h->known, (uint64_t)from << 32 | to);

	if (id < n) {
		h->edge[id] = e;
		return;
	}
	ARRAY_PUSH(h->edge, n, &h->edge_cap, e);
	graph_edge(&h->graph, from, to);
}

static bool
in_window(const struct hta *h, uint32_t row)
{
	const struct host *e = &h->r->row[row];
	uint32_t call;

	if (!is_work(h->r, row))
		return e->start >= h->window.start &&
		    e->start <= h->window.end && e->end > e->start;
	call = hta_call_of(h, row);
	return call != NONE && in_window(h, call);
}

int
hta_compare(const void *a, const void *b)
{
	const struct hta_edge *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* Numbers the points in the window by time, then event, then start before end:
 * as edges of no type, which have all that is needed to sort. */
static void
make_nodes(struct hta *h)
{
	const struct points *r = h->r;
	struct hta_edge *at = xcalloc(2 * (size_t)r->n + 1, sizeof *at);

	for (uint32_t p = 0; p < 2 * r->n; p++) {
		if (in_window(h, p / 2))
			at[h->nodes++] = (struct hta_edge){.to = p,
			    .weight = point_time(r, p),
			    .row = 2 * r->row[p / 2].details + p % 2};
	}
	qsort(at, h->nodes, sizeof *at, hta_compare);
	for (uint32_t i = 0; i < h->nodes; i++) {
		h->point[i] = at[i].to;
		h->node[at[i].to] = i;
	}
	h->graph.points = h->nodes;
	free(at);
}

/* From one point of a thread to its next one. */
static void
add_host_point(struct hta *h, uint32_t point)
{
	const struct points *r = h->r;
	uint32_t row = point / 2, before = r->before[point], parent;
	bool end = point & 1;

	while (before != NONE && h->node[before] == NONE)
		before = r->before[before];
	if (before == NONE ||
	    (locks(r, before / 2) && locks(r, row) && (!(before & 1) || end)))
		return;
	parent = end ? row : r->parent[row];
	while (!end && parent != NONE && h->node[point_start(parent)] == NONE)
		parent = r->parent[parent];
	if (parent == NONE)
		hta_add(h, h->node[before], h->node[point], HTA_DEPENDENCY,
		    false, NONE);
	else
		hta_add(h, h->node[before], h->node[point], HTA_OPERATOR,
		    !end || !blocks(r, row), parent);
}

/* Calls that take the lock follow each other. */
static void
add_lock(struct hta *h)
{
	const struct points *r = h->r;
	uint32_t before = NONE, opens = 0;
	uint32_t *open = xcalloc(h->nodes + 1u, sizeof *open);

	for (uint32_t i = 0; i < h->nodes; i++) {
		uint32_t p = h->point[i];

		if (!locks(r, p / 2))
			continue;
		if (!(p & 1)) {
			open[opens++] = i;
			before = i;
			continue;
		}
		while (opens) {
			uint32_t o = open[--opens];
			bool own = h->point[o] / 2 == p / 2;

			hta_add(h, o, i, own ? HTA_OPERATOR : HTA_DEPENDENCY,
			    own, p / 2);
		}
		if (before != NONE && h->point[before] & 1)
			hta_add(h, before, i, HTA_DEPENDENCY, false, NONE);
		before = i;
	}
	free(open);
}

/* The work that calls launched, in their order. */
static void
find_calls(struct hta *h)
{
	const struct points *r = h->r;
	struct hta_edge *at = xcalloc(r->n + 1u, sizeof *at);

	for (uint32_t i = r->hosts; i < r->n; i++)
		if (hta_call_of(h, i) != NONE)
			at[h->launches++] = (struct hta_edge){.to = i,
			    .weight = r->row[hta_call_of(h, i)].start,
			    .row = i};
	qsort(at, h->launches, sizeof *at, hta_compare);
	for (uint32_t i = 0; i < h->launches; i++)
		h->launched[i] = at[i].to;
	free(at);
}

static void
open_hta(struct hta *h)
{
	const struct points *r = h->r;

	h->node = xnones(2 * (size_t)r->n);
	h->point = xnones(2 * (size_t)r->n);
	h->launched = xnones(r->n);
	h->waits_for = xnones(r->n);
	h->last = xnones(pool_count(r->in.texts));
	h->queued = xcalloc(r->n + 1u, sizeof *h->queued);
}

static void
free_hta(struct hta *h)
{
	free(h->node);
	free(h->point);
	free(h->launched);
	free(h->waits_for);
	free(h->last);
	free(h->queued);
	free(h->edge);
	graph_free(&h->graph);
	idpool_free(&h->known);
}

static void
build(struct hta *h)
{
	open_hta(h);
	find_calls(h);
	make_nodes(h);
	for (uint32_t p = 0; p < 2 * h->r->hosts; p++)
		if (h->node[p] != NONE)
			add_host_point(h, p);
	add_lock(h);
	hta_count_queued(h);
	hta_add_device(h);
	graph_close(&h->graph);
}

static void
trace_back(const struct hta *h, struct hta_edge **path, size_t *n)
{
	int64_t *best = xcalloc(h->nodes + 1u, sizeof *best);
	int64_t *weight = xcalloc(h->graph.edges + 1u, sizeof *weight);
	uint32_t *bound = xnones(h->nodes), p = NONE;
	size_t cap = 0;

	for (uint32_t i = 0; i < h->graph.edges; i++)
		weight[i] = h->edge[i].weight;
	graph_times(&h->graph, weight, best, bound);
	for (uint32_t i = 0; i < h->nodes; i++)
		if (p == NONE || best[h->graph.order[i]] > best[p])
			p = h->graph.order[i];
	while (p != NONE && bound[p] != NONE) {
		struct hta_edge e = h->edge[bound[p]];

		p = e.from;
		e.from = h->point[e.from];
		e.to = h->point[e.to];
		ARRAY_PUSH(*path, *n, &cap, e);
	}
	free(best);
	free(weight);
	free(bound);
}

bool
hta_path(const struct points *r, struct interval window, struct hta_edge **path,
    size_t *n)
{
	struct hta h = {.r = r, .window = window};
	bool sound;

	*path = NULL;
	*n = 0;
	build(&h);
	sound = h.graph.ordered == h.graph.points;
	if (sound)
		trace_back(&h, path, n);
	free_hta(&h);
	return sound;
}
