/*
 * Causes of gaps against looking at small cells of time one by one, in the
 * words of the header; and which calls are which cause.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-link/gaps.h"

enum {
	CELL = 39999,
	CELLS = 40,
	CASES = 5000,
	EVENTS = 12,
	CALLS = 8,
	MARKS = 3
};

struct call {
	enum cause cause;
	int from, to; /* cells */
};

struct input {
	struct gap_event event[EVENTS];
	struct call call[CALLS];
	struct {
		enum lost_kind kind;
		int at;
	} mark[MARKS]; /* at times of their own */
};

static int
below(uint64_t *state, int n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (int)((*state >> 33) % (unsigned)n);
}

static struct interval
cells(int from, int length)
{
	return (struct interval){
	    (int64_t)from * CELL, (int64_t)(from + length) * CELL};
}

static void
make_input(uint64_t *state, struct input *in)
{
	static const enum cause called[] = {
	    CAUSE_COMPILE, CAUSE_DATA, CAUSE_ONCE, CAUSE_SYNC, CAUSE_LAUNCH};

	for (int i = 0; i < EVENTS; i++) {
		int at = below(state, CELLS), early = below(state, 12);

		in->event[i] = (struct gap_event){cells(at, below(state, 3)),
		    cells(at - early, below(state, 5)),
		    (uint32_t)below(state, 4), 0, 0};
		if (early == 11)
			in->event[i].launch =
			    (struct interval){GAPS_NO_LAUNCH, GAPS_NO_LAUNCH};
	}
	for (int i = 0; i < CALLS; i++) {
		int at = below(state, CELLS);

		in->call[i] = (struct call){
		    called[below(state, 5)], at, at + below(state, 10)};
	}
	for (int i = 0; i < MARKS; i++) {
		in->mark[i].kind = (enum lost_kind)below(state, 4);
		in->mark[i].at = MARKS * below(state, CELLS) + i;
	}
}

static bool
covered(const struct input *in, enum cause cause, int cell)
{
	for (int i = 0; i < CALLS; i++)
		if (in->call[i].cause == cause && in->call[i].from <= cell &&
		    cell < in->call[i].to)
			return true;
	return false;
}

/* Is this part of a cell behind a begin, if an end comes next? */
static bool
is_in_capture(const struct input *in, int part)
{
	int before = -1, next = -1;

	for (int i = 0; i < MARKS; i++) {
		int at = in->mark[i].at;

		if (in->mark[i].kind != LOST_BEGIN &&
		    in->mark[i].kind != LOST_END)
			continue;
		if (at <= part && (before < 0 || at > in->mark[before].at))
			before = i;
		if (at > part && (next < 0 || at < in->mark[next].at))
			next = i;
	}
	return before >= 0 && next >= 0 &&
	    in->mark[before].kind == LOST_BEGIN &&
	    in->mark[next].kind == LOST_END;
}

/* Do the parts of cells of a cause between two take most of the gap? */
static bool
is_most(const struct input *in, enum cause cause, int from, int to, int gap)
{
	int n = 0;

	for (int part = from * MARKS; part < to * MARKS; part++)
		n += covered(in, cause, part / MARKS) ||
		    (cause == CAUSE_ONCE && is_in_capture(in, part));
	return 2 * n > gap * MARKS;
}

static bool
is_recorded(const struct input *in, int cell)
{
	for (int cause = 0; cause < CAUSES; cause++)
		if (covered(in, cause, cell))
			return true;
	return false;
}

/* Whether in most of a gap, and in three cells or more, no call is recorded. */
static bool
is_silent(const struct input *in, int from, int to, int gap)
{
	int n = 0;

	for (int cell = from; cell < to; cell++)
		n += !is_recorded(in, cell);
	return n >= 3 && 2 * n > gap;
}

/* Whether calls that wait take three cells or more, and most of a gap. */
static bool
stays(const struct input *in, int from, int to, int gap)
{
	int n = 0;

	for (int cell = from; cell < to; cell++)
		n += covered(in, CAUSE_SYNC, cell);
	return n >= 3 && 2 * n > gap;
}

