#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/event_category.h"
#include "common/trace/host_events.h"
#include "tools/trace-critical/points.h"

/* Two points of each fit into 32 bits. */
enum { ROWS_MOST = INT32_MAX };

/* Events ahead of one on its stream that may still run when it starts. */
enum { OVERLAPPING = 8 };

/* Columns that only some traces have. */
struct columns {
	int device, stream, wait_stream, wait_record;
};

/* The text of rank, file, device and stream, with a tab behind each. */
static uint32_t
track_of(struct points *r, const struct tsv *in, int device, int stream)
{
	struct buf *key = &r->in.key;

	key->n = 0;
	xhost_add_field(key, in, r->in.rank);
	xhost_add_field(key, in, r->in.file);
	xhost_add_field(key, in, device);
	xhost_add_field(key, in, stream);
	return pool_add(r->in.texts, buf_span(key));
}

static void
add_row(struct points *r, struct tsv *in, enum host_kind kind,
    const struct columns *c)
{
	bool work = kind == HOST_WORK;
	struct host h;

	if (!xhost_row(&r->in, in, kind, &h))
		return;
	if ((work ? r->n - r->hosts : r->hosts) == ROWS_MOST / 2)
		die("%s: more than %d events", tsv_file(in), ROWS_MOST / 2);
	h.details = r->lines;
	if (r->in.event < 0)
		h.id = r->lines;
	if (work || kind == HOST_CALL)
		h.correlation = xhost_id(&r->in, in, r->in.correlation);
	if (work)
		h.thread = track_of(r, in, c->device, c->stream);
	r->hosts += !work;
	ARRAY_PUSH(r->row, r->n, &r->row_cap, h);
}

static void
add_sync(struct points *r, struct tsv *in, const struct columns *c)
{
	static const char *const names[] = {"Stream Sync", "Context Sync",
	    "Event Sync", "Stream Wait Event", NULL};
	struct span name = tsv_field(in, r->in.name);
	struct sync s = {.record = HOST_NONE};
	int what = 0;

	while (names[what] && !span_is(name, names[what]))
		what++;
	if (!names[what])
		return;
	s.what = what;
	s.end = xtsv_start_and_duration(in, r->in.ts, r->in.dur).end;
	s.call = xhost_id(&r->in, in, r->in.correlation);
	s.track = track_of(r, in, c->device, c->stream);
	if (c->wait_record >= 0)
		s.record = xhost_id(&r->in, in, c->wait_record);
	s.recorded = track_of(r, in, c->device, c->wait_stream);
	ARRAY_PUSH(r->sync, r->syncs, &r->sync_cap, s);
}

/*
 * Annotations of one name are numbered by their place in the table. Those that
 * load data are what the host did; others only name it.
 */
static void
add_annotation(struct points *r, struct tsv *in, const struct columns *c,
    const struct points_wish *wish)
{
	struct span name = tsv_field(in, r->in.name);

	if (wish->loaders && host_loads_data(name))
		add_row(r, in, HOST_ANNOTATION, c);
	if (!wish->within || !span_is(name, wish->within) ||
	    !tsv_field(in, r->in.dur).n)
		return;
	if (r->instances++ == wish->instance)
		r->within = xtsv_start_and_duration(in, r->in.ts, r->in.dur);
}

/* The number of a line's text, which most lines share with the one before. */
static uint32_t
number_of(
    struct pool *p, const uint32_t *before, uint32_t lines, struct span text)
{
	return pool_add_near(p, lines ? before[lines - 1] : POOL_NONE, text);
}

static void
keep_line(struct points *r, struct tsv *in, struct span cat,
    const struct points_wish *wish)
{
	uint32_t text = number_of(r->in.texts, r->cat, r->lines, cat), key;

	if (wish->key) {
		key = number_of(
		    r->keys, r->key, r->lines, xkey_of(wish->key, in));
		ARRAY_RESERVE(r->key, &r->key_cap, r->lines + 1u);
		r->key[r->lines] = key;
	}
	ARRAY_PUSH(r->cat, r->lines, &r->cat_cap, text);
}

static void
add_record(struct points *r, struct tsv *in, const struct columns *c,
    const struct points_wish *wish)
{
	struct span cat = tsv_field(in, r->in.cat);

	if (event_category_is_gpu(cat))
		add_row(r, in, HOST_WORK, c);
	else if (span_is(cat, "ac2g"))
		xhost_flow(&r->in, in);
	else if (span_is(cat, "cuda_sync"))
		add_sync(r, in, c);
	else if (span_is(cat, "cpu_op"))
		add_row(r, in, HOST_OPERATOR, c);
	else if (event_category_is_call(cat))
		add_row(r, in, HOST_CALL, c);
	else if (span_is(cat, "user_annotation"))
		add_annotation(r, in, c, wish);
	keep_line(r, in, cat, wish);
}

void
points_read(struct points *r, struct tsv *in, const struct points_wish *wish)
{
	struct columns c = {xtsv_column(in, "device", "trace-extract"),
	    xtsv_column(in, "stream", "trace-extract"),
	    xtsv_optional(in, "wait_on_stream"),
	    xtsv_optional(in, "wait_on_cuda_event_record_corr_id")};

	*r = (struct points){0};
	xhost_open(&r->in, in);
	r->in.external = TSV_MISSING; /* nothing here depends on it */
	r->keys = wish->key ? pool_new() : NULL;
	while (xtsv_next(in))
		add_record(r, in, &c, wish);
}

void
points_free(struct points *r)
{
	xhost_free(&r->in);
	free(r->row);
	free(r->cat);
	free(r->before);
	free(r->parent);
	free(r->turn);
	free(r->call);
	free(r->call_of);
	free(r->ahead);
	free(r->link);
	free(r->last);
	free(r->bound);
	free(r->sync);
	free(r->key);
	pool_free(r->keys);
}

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
