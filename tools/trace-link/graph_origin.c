#include <stdlib.h>

#include "tools/trace-link/capture.h"
#include "tools/trace-link/graph_origin.h"

/* One event of a graph's run. */
struct launched {
	uint32_t call;  /* that launched the graph */
	uint32_t place; /* in the order of time */
	uint32_t event;
};

/* The count of one run, what they are called, and who recorded them. */
struct run {
	const struct launched *launched;
	size_t n;
	uint32_t *name, *row;
};

static int
compare(const void *a, const void *b)
{
	const struct launched *x = a, *y = b;

	if (x->call != y->call)
		return x->call < y->call ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* All count, run by run; returns how many. */
static size_t
find_launched(struct launched *launched, const struct link_table *t,
    const struct launch *launch)
{
	size_t n = 0;

	for (size_t i = 0; i < t->gpu.n; i++) {
		uint32_t event = t->gpu.order[i];

		if (launch[event].reason == LAUNCH_GRAPH)
			launched[n++] = (struct launched){
			    launch[event].call, (uint32_t)i, event};
	}
	if (n) /* launched may be NULL otherwise */
		qsort(launched, n, sizeof *launched, compare);
	return n;
}

/* The number of a text in the recording, or HOST_NONE. */
static uint32_t
find_text(const struct link_table *t, struct span text)
{
	uint32_t low = 0, high = pool_count(t->rows.texts);

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		int c = span_compare(t->text[middle], text);

		if (c == 0)
			return middle;
		if (c < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return HOST_NONE;
}

static uint32_t
find_name(const struct events *gpu, const struct event *e,
    const struct link_table *recording)
{
	struct span cat = event_text(gpu, e->cat);
	struct span name = event_text(gpu, e->name);

	if (span_is(cat, "gpu_memcpy"))
		name = span_of(TABLE_COPY);
	else if (span_is(cat, "gpu_memset"))
		name = span_of(TABLE_SET);
	return find_text(recording, name);
}

static const struct capture_graph *
find_run(struct capture *c, const struct run *run, const struct events *gpu,
    const struct link_table *recording)
{
	uint32_t track = gpu->event[run->launched[0].event].track;
	bool one_stream = true;

	for (size_t i = 0; i < run->n; i++) {
		const struct event *e = &gpu->event[run->launched[i].event];

		run->name[i] = find_name(gpu, e, recording);
		if (e->track != track)
			one_stream = false;
	}
	return capture_match(c, run->name, run->n, one_stream, run->row);
}

/* Goes through the runs. */
static void
find_runs(struct graph_origins *o, struct capture *c,
    const struct link_table *t, const struct link_table *recording,
    struct run *run, size_t count)
{
	int64_t ids = t->ids_end;

	for (const struct launched *end = run->launched + count;
	     run->launched < end; run->launched += run->n) {
		const struct capture_graph *graph;

		for (run->n = 1; run->launched + run->n < end &&
		     run->launched[run->n].call == run->launched->call;)
			run->n++;
		o->graphs++;
		graph = find_run(c, run, &t->gpu, recording);
		if (!graph) {
			o->unknown++;
			continue;
		}
		for (size_t i = 0; i < run->n; i++)
			o->event[run->launched[i].event] =
			    (struct graph_origin){
				run->row[i], graph->since, ids};
		ids += recording->ids_end;
	}
}

int
graph_origins_find(struct graph_origins *o, const struct link_table *t,
    const struct launch *launch, const struct link_table *recording)
{
	size_t n = t->gpu.n + 1;
	struct launched *launched = malloc(n * sizeof *launched);
	struct run run = {.launched = launched,
	    .name = malloc(n * sizeof *run.name),
	    .row = malloc(n * sizeof *run.row)};
	struct capture c = {0};
	int rc = -1;

	*o = (struct graph_origins){.event = malloc(n * sizeof *o->event)};
	if (launched && run.name && run.row && o->event &&
	    capture_find(&c, recording->host, recording->n, recording->text,
		pool_count(recording->rows.texts)) == 0) {
		for (size_t i = 0; i < t->gpu.n; i++)
			o->event[i].call = HOST_NONE;
		find_runs(o, &c, t, recording, &run,
		    find_launched(launched, t, launch));
		rc = 0;
	}
	capture_free(&c);
	free(launched);
	free(run.name);
	free(run.row);
	return rc;
}

void
graph_origins_free(struct graph_origins *o)
{
	free(o->event);
	*o = (struct graph_origins){0};
}