/* Whether a kernel of that name ran before the i-th event, in sorted order. */
static bool
ran_before(const struct input *in, int i)
{
	for (int k = 0; k < i; k++)
		if (in->event[k].name == in->event[i].name)
			return true;
	return false;
}

/* Captures begin and end; before the first of these the opposite is true. */
static bool
is_captured(const struct input *in, int at)
{
	int first = -1, last = -1;

	for (int i = 0; i < MARKS; i++) {
		if (in->mark[i].kind != LOST_BEGIN &&
		    in->mark[i].kind != LOST_END)
			continue;
		if (first < 0 || in->mark[i].at < in->mark[first].at)
			first = i;
		if (in->mark[i].at < at &&
		    (last < 0 || in->mark[i].at > in->mark[last].at))
			last = i;
	}
	if (last >= 0)
		return in->mark[last].kind == LOST_BEGIN;
	return first >= 0 && in->mark[first].kind == LOST_END;
}

/* Whether a launch lost its work between two times; one may be none. */
static bool
is_lost(const struct input *in, int64_t from, int64_t to)
{
	for (int i = 0; i < MARKS; i++) {
		int64_t at = (int64_t)in->mark[i].at * (CELL / MARKS);

		if (in->mark[i].kind == LOST_LAUNCH && at > from && at < to &&
		    !is_captured(in, in->mark[i].at))
			return true;
	}
	return false;
}

/*
 * Why the GPU idled from a cell to the i-th event, after sorting; the event
 * before the gap was launched at `before`.
 */
static enum cause
expected(const struct input *in, int i, int from, int64_t before)
{
	const struct gap_event *e = &in->event[i];
	int to = (int)(e->busy.start / CELL), gap = to - from, long_one = 0;
	int launch = (int)(e->launch.start / CELL);
	int launched = (int)(e->launch.end / CELL);

	if (e->launch.start == GAPS_NO_LAUNCH)
		return CAUSE_UNKNOWN;
	if (is_lost(in, before, e->launch.start))
		return CAUSE_LOST;
	for (int cell = launch; cell < launched && launched - launch >= 3;
	     cell++)
		long_one += cell >= from && cell < to;
	if (2 * long_one > gap && !ran_before(in, i))
		return CAUSE_ONCE;
	if (launch < from || (to - launched >= 3 && 2 * (to - launched) > gap))
		return CAUSE_QUEUED;
	if (is_most(in, CAUSE_COMPILE, from, launch, gap))
		return CAUSE_COMPILE;
	if (is_most(in, CAUSE_ONCE, from, launch, gap))
		return CAUSE_ONCE;
	if (is_most(in, CAUSE_DATA, from, launch, gap))
		return CAUSE_DATA;
	if (is_silent(in, from, launch, gap))
		return CAUSE_SILENT;
	if (stays(in, from, launch, gap))
		return CAUSE_CALL;
	for (int k = 0; k < CALLS; k++)
		if (in->call[k].cause == CAUSE_SYNC && in->call[k].to >= from &&
		    in->call[k].to <= launch)
			return CAUSE_SYNC;
	return CAUSE_LAUNCH;
}

/* How long the calls take that wait, none of them twice. */
static int64_t
waits(const struct input *in)
{
	int n = 0;

	for (int cell = 0; cell < CELLS + 10; cell++)
		n += covered(in, CAUSE_SYNC, cell);
	return (int64_t)n * CELL;
}

/* Adds a gap; what waiting does not explain is the launch's. */
static void
want_gap(
    struct gap_sum want[CAUSES], enum cause cause, int64_t time, int64_t *left)
{
	int64_t late = cause == CAUSE_SYNC && time > *left ? time - *left : 0;

	if (cause == CAUSE_SYNC)
		*left -= time - late;
	want[cause].count += time > late;
	want[cause].time += time - late;
	want[CAUSE_LAUNCH].count += late > 0;
	want[CAUSE_LAUNCH].time += late;
}

