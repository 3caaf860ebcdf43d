#include "tools/trace-critical/hta.h"

#include <stdlib.h>

#include "common/bytes/idpool.h"
#include "common/meaning/graph.h"

enum { APART = 1500000 }; /* ns from one kernel to the next, at most */

struct hta {
	const struct points *r;
	struct interval window;
	uint32_t *node;  /* by point; NONE: outside */
	uint32_t *point; /* by node, in the order of time */
	uint32_t nodes;
	struct hta_edge *edge; /* with nodes in place of points */
	size_t edge_cap;
	struct graph graph;
	struct idpool known; /* edges by their two nodes */

	uint32_t *call_of;  /* row, by correlation */
	uint32_t *launched; /* rows of the GPU by the start of their calls */
	uint32_t launches;
	uint32_t *waits_for; /* row, by row of the GPU from 0 */
	int *queued;         /* by row: how many wait on the stream after it */
	uint32_t *last;      /* node, by track */
};

static bool
is_named(const struct points *r, uint32_t row, const char *const *names)
{
	return span_is_one_of(pool_get(r->in.texts, r->row[row].name), names);
}

/* Calls that hold the lock of the runtime. */
static bool
locks(const struct points *r, uint32_t row)
{
	static const char *const names[] = {
	    "cudaHostAlloc", "cudaLaunchKernel", "cudaMemcpyAsync", NULL};

	return !is_work(r, row) && is_named(r, row, names);
}

static bool
blocks(const struct points *r, uint32_t row)
{
	static const char *const names[] = {"cudaDeviceSynchronize",
	    "cudaStreamSynchronize", "cudaEventSynchronize",
	    "hipDeviceSynchronize", NULL};

	return is_named(r, row, names);
}

/* Adds an edge between nodes; one that is there is replaced. */
static int
add(struct hta *h, uint32_t from, uint32_t to, enum hta_type type, bool weighs,
    uint32_t row)
{
	int64_t ns =
	    point_time(h->r, h->point[to]) - point_time(h->r, h->point[from]);
	struct hta_edge e = {from, to, type, weighs && ns > 0 ? ns : 0, row};
	size_t n = h->known.n;
	uint32_t id = idpool_add(&h->known, (uint64_t)from << 32 | to);

	if (id == IDPOOL_NONE)
		return -1;
	if (id < n) {
		h->edge[id] = e;
		return 0;
	}
	if (ARRAY_PUSH(h->edge, n, &h->edge_cap, e))
		return -1;
	return graph_edge(&h->graph, from, to);
}

static bool
in_window(const struct hta *h, uint32_t row)
{
	const struct host *e = &h->r->row[row];
	uint32_t call;

	if (!is_work(h->r, row))
		return e->start >= h->window.start &&
		    e->start <= h->window.end && e->end > e->start;
	call = e->correlation == HOST_NONE ? NONE : h->call_of[e->correlation];
	return call != NONE && in_window(h, call);
}

