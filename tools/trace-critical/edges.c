#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-critical/edges.h"

enum { FEW = 5 }; /* a median of fewer is that of all */

/*
 * A launch of what comes first on its stream that takes longer (ns) waits for
 * work from before the recording: ten times the 9.6 us for a launch and its
 * wait (A. Gray, Getting Started with CUDA Graphs, 2019).
 */
enum { LAUNCH_MOST = 100000 };

/* The start of the call, unless the stream was busy from before. */
static uint32_t
launch_of(const struct points *r, uint32_t row)
{
	uint32_t call = r->call[row - r->hosts];

	if (call == NONE ||
	    (r->before[point_start(row)] == NONE &&
		r->row[row].start - r->row[call].start > LAUNCH_MOST))
		return NONE;
	return point_start(call);
}

/* Of an event of the GPU; NONE unless it is a member of a collective. */
static uint32_t
last_member(const struct points *r, uint32_t row)
{
	return r->last ? r->last[row - r->hosts] : NONE;
}

/* How many edges each point has, before its links. */
static size_t
own_edges(const struct points *r, uint32_t point)
{
	uint32_t row = point / 2, last;

	if (!is_work(r, row))
		return point & 1 || r->turn[row] == NONE ? 1 : 2;
	if (!(point & 1))
		return r->ahead[row - r->hosts] == NONE ? 2 : 4;
	/* On a clock that is off the last member may start too late. */
	last = last_member(r, row);
	return last != NONE && r->row[last].start > r->row[row].end ? 2 : 1;
}

/* From the event ahead to one that overlaps its tail. The end of a collective
 * may depend on what comes after that. */
static struct edge
edge_ahead(const struct points *r, uint32_t row, enum kind kind)
{
	uint32_t ahead = r->ahead[row - r->hosts];

	if (kind == RUN)
		return (struct edge){point_start(ahead), RUN};
	return (struct edge){
	    last_member(r, ahead) == NONE ? point_end(ahead) : NONE, OVERLAP};
}

static struct edge
own_edge(const struct points *r, uint32_t point, size_t place)
{
	uint32_t row = point / 2;

	if (!is_work(r, row))
		return (struct edge){
		    place ? r->turn[row] : r->before[point], HOST};
	if (point & 1 && place == 0 && last_member(r, row) != NONE)
		return (struct edge){
		    point_start(last_member(r, row)), COLLECTIVE};
	if (point & 1)
		return (struct edge){point - 1, RUN};
	if (place > 1)
		return edge_ahead(r, row, place == 2 ? RUN : OVERLAP);
	return place == 0 ? (struct edge){launch_of(r, row), LAUNCH}
			  : (struct edge){r->before[point], QUEUE};
}

bool
edge_get(const struct points *r, uint32_t point, size_t place, struct edge *e)
{
	size_t own = own_edges(r, point), n;
	const struct link *link;

	if (place < own) {
		*e = own_edge(r, point, place);
		return true;
	}
	link = links_to(r, point, &n);
	if (place - own >= n)
		return false;
	*e = (struct edge){link[place - own].from, link[place - own].kind};
	return true;
}

bool
edge_binding(const struct points *r, uint32_t point, struct edge *best)
{
	int64_t now = point_time(r, point), latest = INT64_MIN;
	struct edge e;
	bool found = false;

	for (size_t i = 0; edge_get(r, point, i, &e); i++) {
		int64_t t = e.from == NONE ? INT64_MAX : point_time(r, e.from);

		/* One that overlaps the tail of another waited for that. */
		if (e.kind == RUN && !(point & 1))
			t = now;

		if (t > now || (found && t < latest) ||
		    (found && t == latest &&
			(e.kind > best->kind ||
			    (e.kind == best->kind && e.from > best->from))))
			continue;
		found = true;
		latest = t;
		*best = e;
	}
	return found;
}

/* A value of a group, for medians. */
struct sample {
	uint32_t group;
	int64_t ns;
};

struct samples {
	struct sample *p;
	size_t n, cap;
};

ORDER_BY(compare_samples, struct sample, UP(group), UP(ns))

ORDER_BY(compare_times, struct sample, UP(ns))

/* The medians of the groups; of those that have too few samples, that of all,
 * -1 if there is none. */
