#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/sequence/numbers.h"
#include "common/trace/linkage.h"
#include "tools/trace-link/gaps.h"

struct lost_call {
	int64_t ts;
	enum lost_kind kind;
};

enum lost_kind
lost_kind(struct span name, bool worked)
{
	if (!worked && linkage_is_launch(name))
		return LOST_LAUNCH;
	if (span_has(name, "StreamBeginCapture"))
		return LOST_BEGIN;
	return span_has(name, "StreamEndCapture") ? LOST_END : LOST_NOTHING;
}

void
lost_add(struct lost *l, enum lost_kind kind, int64_t ts)
{
	struct lost_call call = {ts, kind};

	ARRAY_PUSH(l->p, l->n, &l->cap, call);
}

ORDER_BY(compare_calls, struct lost_call, UP(ts), UP(kind))

/* Recording may have begun within a capture. */
static bool
begins_captured(const struct lost *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->p[i].kind != LOST_LAUNCH)
			return l->p[i].kind == LOST_END;
	return false;
}

/*
 * Sorts, drops what was captured, between a begin and an end, and adds the
 * time from one to the other to `captures`.
 */
static void
lost_close(struct lost *l, struct intervals *captures)
{
	size_t kept = 0;
	int64_t begin = 0;
	bool captured, known = false;

	ARRAY_SORT(l->p, l->n, compare_calls);
	captured = begins_captured(l);
	for (size_t i = 0; i < l->n; i++) {
		struct lost_call c = l->p[i];

		if (c.kind == LOST_LAUNCH) {
			if (!captured)
				l->p[kept++] = c;
			continue;
		}
		if (c.kind == LOST_END && known)
			intervals_add(captures, (struct interval){begin, c.ts});
		captured = known = c.kind == LOST_BEGIN;
		begin = c.ts;
	}
	l->n = kept;
}

/* Whether a launch lost its work that began behind `from` and before `to`. */
static bool
lost_between(const struct lost *l, int64_t from, int64_t to)
{
	size_t low = 0, high = l->n;

	BISECT(low, high, i, l->p[i].ts <= from);
	return low < l->n && l->p[low].ts < to;
}

/*
 * A first launch that takes as long (ns) loads code: ten times the 9.6 us for a
 * launch and its wait (A. Gray, Getting Started with CUDA Graphs, 2019). Lazy
 * loading is described in the CUDA C++ Programming Guide.
 */
enum { LOADING = 100000 };

/* A host without a recorded call for as long (ns) does more than launch, one in
 * a call that waits for an idle GPU does more than wait, and a kernel that
 * starts so late after its launch waits for something else. */
enum { SILENCE = LOADING, STAY = LOADING };

const char *
gaps_cause(enum cause cause)
{
	static const char *const word[] = {[CAUSE_LAUNCH] = "launch",
	    [CAUSE_CALL] = "call",
	    [CAUSE_COMPILE] = "compile",
	    [CAUSE_DATA] = "data",
	    [CAUSE_LOST] = "lost",
	    [CAUSE_ONCE] = "once",
	    [CAUSE_QUEUED] = "queued",
	    [CAUSE_SILENT] = "silent",
	    [CAUSE_SYNC] = "sync",
	    [CAUSE_UNKNOWN] = "unknown"};

	return word[cause];
}

static bool
has_one_of(struct span name, const char *const *words)
{
	for (; *words; words++)
		if (span_has(name, *words))
			return true;
	return false;
}

static enum cause
runtime_call(struct span name)
{
	static const char *const parts[] = {"ModuleLoad", "ModuleGetFunction",
	    "LibraryLoad", "GraphInstantiate", "StreamCreate", NULL};

	if (host_synchronises(name) || host_copies_and_waits(name))
		return CAUSE_SYNC;
	if (has_one_of(name, parts) ||
	    span_is_among(name,
		"cudaMalloc cudaFree cudaHostAlloc cudaHostMalloc hipMalloc "
		"hipFree hipHostAlloc hipHostMalloc"))
		return CAUSE_ONCE;
	return CAUSE_LAUNCH;
}

enum cause
gaps_call(enum host_kind kind, struct span name)
{
	if (kind == HOST_CALL)
		return runtime_call(name);
	if (kind == HOST_FRAME)
		return CAUSES;
	if (host_loads_data(name))
		return CAUSE_DATA;
	if (span_ends(name, "(dynamo_timed)"))
		return CAUSE_COMPILE;
	return kind == HOST_OPERATOR ? CAUSE_LAUNCH : CAUSES;
}

bool
gaps_loads(struct span cat, struct span name)
{
	return span_is(cat, "overhead") &&
	    (span_is(name, "Lazy Function Loading") ||
		span_is(name, "Runtime Triggered Module Loading"));
}

void
gaps_add_call(struct gap_calls *calls, enum cause cause, struct interval call)
{
	intervals_add(&calls->of[cause], call);
	intervals_add(&calls->any, call);
	if (cause == CAUSE_SYNC)
		ARRAY_PUSH(
		    calls->returned, calls->returns, &calls->cap, call.end);
}

void
gaps_free_calls(struct gap_calls *calls)
{
	for (int i = 0; i < CAUSES; i++)
		intervals_free(&calls->of[i]);
	intervals_free(&calls->any);
	free(calls->lost.p);
	free(calls->returned);
}

/* Those of a GPU in time; what does not differ there has one order, too. */
ORDER_BY(compare_events, struct gap_event, UP(gpu), UP(busy.start),
    UP(busy.end), UP(launch.start), UP(launch.end), UP(name), UP(host))

/* How far the calls of a host are that ended before the gap, in order. */
struct cursor {
	const struct gap_calls *calls;
	size_t at[CAUSES], at_any, at_returned;
	int64_t waited; /* in all, less the gaps that this explains */
};

