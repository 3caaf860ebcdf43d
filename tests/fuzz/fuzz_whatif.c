/*
 * Any two tables, divided by a zero byte: operations and edges are read or not;
 * what was read has times that keep all edges, each bound by one.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdbool.h>

#include "tests/fuzz/bytes.h"
#include "tests/fuzz/table.h"
#include "tools/trace-whatif/replay_error.h"
#include "tools/trace-whatif/requests.h"
#include "tools/trace-whatif/schedule.h"

static void
check_times(const struct schedule *s, const int64_t *lag, const int64_t *time)
{
	for (uint32_t e = 0; e < s->graph.edges; e++)
		require(
		    time[s->graph.to[e]] >= time[s->graph.from[e]] + lag[e]);
	for (uint32_t i = 0; i < s->n; i++)
		require(time[i] >= time[s->op[i].start] && time[i] >= 0);
}

static void
replay(const struct schedule *s)
{
	struct scenario half = {.column = s->kind,
	    .value = s->texts && pool_count(s->texts) ? 0 : POOL_NONE,
	    .inside = CHANGE_SCALE,
	    .factor = 0.5};
	int64_t *lag = calloc((size_t)s->graph.edges + 1, sizeof *lag);
	int64_t *time = calloc((size_t)s->graph.points + 1, sizeof *time);
	int64_t *took = calloc((size_t)s->graphs + 1, sizeof *took);
	struct replay_graph *graph =
	    calloc((size_t)s->graphs + 1, sizeof *graph);
	uint32_t changed;

	if (!lag || !time || !took || !graph)
		abort();
	if (scenario_lags(&half, s, lag, &changed) == 0) {
		graph_times(&s->graph, lag, time, NULL);
		check_times(s, lag, time);
		replay_ends(s, time, took);
		if (s->traced && replay_compare(s, time, took, graph) == 0)
			require(graph[s->graphs].traced >= 0);
	}
	free(lag);
	free(time);
	free(took);
	free(graph);
}

static struct tsv *
open_bytes(const struct memory_file *f, char **path)
{
	struct tsv *in;

	*path = (char *)f->path;
	in = tsv_open(path, 1);
	if (!in)
		abort();
	return in;
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	const uint8_t *zero = n ? memchr(p, 0, n) : NULL;
	size_t first = zero ? (size_t)(zero - p) : n;
	struct memory_file a = memory_file(p, first);
	struct memory_file b =
	    memory_file(zero ? zero + 1 : p, zero ? n - first - 1 : 0);
	char *paths[2];
	struct tsv *operations = open_bytes(&a, &paths[0]);
	struct tsv *edges = open_bytes(&b, &paths[1]);
	struct schedule s;

	if (tsv_header(operations) == 0 && tsv_header(edges) == 0) {
		bool keyed = tsv_find(operations, "step") >= 0;

		if (schedule_open(
			&s, operations, keyed ? "step" : NULL, n % 2) == 0 &&
		    schedule_operations(&s, operations) == 0 &&
		    schedule_edges(&s, edges) == 0)
			replay(&s);
		else
			require(tsv_error(operations) || tsv_error(edges));
		schedule_free(&s);
	}
	tsv_close(operations);
	tsv_close(edges);
	close(a.fd);
	close(b.fd);
	return 0;
}
