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