/* The way through the events of a GPU. */
struct walk {
	struct cursor *of; /* each host */
	int64_t launched;  /* the event before the gap */
	bool *seen;        /* names of events */
};

/* How much of a time the calls of a cause take. */
static int64_t
taken(struct cursor *c, enum cause cause, struct interval time)
{
	return intervals_within(&c->calls->of[cause], &c->at[cause], time);
}

/* Whether a call that waits returned in this time. */
static bool
waited(struct cursor *c, struct interval time)
{
	size_t *at = &c->at_returned;

	while (*at < c->calls->returns && c->calls->returned[*at] < time.start)
		++*at;
	return *at < c->calls->returns && c->calls->returned[*at] <= time.end;
}

/* How much of a time no call is recorded in. */
static int64_t
silence(struct cursor *c, struct interval time)
{
	return time.end - time.start -
	    intervals_within(&c->calls->any, &c->at_any, time);
}

/* How much of a gap the launch takes, if it is long and the kernel's first. */
static int64_t
loading(const struct walk *w, const struct gap_event *e, struct interval gap)
{
	struct interval launch = e->launch;

	if (launch.end - launch.start < LOADING || w->seen[e->name])
		return 0;
	if (launch.start < gap.start)
		launch.start = gap.start;
	if (launch.end > gap.end)
		launch.end = gap.end;
	return launch.end - launch.start;
}

static enum cause
find_cause(struct walk *w, const struct gap_event *e, struct interval gap)
{
	static const enum cause by_time[] = {
	    CAUSE_COMPILE, CAUSE_ONCE, CAUSE_DATA};
	int64_t half = (gap.end - gap.start) / 2, queued, silent, stay;
	struct interval alone = {gap.start, e->launch.start};
	struct cursor *c = &w->of[e->host];

	if (e->launch.start == GAPS_NO_LAUNCH)
		return CAUSE_UNKNOWN;
	if (lost_between(&c->calls->lost, w->launched, e->launch.start))
		return CAUSE_LOST; /* it might have filled the gap */
	if (loading(w, e, gap) > half)
		return CAUSE_ONCE;
	queued = gap.end - e->launch.end; /* since its launch returned */
	if (e->launch.start < gap.start || (queued >= STAY && queued > half))
		return CAUSE_QUEUED;
	for (size_t i = 0; i < COUNT(by_time); i++)
		if (taken(c, by_time[i], alone) > half)
			return by_time[i];
	silent = silence(c, alone);
	if (silent >= SILENCE && silent > half)
		return CAUSE_SILENT;
	stay = taken(c, CAUSE_SYNC, alone);
	if (stay >= STAY && stay > half)
		return CAUSE_CALL;
	return waited(c, alone) ? CAUSE_SYNC : CAUSE_LAUNCH;
}

static void
add_time(struct gap_sum *sum, int64_t time, int64_t start)
{
	sum->count += time > 0;
	sum->time += time;
	if (time > sum->longest) {
		sum->longest = time;
		sum->longest_start = start;
	}
}

static void
add_gap(struct walk *w, const struct gap_event *e, struct interval gap,
    struct gap_sum sum[CAUSES])
{
	enum cause cause = find_cause(w, e, gap);
	int64_t time = gap.end - gap.start, own = time;
	struct cursor *c = &w->of[e->host];

	if (cause == CAUSE_SYNC) {
		own = time < c->waited ? time : c->waited;
		c->waited -= own;
	}
	add_time(&sum[cause], own, gap.start);
	add_time(&sum[CAUSE_LAUNCH], time - own, gap.start);
}

/* The gaps of the n events of one GPU, in order. */
static void
add_gaps(struct walk *w, const struct gap_event *event, size_t n,
    struct gap_sum sum[CAUSES])
{
	int64_t until = INT64_MIN;

	for (size_t i = 0; i < n; i++) {
		struct interval gap = {until, event[i].busy.start};

		if (i && gap.end > gap.start)
			add_gap(w, &event[i], gap, sum);
		if (i == 0 || event[i].busy.end > until) {
			until = event[i].busy.end;
			w->launched = event[i].launch.start;
		}
		w->seen[event[i].name] = true;
	}
}

/* Cursors at the first calls of all hosts. */
static struct cursor *
begin_cursors(const struct gap_calls *calls, uint32_t hosts)
{
	struct cursor *of = xcalloc(hosts + 1u, sizeof *of);

	for (uint32_t h = 0; h < hosts; h++) {
		of[h].calls = &calls[h];
		of[h].waited = intervals_length(&calls[h].of[CAUSE_SYNC]);
	}
	return of;
}

void
gaps_find(struct gap_event *event, size_t n, uint32_t names,
    struct gap_calls *calls, uint32_t hosts, struct gap_sum sum[CAUSES])
{
	for (struct gap_calls *c = calls; c < calls + hosts; c++) {
		lost_close(&c->lost, &c->of[CAUSE_ONCE]);
		for (int i = 0; i < CAUSES; i++)
			intervals_close(&c->of[i]);
		intervals_close(&c->any);
		ARRAY_SORT(c->returned, c->returns, numbers_compare_signed);
	}
	ARRAY_SORT(event, n, compare_events);
	for (size_t i = 0, end; i < n; i = end) {
		struct walk w = {.of = begin_cursors(calls, hosts)};

		w.seen = xcalloc(names + 1u, sizeof *w.seen);
		for (end = i; end < n && event[end].gpu == event[i].gpu;)
			end++;
		add_gaps(&w, event + i, end - i, sum);
		free(w.of);
		free(w.seen);
	}
}