static bool
agrees(struct input *in)
{
	struct gap_calls calls = {0};
	struct gap_sum sum[CAUSES] = {{0}}, want[CAUSES] = {{0}};
	int64_t until, before, left = waits(in);
	bool same = true;

	for (int i = 0; i < CALLS; i++)
		gaps_add_call(&calls, in->call[i].cause,
		    cells(in->call[i].from, in->call[i].to - in->call[i].from));
	for (int i = 0; i < MARKS; i++)
		if (in->mark[i].kind != LOST_NOTHING)
			lost_add(&calls.lost, in->mark[i].kind,
			    (int64_t)in->mark[i].at * (CELL / MARKS));
	gaps_find(in->event, EVENTS, 4, &calls, 1, sum);
	gaps_free_calls(&calls);
	until = in->event[0].busy.start;
	before = GAPS_NO_LAUNCH;
	for (int i = 0; i < EVENTS; i++) {
		const struct interval *busy = &in->event[i].busy;

		if (busy->start > until)
			want_gap(want,
			    expected(in, i, (int)(until / CELL), before),
			    busy->start - until, &left);
		if (i == 0 || busy->end > until) {
			until = busy->end;
			before = in->event[i].launch.start;
		}
	}
	for (int i = 0; i < CAUSES; i++)
		same = same && sum[i].count == want[i].count &&
		    sum[i].time == want[i].time;
	return same;
}

static enum cause
call(enum host_kind by, const char *name)
{
	return gaps_call(by, span_of(name));
}

static enum lost_kind
kind(const char *name, bool worked)
{
	return lost_kind(span_of(name), worked);
}

int
main(void)
{
	uint64_t state = 1;
	int bad = 0;

	for (int i = 0; i < CASES; i++) {
		struct input in;

		make_input(&state, &in);
		bad += !agrees(&in);
	}
	CHECK(bad == 0);
	CHECK(call(HOST_CALL, "cudaStreamSynchronize") == CAUSE_SYNC);
	CHECK(call(HOST_CALL, "hipMemcpyWithStream") == CAUSE_SYNC);
	CHECK(call(HOST_CALL, "cudaMemcpyAsync") == CAUSE_LAUNCH);
	CHECK(call(HOST_CALL, "cuModuleLoadData") == CAUSE_ONCE);
	CHECK(call(HOST_CALL, "hipMalloc") == CAUSE_ONCE);
	CHECK(call(HOST_CALL, "cudaMallocAsync") == CAUSE_LAUNCH);
	CHECK(call(HOST_OPERATOR, "cudaMalloc") == CAUSE_LAUNCH);
	CHECK(
	    gaps_loads(span_of("overhead"), span_of("Lazy Function Loading")));
	CHECK(gaps_loads(
	    span_of("overhead"), span_of("Runtime Triggered Module Loading")));
	CHECK(!gaps_loads(span_of("overhead"), span_of("Buffer Flush")));
	CHECK(!gaps_loads(span_of("cpu_op"), span_of("Lazy Function Loading")));
	CHECK(call(HOST_OPERATOR, "enumerate(DataLoader)#_next") == CAUSE_DATA);
	CHECK(call(HOST_ANNOTATION, "compile_fx (dynamo_timed)") ==
	    CAUSE_COMPILE);
	CHECK(call(HOST_OPERATOR, "aten::mm") == CAUSE_LAUNCH);
	CHECK(call(HOST_ANNOTATION, "ProfilerStep#3") == CAUSES);
	CHECK(call(HOST_FRAME, "run") == CAUSES);
	CHECK(kind("cudaLaunchKernel", false) == LOST_LAUNCH);
	CHECK(kind("hipGraphLaunch", false) == LOST_LAUNCH);
	CHECK(kind("cudaLaunchKernel", true) == LOST_NOTHING);
	CHECK(kind("cudaLaunchHostFunc", false) == LOST_NOTHING);
	CHECK(kind("cudaMemcpyAsync", false) == LOST_NOTHING);
	CHECK(kind("hipStreamBeginCapture", true) == LOST_BEGIN);
	CHECK(kind("cudaStreamEndCapture", true) == LOST_END);
	return test_done();
}
