#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/launch.h"
#include "tools/trace-link/capture.h"
#include "tools/trace-link/print_launches.h"

/* One event of a graph's replay. */
struct launched {
	uint32_t scope; /* of the call */
	uint32_t call;  /* that launched the graph */
	uint32_t place; /* in the order of time */
	uint32_t event;
};

/* The events of one replay, their names, and who recorded them. */
struct replay {
	const struct launched *launched;
	size_t n;
	uint32_t *name, *row;
};

ORDER_BY(compare, struct launched, UP(scope), UP(call), UP(place))

/* All of them, replay by replay; returns how many. */
static size_t
find_launched(struct launched *launched, const struct link_table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->gpu.n; i++) {
		uint32_t event = t->gpu.order[i];
		uint32_t call = t->launch[event].call;

		if (t->launch[event].reason == LAUNCH_GRAPH)
			launched[n++] = (struct launched){
			    t->host[call].scope, call, (uint32_t)i, event};
	}
	ARRAY_SORT(launched, n, compare);
	return n;
}

/* The number of a text in the recording, or HOST_NONE. */
static uint32_t
find_text(const struct link_table *t, struct span text)
{
	uint32_t n = pool_count(t->rows.texts), low = 0, high = n;

	BISECT(low, high, i, span_compare(t->text[i], text) < 0);
	return low < n && span_equal(t->text[low], text) ? low : HOST_NONE;
}

static uint32_t
find_name(const struct events *gpu, uint32_t event,
    const struct link_table *recording)
{
	struct span cat = event_cat(gpu, event);
	struct span name = event_text(gpu, gpu->event[event].name);

	if (span_is(cat, "gpu_memcpy"))
		name = span_of(TABLE_COPY);
	else if (span_is(cat, "gpu_memset"))
		name = span_of(TABLE_SET);
	return find_text(recording, name);
}

/* A step of the engine: its annotation, and what that says of its graphs. */
struct step {
	uint32_t row;
	struct graph_size size;
};

/* The annotation of the step that holds a call, or HOST_NONE. */
static uint32_t
find_step(const struct link_table *t, uint32_t call)
{
	uint32_t row = t->tree.around[call];

	while (row != HOST_NONE &&
	    (!call_tree_holds(&t->host[row], &t->host[call]) ||
		graph_size_of_step(t->text[t->host[row].name]) ==
		    GRAPH_SIZE_NONE))
		row = t->tree.around[row];
	return row;
}

/*
 * The size of the step that holds a replay. It runs several graphs if it holds
 * the replay after its first one, too.
 */
static struct graph_size
size_at(struct step *step, const struct link_table *t,
    const struct replay *replay, const struct launched *end)
{
	const struct launched *first = replay->launched;
	const struct launched *next = first + replay->n;
	uint32_t row = find_step(t, first->call);
	const struct host *h;
	bool several;

	if (row == HOST_NONE)
		return (struct graph_size){GRAPH_SIZE_NONE, GRAPH_MODE_UNKNOWN};
	if (row == step->row)
		return step->size;
	h = &t->host[row];
	several = next < end && next->scope == first->scope &&
	    call_tree_holds(h, &t->host[next->call]);
	*step = (struct step){row,
	    {graph_size_of_step(t->text[h->name]),
		several ? GRAPH_MODE_PIECEWISE : GRAPH_MODE_FULL}};
	return step->size;
}

static const struct capture_graph *
find_replay(struct capture *c, const struct replay *replay,
    const struct events *gpu, const struct link_table *recording,
    struct graph_size step)
{
	uint32_t track = gpu->event[replay->launched[0].event].track;
	bool one_stream = true;

	for (size_t i = 0; i < replay->n; i++) {
		uint32_t event = replay->launched[i].event;

		replay->name[i] = find_name(gpu, event, recording);
		if (gpu->event[event].track != track)
			one_stream = false;
	}
	return capture_match(
	    c, replay->name, replay->n, one_stream, step, replay->row);
}

/* Goes through the runs. */
static void
find_replays(struct recording *r, struct capture *c, const struct link_table *t,
    struct replay *replay, size_t count)
{
	struct step step = {.row = HOST_NONE};
	uint32_t scope = HOST_NONE;
	int64_t ids = t->ids_end;

	for (const struct launched *end = replay->launched + count;
	     replay->launched < end; replay->launched += replay->n) {
		const struct capture_graph *graph;

		for (replay->n = 1; replay->launched + replay->n < end &&
		     replay->launched[replay->n].call ==
			 replay->launched->call;)
			replay->n++;
		if (replay->launched->scope != scope)
			c->next = 0;
		scope = replay->launched->scope;
		r->graphs++;
		graph = find_replay(c, replay, &t->gpu, &r->table,
		    size_at(&step, t, replay, end));
		if (!graph) {
			r->unknown++;
			continue;
		}
		for (size_t i = 0; i < replay->n; i++)
			r->event[replay->launched[i].event] =
			    (struct graph_origin){
				replay->row[i], graph->since, ids};
		ids += r->table.ids_end;
	}
}

void
recording_find(struct recording *r, const struct link_table *t)
{
	const struct link_table *own = &r->table;
	size_t n = t->gpu.n + 1;
	struct launched *launched = xmalloc(n * sizeof *launched);
	struct replay replay = {.launched = launched,
	    .name = xmalloc(n * sizeof *replay.name),
	    .row = xmalloc(n * sizeof *replay.row)};
	struct capture c = {0};

	r->event = xmalloc(n * sizeof *r->event);
	r->graphs = r->unknown = 0;
	capture_find(
	    &c, own->host, own->n, own->text, pool_count(own->rows.texts));
	for (size_t i = 0; i < t->gpu.n; i++)
		r->event[i].call = HOST_NONE;
	find_replays(r, &c, t, &replay, find_launched(launched, t));
	capture_free(&c);
	free(launched);
	free(replay.name);
	free(replay.row);
}

struct place
recording_place(const struct recording *r, uint32_t event)
{
	const struct graph_origin *o = r ? &r->event[event] : NULL;

	return o ? (struct place){&r->table, o->call, o->since, o->ids}
		 : (struct place){.call = HOST_NONE};
}
