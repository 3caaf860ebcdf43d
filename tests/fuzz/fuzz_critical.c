/*
 * Any rows of the host and the GPU, any waits and collectives: the path tiles
 * its window; a point that is late by its slack leaves the end where it was,
 * and by a nanosecond more does not; and HTA's path is found or refused.
 */
#include <stdlib.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-critical/critical_path.h"
#include "tools/trace-critical/hta.h"

enum { ROWS = 60, IDS = 24, PAIRS = 8 };

static const char *const names[] = {"cudaLaunchKernel", "cudaGraphLaunch",
    "cudaStreamSynchronize", "cudaMemcpy", "op",
    "autograd::engine::evaluate_function: op"};
enum { NAMES = sizeof names / sizeof *names };

static uint32_t
text(struct points *r, const char *s)
{
	return pool_add(r->in.texts, span_of(s));
}

static void
take_row(struct points *r, struct bytes *b)
{
	uint8_t kind = take_byte(b), place = take_byte(b);
	struct host h = {.start = take_byte(b) * 100,
	    .correlation = HOST_NONE,
	    .sequence = take_byte(b) % 4,
	    .details = r->lines,
	    .id = r->lines};
	char id = (char)('A' + take_byte(b) % IDS);

	h.end = h.start + take_byte(b) * 50;
	h.kind = kind % 2 ? HOST_CALL : HOST_OPERATOR;
	h.scope = text(r, "rank");
	h.name = text(r, names[place / 8 % NAMES]);
	h.graph = h.kind == HOST_CALL && place / 8 % NAMES == 1;
	if (kind % 2 || kind >= 128)
		h.correlation = pool_add(r->in.ids, (struct span){&id, 1});
	h.thread = text(r,
	    kind < 128      ? place % 2 ? "t1" : "t2"
		: place % 2 ? "\t\t0\ts1"
			    : "\t\t0\ts2");
	if (kind >= 128)
		h.kind = HOST_WORK;
	else
		r->hosts++;
	r->row[r->n++] = h;
	r->cat[r->lines++] = text(r, "kernel");
}

static void
take_sync(struct points *r, struct bytes *b)
{
	uint8_t what = take_byte(b), ids = take_byte(b);
	uint32_t n = pool_count(r->in.ids);

	if (n)
		r->sync[r->syncs++] = (struct sync){.what = what % 4,
		    .end = ids * 100,
		    .call = ids % n,
		    .record = what / 4 % n,
		    .track = text(r, what & 64 ? "\t\t0\ts1" : "\t\t0\ts2"),
		    .recorded = text(r, what & 64 ? "\t\t0\ts2" : "\t\t0\ts1")};
}

static void
check_path(const struct points *r, struct interval window)
{
	struct path p = {0};
	int64_t at = window.start;

	path_find(&p, r, window, NONE);
	for (size_t i = p.n; i-- > 0;) {
		require(p.part[i].time.start == at);
		require(p.part[i].time.end > at);
		require(p.part[i].row == NONE || p.part[i].row < r->n);
		at = p.part[i].time.end;
	}
	require(at == window.end);
	free(p.part);
}

/* The end of the window if a point of it is `by` later. */
static int64_t
end_if_late(const struct points *r, const struct graph *g, const int64_t *lag,
    struct interval window, uint32_t late, int64_t by)
{
	int64_t time[2 * ROWS + 1], end = window.end;

	for (uint32_t i = 0; i < g->points; i++) {
		uint32_t p = g->order[i];

		time[p] = point_time(r, p);
		for (uint32_t k = g->first[p]; k < g->first[p + 1]; k++) {
			uint32_t e = g->in[k];

			if (time[g->from[e]] + lag[e] > time[p])
				time[p] = time[g->from[e]] + lag[e];
		}
		if (p == late)
			time[p] += by;
		if (point_is_in(r, p, window) && time[p] > end)
			end = time[p];
	}
	return end;
}

static void
check_slack(const struct points *r, struct interval window)
{
	struct lags l;
	struct graph g;
	int64_t latest[2 * ROWS + 1], *lag;

	lags_find(&l, r);
	slack_find(r, &l, window, latest);
	slack_graph(r, &l, window, &g, &lag);
	for (uint32_t p = 0; p < 2 * r->n; p++) {
		int64_t slack = latest[p] - point_time(r, p);

		if (!point_is_in(r, p, window))
			continue;
		require(slack >= 0);
		require(
		    end_if_late(r, &g, lag, window, p, slack) == window.end);
		require(
		    end_if_late(r, &g, lag, window, p, slack + 1) > window.end);
	}
	graph_free(&g);
	free(lag);
	lags_free(&l);
}

static void
take_pairs(struct points *r, struct bytes *b)
{
	struct links_pair pair[PAIRS];
	size_t n = 0;

	while (b->n && n < PAIRS) {
		uint8_t ends = take_byte(b);

		pair[n++] = (struct links_pair){ends % 16, ends / 16};
	}
	if (n)
		links_collectives(r, pair, n);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct bytes b = {p, n};
	struct points r = {0};
	uint8_t rows = take_byte(&b) % ROWS, syncs = take_byte(&b) % 4;
	unsigned char known[IDS] = {0};
	struct interval window;
	struct hta_edge *path;
	size_t edges;

	r.in = (struct xhost){
	    .ids = pool_new(), .texts = pool_new(), .sequence = syncs % 2 - 1};
	r.row = calloc(ROWS, sizeof *r.row);
	r.cat = calloc(ROWS, sizeof *r.cat);
	r.sync = calloc(4, sizeof *r.sync);
	r.in.known = known;
	for (int i = 0; i < rows; i++)
		take_row(&r, &b);
	for (int i = 0; i < syncs; i++)
		take_sync(&r, &b);
	points_connect(&r);
	links_find(&r);
	take_pairs(&r, &b);
	window = path_all(&r);
	check_path(&r, window);
	check_slack(&r, window);
	window.start += (window.end - window.start) / 4;
	window.end -= (window.end - window.start) / 4;
	check_path(&r, window);
	check_slack(&r, window);
	if (hta_path(&r, path_all(&r), &path, &edges))
		for (size_t i = 1; i < edges; i++)
			require(path[i].to == path[i - 1].from);
	free(path);
	r.in.known = NULL;
	points_free(&r);
	return 0;
}