static int64_t *
medians(struct samples *s, uint32_t groups)
{
	int64_t *median = xmalloc((groups + 1u) * sizeof *median);

	ARRAY_SORT(s->p, s->n, compare_times);
	for (uint32_t i = 0; i < groups; i++)
		median[i] = s->n ? s->p[s->n / 2].ns : -1;
	ARRAY_SORT(s->p, s->n, compare_samples);
	for (size_t i = 0, n; i < s->n; i += n) {
		for (n = 1; i + n < s->n && s->p[i + n].group == s->p[i].group;)
			n++;
		if (n >= FEW)
			median[s->p[i].group] = s->p[i + n / 2].ns;
	}
	free(s->p);
	return median;
}

static void
take(struct samples *s, uint32_t group, int64_t ns)
{
	ARRAY_PUSH(s->p, s->n, &s->cap, (struct sample){group, ns});
}

/*
 * How a kernel came to start: a launch on a stream that had nothing left to do,
 * or the end of the one before, behind which it was queued. What comes first on
 * its stream is left out, since nobody knows what the stream did before.
 */
static void
take_samples(const struct points *r, uint32_t work, struct samples of[LAGS])
{
	const struct host *h = &r->row[r->hosts + work];
	uint32_t before = r->before[point_start(r->hosts + work)];
	uint32_t call = r->call[work];
	int64_t idle;
	size_t links;

	links_to(r, point_start(r->hosts + work), &links);
	if (before == NONE || call == NONE || links || r->ahead[work] != NONE)
		return;
	idle = point_time(r, before);
	if (idle > h->start)
		return;
	if (call == r->call[before / 2 - r->hosts])
		take(&of[LAG_GRAPH], h->thread, h->start - idle);
	else if (idle <= r->row[call].start && h->start >= r->row[call].start)
		take(&of[LAG_LAUNCH], r->row[call].name,
		    h->start - r->row[call].start);
	else if (idle >= r->row[call].end)
		take(&of[LAG_QUEUE], h->thread, h->start - idle);
}

void
lags_find(struct lags *l, const struct points *r)
{
	struct samples of[LAGS] = {{0}};

	for (uint32_t i = 0; i < r->n - r->hosts; i++)
		take_samples(r, i, of);
	for (int k = 0; k < LAGS; k++)
		l->median[k] = medians(&of[k], pool_count(r->in.texts));
}

void
lags_free(struct lags *l)
{
	for (int k = 0; k < LAGS; k++)
		free(l->median[k]);
}

/* The median that an edge from a launch or along a stream has; -1: none, as of
 * one from another stream. */
static int64_t
typical(const struct lags *l, const struct points *r, uint32_t row,
    const struct edge *e)
{
	uint32_t call = r->call[row - r->hosts];
	bool graph;

	if (e->kind == WAIT)
		return -1;
	if (e->kind == LAUNCH)
		return l->median[LAG_LAUNCH][r->row[e->from / 2].name];
	if (call == NONE)
		return -1;
	graph = call == r->call[e->from / 2 - r->hosts];
	return l->median[graph ? LAG_GRAPH : LAG_QUEUE][r->row[row].thread];
}

/*
 * Does an event start as soon after its launch as others do? Then that may have
 * bound it, though the event before it ended after the launch began.
 */
static bool
launch_explains(const struct lags *l, const struct points *r, uint32_t row)
{
	struct edge launch = {launch_of(r, row), LAUNCH};
	int64_t usual;

	if (launch.from == NONE)
		return false;
	usual = typical(l, r, row, &launch);
	return usual >= 0 &&
	    r->row[row].start - point_time(r, launch.from) <= usual;
}

/* From a point of a thread that waits then for another one. */
static bool
is_pause(const struct points *r, uint32_t point, const struct edge *e)
{
	return e->kind == HOST && !(point & 1) && r->turn[point / 2] != NONE &&
	    e->from == r->before[point];
}

int64_t
lag_of(const struct lags *l, const struct points *r, uint32_t point,
    const struct edge *e)
{
	struct edge binding;
	int64_t ns = -1;
	size_t links = 0;

	if (is_pause(r, point, e))
		return 0;
	if (e->kind == LAUNCH || e->kind == QUEUE || e->kind == WAIT) {
		ns = typical(l, r, point / 2, e);
		if (ns < 0 && edge_binding(r, point, &binding) &&
		    (binding.kind != e->kind || binding.from != e->from ||
			(e->kind == QUEUE && launch_explains(l, r, point / 2))))
			return 0;
	}
	if (e->kind == HOST && point & 1)
		links_to(r, point, &links);
	/* a call that waits: from its start or, if later, what it waits for */
	if (e->kind == SYNC || links)
		ns = edge_binding(r, point, &binding)
		    ? point_time(r, point) - point_time(r, binding.from)
		    : 0;
	return ns >= 0 ? ns : point_time(r, point) - point_time(r, e->from);
}