static int
compare_rows(const void *a, const void *b)
{
	const struct hta_edge *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* Numbers the points in the window by time, then event, then start before end:
 * as edges of no type, which have all that is needed to sort. */
static int
make_nodes(struct hta *h)
{
	const struct points *r = h->r;
	struct hta_edge *at = calloc(2 * (size_t)r->n + 1, sizeof *at);

	if (!at)
		return -1;
	for (uint32_t p = 0; p < 2 * r->n; p++) {
		h->node[p] = NONE;
		if (in_window(h, p / 2))
			at[h->nodes++] = (struct hta_edge){.to = p,
			    .weight = point_time(r, p),
			    .row = 2 * r->row[p / 2].details + p % 2};
	}
	qsort(at, h->nodes, sizeof *at, compare_rows);
	for (uint32_t i = 0; i < h->nodes; i++) {
		h->point[i] = at[i].to;
		h->node[at[i].to] = i;
	}
	h->graph.points = h->nodes;
	free(at);
	return 0;
}

/* From one point of a thread to its next one. */
static int
add_host_point(struct hta *h, uint32_t point)
{
	const struct points *r = h->r;
	uint32_t row = point / 2, before = r->before[point], parent;
	bool end = point & 1;

	while (before != NONE && h->node[before] == NONE)
		before = r->before[before];
	if (before == NONE ||
	    (locks(r, before / 2) && locks(r, row) && (!(before & 1) || end)))
		return 0;
	parent = end ? row : r->parent[row];
	while (!end && parent != NONE && h->node[2 * parent] == NONE)
		parent = r->parent[parent];
	if (parent == NONE)
		return add(h, h->node[before], h->node[point], HTA_DEPENDENCY,
		    false, NONE);
	return add(h, h->node[before], h->node[point], HTA_OPERATOR,
	    !end || !blocks(r, row), parent);
}

/* Calls that take the lock follow each other. */
static int
add_lock(struct hta *h)
{
	const struct points *r = h->r;
	uint32_t before = NONE, opens = 0;
	uint32_t *open = calloc(h->nodes + 1u, sizeof *open);
	int status = open ? 0 : -1;

	for (uint32_t i = 0; status == 0 && i < h->nodes; i++) {
		uint32_t p = h->point[i];

		if (!locks(r, p / 2))
			continue;
		if (!(p & 1)) {
			open[opens++] = i;
			before = i;
			continue;
		}
		while (status == 0 && opens) {
			uint32_t o = open[--opens];
			bool own = h->point[o] / 2 == p / 2;

			status = add(h, o, i,
			    own ? HTA_OPERATOR : HTA_DEPENDENCY, own, p / 2);
		}
		if (status == 0 && before != NONE && h->point[before] & 1)
			status = add(h, before, i, HTA_DEPENDENCY, false, NONE);
		before = i;
	}
	free(open);
	return status;
}

/* What happens to a queue: a call puts something in, or it starts. */
struct change {
	int64_t at;
	uint32_t track, row, line;
	int by;
};

static int
compare_changes(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	if (x->track != y->track)
		return x->track < y->track ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->by != y->by)
		return x->by > y->by ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static int
count_queued(struct hta *h)
{
	const struct points *r = h->r;
	struct change *c = calloc(2 * (size_t)r->n + 1, sizeof *c);
	size_t n = 0;

	if (!c)
		return -1;
	for (uint32_t i = r->hosts; i < r->n; i++) {
		const struct host *w = &r->row[i];
		uint32_t call = w->correlation == HOST_NONE
		    ? NONE
		    : h->call_of[w->correlation];

		if (call == NONE)
			continue;
		c[n++] = (struct change){r->row[call].start, w->thread, call,
		    r->row[call].details, 1};
		c[n++] =
		    (struct change){w->start, w->thread, i, w->details, -1};
	}
	qsort(c, n, sizeof *c, compare_changes);
	for (size_t i = 0; i < n; i++) {
		int before = i && c[i - 1].track == c[i].track
		    ? h->queued[c[i - 1].row]
		    : 0;

		h->queued[c[i].row] = before + c[i].by;
	}
	free(c);
	return 0;
}

static uint32_t
call_of_work(const struct hta *h, uint32_t row)
{
	return h->call_of[h->r->row[row].correlation];
}

/* The last event that was launched on the stream before the event's record. */
static uint32_t
recorded(const struct hta *h, const struct sync *s)
{
	uint32_t call = s->record == HOST_NONE ? NONE : h->call_of[s->record];

	for (uint32_t i = h->launches; call != NONE && i-- > 0;) {
		uint32_t row = h->launched[i];

		if (h->r->row[row].thread == s->recorded &&
		    h->r->row[call_of_work(h, row)].start <
			h->r->row[call].start)
			return row;
	}
	return NONE;
}

/* The first event that the thread launched on the stream after the call. */
static uint32_t
launched_next(const struct hta *h, const struct sync *s, uint32_t call)
{
	const struct host *c = &h->r->row[call];

	for (uint32_t i = 0; i < h->launches; i++) {
		uint32_t row = h->launched[i];
		const struct host *by = &h->r->row[call_of_work(h, row)];

		if (by->thread == c->thread && by->start > c->start &&
		    h->r->row[row].thread == s->track)
			return row;
	}
	return NONE;
}

static int
add_sync(struct hta *h, const struct sync *s)
{
	uint32_t call = s->call == HOST_NONE ? NONE : h->call_of[s->call];
	uint32_t end = call == NONE ? NONE : h->node[2 * call + 1], row, next;

	if (s->what == SYNC_EVENT || s->what == SYNC_STREAM_WAIT) {
		row = recorded(h, s);
		if (row == NONE || call == NONE)
			return 0;
		if (s->what == SYNC_STREAM_WAIT) {
			next = launched_next(h, s, call);
			if (next != NONE)
				h->waits_for[next - h->r->hosts] = row;
			return 0;
		}
		return end == NONE || h->node[2 * row + 1] == NONE
		    ? 0
		    : add(h, h->node[2 * row + 1], end, HTA_SYNC, false, NONE);
	}
	for (uint32_t t = 0; end != NONE && t < pool_count(h->r->in.texts); t++)
		if (h->last[t] != NONE &&
		    (s->what == SYNC_CONTEXT || t == s->track) &&
		    add(h, h->last[t], end, HTA_SYNC, false, NONE))
			return -1;
	return 0;
}

static int64_t
node_time(const struct hta *h, uint32_t node)
{
	return point_time(h->r, h->point[node]);
}

static int
add_kernel(struct hta *h, uint32_t row)
{
	uint32_t s = h->node[2 * row], e = h->node[2 * row + 1];
	uint32_t call = call_of_work(h, row), start = h->node[2 * call];
	uint32_t *last = &h->last[h->r->row[row].thread], before = *last;
	uint32_t waits = h->waits_for[row - h->r->hosts];
	uint32_t held = waits == NONE ? NONE : h->node[2 * waits + 1];
	int64_t called = h->r->row[call].start;
	bool empty = h->queued[call] == 1 && h->queued[row] == 0 &&
	    (before == NONE || node_time(h, before) < called) &&
	    (held == NONE || node_time(h, held) < called);

	*last = e;
	if (add(h, s, e, HTA_OPERATOR, true, row) ||
	    (held != NONE && add(h, held, s, HTA_SYNC, false, NONE)))
		return -1;
	if (!empty && before != NONE &&
	    node_time(h, s) - node_time(h, before) < APART &&
	    (held == NONE || node_time(h, held) < node_time(h, before)) &&
	    add(h, before, s, HTA_KERNEL_KERNEL, true, row))
		return -1;
	return start == NONE ? 0 : add(h, start, s, HTA_LAUNCH, empty, row);
}

/* Work by its start, and waits by their end, in one order. */
static int
add_device(struct hta *h)
{
	const struct points *r = h->r;
	size_t n = 0;
	int status = 0;
	struct hta_edge *at =
	    calloc(r->n - r->hosts + r->syncs + 1, sizeof *at);

	if (!at)
		return -1;
	for (uint32_t i = r->hosts; i < r->n; i++)
		if (h->node[2 * i] != NONE)
			at[n++] = (struct hta_edge){
			    .weight = r->row[i].start, .row = i, .to = i};
	for (size_t i = 0; i < r->syncs; i++)
		at[n++] = (struct hta_edge){.weight = r->sync[i].end,
		    .row = r->n + (uint32_t)i,
		    .to = (uint32_t)i,
		    .type = HTA_SYNC};
	qsort(at, n, sizeof *at, compare_rows);
	for (size_t i = 0; status == 0 && i < n; i++)
		status = at[i].type == HTA_SYNC
		    ? add_sync(h, &r->sync[at[i].to])
		    : add_kernel(h, at[i].to);
	free(at);
	return status;
}

/* Calls by correlation, and what they launched in their order. */
static int
find_calls(struct hta *h)
{
	const struct points *r = h->r;
	struct hta_edge *at = calloc(r->n + 1u, sizeof *at);

	if (!at)
		return -1;
	for (uint32_t i = 0; i < pool_count(r->in.ids); i++)
		h->call_of[i] = NONE;
	for (uint32_t i = 0; i < r->hosts; i++)
		if (r->row[i].correlation != HOST_NONE)
			h->call_of[r->row[i].correlation] = i;
	for (uint32_t i = r->hosts; i < r->n; i++)
		if (r->row[i].correlation != HOST_NONE &&
		    call_of_work(h, i) != NONE)
			at[h->launches++] = (struct hta_edge){.to = i,
			    .weight = r->row[call_of_work(h, i)].start,
			    .row = i};
	qsort(at, h->launches, sizeof *at, compare_rows);
	for (uint32_t i = 0; i < h->launches; i++)
		h->launched[i] = at[i].to;
	free(at);
	return 0;
}

static uint32_t *
numbers(size_t n)
{
	uint32_t *p = malloc((n + 1) * sizeof *p);

	for (size_t i = 0; p && i < n; i++)
		p[i] = NONE;
	return p;
}

static int
open_hta(struct hta *h)
{
	const struct points *r = h->r;

	h->node = numbers(2 * (size_t)r->n);
	h->point = numbers(2 * (size_t)r->n);
	h->call_of = numbers(pool_count(r->in.ids));
	h->launched = numbers(r->n);
	h->waits_for = numbers(r->n);
	h->last = numbers(pool_count(r->in.texts));
	h->queued = calloc(r->n + 1u, sizeof *h->queued);
	return h->node && h->point && h->call_of && h->launched &&
		h->waits_for && h->last && h->queued
	    ? 0
	    : -1;
}

static void
free_hta(struct hta *h)
{
	free(h->node);
	free(h->point);
	free(h->call_of);
	free(h->launched);
	free(h->waits_for);
	free(h->last);
	free(h->queued);
	free(h->edge);
	graph_free(&h->graph);
	idpool_free(&h->known);
}

static int
build(struct hta *h)
{
	if (open_hta(h) || find_calls(h) || make_nodes(h))
		return -1;
	for (uint32_t p = 0; p < 2 * h->r->hosts; p++)
		if (h->node[p] != NONE && add_host_point(h, p))
			return -1;
	if (add_lock(h) || count_queued(h) || add_device(h) ||
	    graph_close(&h->graph))
		return -1;
	return h->graph.ordered < h->graph.points ? -1 : 0;
}

static int
trace_back(const struct hta *h, struct hta_edge **path, size_t *n)
{
	int64_t *best = calloc(h->nodes + 1u, sizeof *best);
	int64_t *weight = calloc(h->graph.edges + 1u, sizeof *weight);
	uint32_t *bound = numbers(h->nodes), p = NONE;
	size_t cap = 0;
	int status = best && weight && bound ? 0 : -1;

	for (uint32_t i = 0; status == 0 && i < h->graph.edges; i++)
		weight[i] = h->edge[i].weight;
	if (status == 0)
		graph_times(&h->graph, weight, best, bound);
	for (uint32_t i = 0; status == 0 && i < h->nodes; i++)
		if (p == NONE || best[h->graph.order[i]] > best[p])
			p = h->graph.order[i];
	while (status == 0 && p != NONE && bound[p] != NONE) {
		struct hta_edge e = h->edge[bound[p]];

		p = e.from;
		e.from = h->point[e.from];
		e.to = h->point[e.to];
		status = ARRAY_PUSH(*path, *n, &cap, e);
	}
	for (size_t i = 0; status == 0 && i < *n / 2; i++) {
		struct hta_edge other = (*path)[i];

		(*path)[i] = (*path)[*n - 1 - i];
		(*path)[*n - 1 - i] = other;
	}
	free(best);
	free(weight);
	free(bound);
	return status;
}

int
hta_path(const struct points *r, struct interval window, struct hta_edge **path,
    size_t *n)
{
	struct hta h = {.r = r, .window = window};
	int status = build(&h);

	*path = NULL;
	*n = 0;
	if (status == 0)
		status = trace_back(&h, path, n);
	free_hta(&h);
	return status;
}
