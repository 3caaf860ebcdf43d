/*
 * The JSON of rocprofv3: in each process, the tables that records point into
 * come first, so each record is an event when it is read. Records that stand
 * before one of these tables wait until the process ends.
 *
 * A record that cannot be read is lost. Behind broken JSON, reading goes on at
 * the next object in a list that begins with `"size"`, as all records do, or
 * with the next of these tables.
 */
#include "common/bytes/utf8.h"
#include "common/json/jsonin.h"
#include "common/json/resync.h"
#include "common/json/scan.h"
#include "common/trace/formats.h"
#include "common/trace/rocprof/process.h"
#include "common/trace/rocprof/rocprof.h"

enum { LONGEST = 8 << 20 }; /* bytes of an item */

struct document {
	struct rocprof r; /* first: see rocprof.h */
	struct jsonin j;
	struct rocprof_process process;
	enum rocprof_place place;
	int item;       /* items of the list so far */
	bool found;     /* there are records */
	bool late;      /* those that waited are read */
	struct buf key; /* of a member */
};

static void
close_document(struct trace_reader *r)
{
	struct document *d = (struct document *)r;

	jsonin_close(&d->j);
	rocprof_process_free(&d->process);
	buf_free(&d->key);
	reader_free(r);
}

/* Reading ended in the middle, or failed: `got` is what jsonin answered. */
static int
stop(struct document *d, int got)
{
	if (got < 0)
		return reader_fail(&d->r.r, d->j.error);
	d->r.r.damage = input_damage(d->j.in);
	reader_damaged(&d->r.r, "cut off: the outermost object does not end");
	d->place = ROCPROF_PLACE_END;
	return 0;
}

/* Where the object or the key is that a search has found. */
static enum rocprof_place
place_found(const struct document *d)
{
	struct span s = jsonin_bytes(&d->j);

	if (*s.p == '{')
		return d->place == ROCPROF_PLACE_AGENTS ||
			d->place == ROCPROF_PLACE_KERNELS ||
			d->place == ROCPROF_PLACE_KINDS
		    ? d->place
		    : ROCPROF_PLACE_EVENTS;
	return d->place == ROCPROF_PLACE_STRINGS &&
		span_starts(s, "\"buffer_records\"")
	    ? ROCPROF_PLACE_STRINGS
	    : ROCPROF_PLACE_PROCESS;
}

/* Goes to a place where reading can go on: 1, 0 at the end, -1 failed. */
static int
search(struct document *d)
{
	int got = jsonin_search(&d->j, "{\"",
	    d->place == ROCPROF_PLACE_KINDS ? resync_rocprof_kind
					    : resync_rocprof_record);

	if (got != 1)
		return got;
	d->r.torn = d->r.torn || d->place != ROCPROF_PLACE_EVENTS;
	d->item += d->place == ROCPROF_PLACE_KINDS; /* the broken one */
	d->place = place_found(d);
	d->found = d->found || d->place == ROCPROF_PLACE_EVENTS;
	return 1;
}

/*
 * Goes on behind broken JSON: with the list it is in, with another table, else
 * with records. A table holds no events; the first that is lost, and it may be
 * the only one, can be longer than most.
 */
static int
recover(struct document *d)
{
	bool event = d->place == ROCPROF_PLACE_EVENTS ||
	    d->place == ROCPROF_PLACE_RECORDS;
	int64_t from = jsonin_place(&d->j), n;
	int got;

	jsonin_skip(&d->j, 1);
	got = search(d);
	n = reader_estimate(jsonin_place(&d->j) - from, from, d->r.r.events);
	n = event ? n - (n > 1) : 0;
	d->r.r.lost += n;
	d->r.r.events += n;
	if (!event)
		reader_damaged(&d->r.r, "broken JSON beside the records");
	return got == 1 ? 0 : stop(d, got);
}

/*
 * Reads a value, which stays unread; one that is too long is skipped, and
 * empty. Returns 1, 0 when there is none to be had, -1 failed.
 */
static int
read_value(struct document *d, struct span *value)
{
	switch (jsonin_value(&d->j, value)) {
	case JSONIN_WHOLE:
	case JSONIN_TOO_LONG:
		return 1;
	case JSONIN_BROKEN:
		return recover(d);
	case JSONIN_CUT:
		d->r.r.lost += d->place == ROCPROF_PLACE_EVENTS;
		return stop(d, 0);
	default:
		return stop(d, -1);
	}
}

/* Goes into what is known by that key, or reads and drops the value. */
static int
read_member_value(struct document *d, char first)
{
	struct span key = buf_span(&d->key), value;
	int got;

	if (rocprof_place_enter(&d->place, key, first)) {
		jsonin_skip(&d->j, 1);
		d->process.known |= 1U << d->place;
		d->found = d->found || d->place == ROCPROF_PLACE_RECORDS;
		d->item = 0;
		return 0;
	}
	got = read_value(d, &value);
	if (got <= 0)
		return got;
	if (d->place == ROCPROF_PLACE_PROCESS && span_is(key, "metadata"))
		rocprof_process_metadata(&d->process, value);
	jsonin_skip(&d->j, value.n);
	return 0;
}

static int
read_member(struct document *d)
{
	struct span key;
	char c;
	int got = read_value(d, &key);

	if (got <= 0)
		return got;
	d->key.n = 0;
	if (key.n > 2)
		buf_add(&d->key, key.p + 1, key.n - 2);
	jsonin_skip(&d->j, key.n);
	got = jsonin_colon(&d->j, &c);
	return got == 1 ? read_member_value(d, c) : stop(d, got);
}

