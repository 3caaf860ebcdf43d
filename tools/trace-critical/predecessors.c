#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/x.h"
#include "common/trace/host_events.h"
#include "tools/trace-critical/points.h"

/* Events ahead of one on its stream that may still run when it starts. */
enum { OVERLAPPING = 8 };

/* The points of each thread so far, and what is open there. */
struct threads {
	uint32_t *last;  /* point, by thread */
	uint32_t *open;  /* the row that ends first, by thread */
	uint32_t *below; /* by row: the one that ends next */
};

static void
append(struct points *r, struct threads *t, uint32_t thread, uint32_t point)
{
	r->before[point] = t->last[thread];
	t->last[thread] = point;
}

/* Ends what has ended at `now` on the thread. */
static void
end_open(struct points *r, struct threads *t, uint32_t thread, int64_t now)
{
	uint32_t *open = &t->open[thread];

	while (*open != NONE && r->row[*open].end <= now) {
		append(r, t, thread, point_end(*open));
		*open = t->below[*open];
	}
}

/* Keeps open rows in the order of ends, even where recorders let them cross. */
static void
begin(struct points *r, struct threads *t, uint32_t row)
{
	uint32_t thread = r->row[row].thread;
	uint32_t *at = &t->open[thread];

	end_open(r, t, thread, r->row[row].start);
	r->parent[row] = *at;
	append(r, t, thread, point_start(row));
	while (*at != NONE && r->row[*at].end < r->row[row].end)
		at = &t->below[*at];
	t->below[row] = *at;
	*at = row;
}

static void
connect_host(struct points *r)
{
	uint32_t threads = pool_count(r->in.texts);
	struct threads t = {xnones(threads), xnones(threads), xnones(r->hosts)};

	for (uint32_t i = 0; i < r->hosts; i++)
		begin(r, &t, i);
	for (uint32_t i = 0; i < threads; i++)
		end_open(r, &t, i, INT64_MAX);
	turns_find(r, t.last);
	free(t.last);
	free(t.open);
	free(t.below);
}

/*
 * Whether a row starts in the second half of the one ahead, as programmatic
 * dependent launches do: with no such order both would have run at once.
 */
static bool
overlaps_tail(const struct points *r, uint32_t row, uint32_t ahead)
{
	const struct host *h = &r->row[ahead];

	return ahead != NONE && r->row[row].start < h->end &&
	    r->row[row].start - h->start >= h->end - r->row[row].start;
}

/*
 * The last event of the stream that had ended when a row started, among the
 * few before it: a kernel may start before the one ahead of it has ended.
 */
static uint32_t
ended_before(struct points *r, uint32_t row, uint32_t before)
{
	uint32_t ahead = before;

	for (int i = 0; i < OVERLAPPING && ahead != NONE; i++) {
		if (r->row[ahead].end <= r->row[row].start)
			return point_end(ahead);
		r->overlaps += i == 0;
		ahead = r->before[point_start(ahead)];
		if (ahead != NONE)
			ahead /= 2;
	}
	return before == NONE ? NONE : point_end(before);
}

static void
connect_streams(struct points *r)
{
	uint32_t *last = xnones(pool_count(r->in.texts));

	for (uint32_t i = r->hosts; i < r->n; i++) {
		uint32_t *before = &last[r->row[i].thread];

		r->before[point_start(i)] = ended_before(r, i, *before);
		if (overlaps_tail(r, i, *before)) {
			r->ahead[i - r->hosts] = *before;
			r->tails++;
		}
		r->before[point_end(i)] = point_start(i);
		*before = i;
	}
	free(last);
}

static void
find_launches(struct points *r)
{
	uint32_t works = r->n - r->hosts;
	struct launch *launch = xhost_launches(&r->in, r->row, r->hosts, works);

	for (uint32_t i = 0; i < works; i++) {
		r->call[i] = launch[i].call;
		r->unlinked += launch[i].call == HOST_NONE;
	}
	free(launch);
}

/*
 * By start; what holds another before it; an operator before its call. Of work
 * that starts together what ends first comes first.
 */
ORDER_BY(compare_rows, struct host,
    (x->kind == HOST_WORK) - (y->kind == HOST_WORK), UP(start),
    x->kind == HOST_WORK ? UP(end) : DOWN(end), UP(kind), UP(id), UP(details))

void
points_connect(struct points *r)
{
	ARRAY_SORT(r->row, r->n, compare_rows);
	r->before = xnones(2 * (size_t)r->n);
	r->parent = xnones(r->hosts);
	r->turn = xnones(r->hosts);
	r->call = xnones(r->n - r->hosts);
	r->ahead = xnones(r->n - r->hosts);
	r->call_of = xnones(pool_count(r->in.ids));
	for (uint32_t i = 0; i < r->hosts; i++)
		if (r->row[i].correlation != HOST_NONE)
			r->call_of[r->row[i].correlation] = i;
	r->bound = xcalloc(pool_count(r->in.texts) + 1u, 1);
	connect_host(r);
	connect_streams(r);
	find_launches(r);
}