static int
learn(struct document *d)
{
	struct span item;
	int got = read_value(d, &item);

	if (got <= 0)
		return got;
	if (item.n)
		rocprof_process_learn(&d->process, d->place, d->item++, item);
	jsonin_skip(&d->j, item.n);
	return 0;
}

/* The next item of a list of records: 1 for an event, 0, -1 failed. */
static int
read_record(struct document *d, struct raw_event *e)
{
	struct span object;
	size_t alike =
	    rocprof_process_alike(&d->process, jsonin_bytes(&d->j), e);
	int got;

	if (alike) {
		jsonin_skip(&d->j, alike);
		return 1;
	}
	got = read_value(d, &object);
	if (got <= 0)
		return got;
	got = rocprof_process_record(&d->process, object, e);
	jsonin_skip(&d->j, object.n);
	return got;
}

/* After all: nothing is to come but the end of the input, or what seemed to be
 * the end was not. */
static int
finish(struct document *d, int got)
{
	if (got > 0) {
		reader_damaged(&d->r.r, "other data after the JSON");
		got = search(d);
	}
	if (got < 0)
		return stop(d, got);
	if (got == 1)
		return 0;
	d->place = ROCPROF_PLACE_END;
	d->r.r.complete = true;
	if (input_damage(d->j.in))
		d->r.r.damage = input_damage(d->j.in);
	return 0;
}

/* Is there a value behind which the list goes on or ends? */
static bool
is_plain_item(struct document *d)
{
	struct span value;
	char c;

	return jsonin_value(&d->j, &value) == JSONIN_WHOLE &&
	    jsonin_behind(&d->j, value.n, &c) == 1 && (c == ',' || c == ']');
}

/* One step through the document; as read_record. */
static int
step(struct document *d, struct raw_event *e)
{
	char c;
	int got = jsonin_peek(&d->j, &c);

	if (d->place == ROCPROF_PLACE_BEHIND)
		return finish(d, got);
	if (got <= 0)
		return stop(d, got);
	if (c == ',' || c == '}' || c == ']') {
		enum rocprof_place from = d->place;

		jsonin_skip(&d->j, 1);
		if (c != ',')
			d->place = rocprof_place_around(from);
		if (c != ',' && from == ROCPROF_PLACE_PROCESS)
			d->late = d->process.later.records > 0;
		if (c != ',' && from == ROCPROF_PLACE_AGENTS)
			rocprof_process_gpus(&d->process);
		return 0;
	}
	if (d->place == ROCPROF_PLACE_PROCESSES && c == '{') {
		jsonin_skip(&d->j, 1);
		d->place = ROCPROF_PLACE_PROCESS;
		rocprof_process_begin(&d->process);
		return 0;
	}
	if (rocprof_place_is_object(d->place))
		return c == '"' ? read_member(d) : recover(d);
	if (d->place == ROCPROF_PLACE_PROCESSES ||
	    (c != '{' && !is_plain_item(d)))
		return recover(d);
	return d->place == ROCPROF_PLACE_EVENTS ? read_record(d, e) : learn(d);
}

/* Into the outermost object. */
static int
enter(struct document *d)
{
	char c;
	int got = jsonin_peek(&d->j, &c);

	while (got == 1 && c != '{') {
		if (!memchr(UTF8_MARK, c, sizeof UTF8_MARK - 1))
			reader_damaged(&d->r.r, "it does not begin like JSON");
		jsonin_skip(&d->j, 1);
		got = jsonin_peek(&d->j, &c);
	}
	if (got != 1)
		return stop(d, got);
	jsonin_skip(&d->j, 1);
	d->place = ROCPROF_PLACE_ROOT;
	return 0;
}

/* Up to the records, or the end. */
static int
start(struct trace_reader *r)
{
	struct document *d = (struct document *)r;
	struct raw_event none; /* not before the records */
	int got = enter(d);

	while (got == 0 && !d->late && d->place != ROCPROF_PLACE_EVENTS &&
	    d->place != ROCPROF_PLACE_END)
		got = step(d, &none);
	if (got < 0)
		return -1;
	return d->found ? 0 : reader_fail(&d->r.r, "no buffer_records in it");
}

static int
next_event(struct trace_reader *r, struct raw_event *e)
{
	struct document *d = (struct document *)r;
	int got = 0;

	while (got == 0 && (d->late || d->place != ROCPROF_PLACE_END)) {
		got =
		    d->late ? rocprof_process_late(&d->process, e) : step(d, e);
		if (d->late || d->place == ROCPROF_PLACE_END)
			d->late = d->process.later.records > 0;
	}
	return got;
}

static const struct trace_reader_ops ops = {
    .start = start, .next = next_event, .close = close_document};

/* An object whose first key is the one that rocprofv3 writes. */
bool
rocprof_json_sniff(struct input *in)
{
	struct span head = scan_text(input_peek(in, 64));

	return span_starts(head, "{") &&
	    span_starts(scan_text(span_cut(head, 1, head.n)),
		"\"rocprofiler-sdk-tool\"");
}

struct trace_reader *
rocprof_json_open(struct input *in, const struct span *args, size_t n)
{
	struct document *d = reader_new(sizeof *d, &ops, args, n);

	rocprof_process_open(&d->process, &d->r);
	jsonin_open(&d->j, in, LONGEST);
	return &d->r.r;
}
