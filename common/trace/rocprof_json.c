/*
 * The JSON of rocprofv3: the tables that records point into come first in the
 * file, so each record is an event when it is read.
 *
 * A record that cannot be read is lost. Behind broken JSON, reading goes on at
 * the next object in a list that begins with `"size"`, as all records do.
 */
#include <stdlib.h>

#include "common/json/jsonin.h"
#include "common/json/resync.h"
#include "common/json/scan.h"
#include "common/json/sound.h"
#include "common/trace/rocprof.h"
#include "common/trace/rocprof_names.h"
#include "common/trace/rocprof_place.h"
#include "common/trace/rocprof_record.h"

enum { LONGEST = 8 << 20 }; /* bytes of an item */

struct document {
	struct rocprof r; /* first: see rocprof.h */
	struct jsonin j;
	struct json *json;
	struct rocprof_names *names;
	struct rocprof_record *record;
	enum rocprof_place place;
	int item;            /* items of the list so far */
	bool found;          /* there are records */
	struct buf key, pid; /* of a member; of the process */
};

static void
close_document(struct trace_reader *r)
{
	struct document *d = (struct document *)r;

	jsonin_close(&d->j);
	rocprof_record_free(d->record);
	rocprof_names_free(d->names);
	json_free(d->json);
	buf_free(&d->key);
	buf_free(&d->pid);
	rocprof_free(&d->r);
	free(d);
}

/* Reading ended in the middle, or failed: `got` is what jsonin answered. */
static int
stop(struct document *d, int got)
{
	if (got < 0)
		return rocprof_fail(&d->r, d->j.error);
	d->r.damage = input_damage(d->j.in);
	if (!d->r.damage)
		d->r.damage = "cut off: the outermost object does not end";
	d->place = ROCPROF_PLACE_END;
	return 0;
}

/* Goes on behind broken JSON: with the list it is in, else with records. */
static int
recover(struct document *d)
{
	int got;

	d->r.lost++;
	d->r.number++;
	jsonin_skip(&d->j, 1);
	got = jsonin_search(&d->j, "{", resync_rocprof_record);
	if (got != 1)
		return stop(d, got);
	if (d->place != ROCPROF_PLACE_AGENTS &&
	    d->place != ROCPROF_PLACE_KERNELS)
		d->place = ROCPROF_PLACE_EVENTS;
	d->found = d->found || d->place == ROCPROF_PLACE_EVENTS;
	return 0;
}

/*
 * Reads a value, which stays unread; one that is too long is skipped, and
 * empty. Returns 1, 0 when there is none to be had, -1 failed.
 */
static int
read_value(struct document *d, struct span *value)
{
	size_t length;

	*value = (struct span){0};
	switch (jsonin_value(&d->j, &length)) {
	case JSONIN_WHOLE:
		*value = (struct span){jsonin_bytes(&d->j).p, length};
		return 1;
	case JSONIN_TOO_LONG:
		return 1;
	case JSONIN_BROKEN:
		return recover(d);
	case JSONIN_CUT:
		d->r.lost += d->place == ROCPROF_PLACE_EVENTS;
		return stop(d, 0);
	default:
		return stop(d, -1);
	}
}

static int
keep_member(struct document *d, struct span object, const char *name)
{
	struct span value;

	if (json_member(d->json, object, name, &value))
		return -1;
	return value.n ? members_add(&d->r.members, span_of(name), value) : 0;
}

/* The process: its id goes into each event, the rest beside them. */
static int
read_metadata(struct document *d, struct span object)
{
	struct span node, pid;

	d->pid.n = 0;
	if (json_member(d->json, object, "pid", &pid) ||
	    buf_add(&d->pid, pid.p, pid.n) ||
	    json_member(d->json, object, "node", &node) ||
	    keep_member(d, node, "hostname") || keep_member(d, object, "pid") ||
	    keep_member(d, object, "init_time") ||
	    keep_member(d, object, "fini_time"))
		return rocprof_fail(&d->r, "out of memory");
	return 0;
}

/* Goes into what is known by that key, or reads and drops the value. */
static int
read_member_value(struct document *d, char first)
{
	struct span key = buf_span(&d->key), value;
	int got;

	if (rocprof_place_enter(&d->place, key, first)) {
		jsonin_skip(&d->j, 1);
		d->found = d->found || d->place == ROCPROF_PLACE_RECORDS;
		d->item = 0;
		return 0;
	}
	got = read_value(d, &value);
	if (got <= 0)
		return got;
	if (d->place == ROCPROF_PLACE_PROCESS && span_is(key, "metadata") &&
	    read_metadata(d, value))
		return -1;
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
	if (key.n > 2 && buf_add(&d->key, key.p + 1, key.n - 2))
		return rocprof_fail(&d->r, "out of memory");
	jsonin_skip(&d->j, key.n);
	got = jsonin_colon(&d->j, &c);
	return got == 1 ? read_member_value(d, c) : stop(d, got);
}

static int
learn(struct document *d)
{
	struct span item;
	int got = read_value(d, &item), rc = 0;

	if (got <= 0)
		return got;
	if (item.n)
		rc = rocprof_names_learn(d->names,
		    (enum rocprof_names_table)(d->place - ROCPROF_PLACE_AGENTS),
		    d->item++, item);
	jsonin_skip(&d->j, item.n);
	if (rc == JSON_NO_MEMORY)
		return rocprof_fail(&d->r, "out of memory");
	if (rc)
		d->r.damage = "an item of a table cannot be read";
	return 0;
}

/* All members of a record. Returns 0 or JSON_NO_MEMORY. */
static int
keep_whole(struct whole *w, struct span object, struct kevent *e)
{
	struct span key, value;

	if (rocprof_whole(w, e))
		return JSON_NO_MEMORY;
	while (json_next_member(&object, &key, &value))
		if (whole_put_json(w, key, value))
			return JSON_NO_MEMORY;
	if (whole_end(w))
		return JSON_NO_MEMORY;
	e->args = buf_span(&w->args);
	return 0;
}

/* The next item of a list of records: 1 for an event, 0, -1 failed. */
static int
read_record(struct document *d, struct kevent *e)
{
	struct span object;
	int got = read_value(d, &object), rc;

	if (got <= 0)
		return got;
	d->r.number++;
	rc = object.n ? rocprof_record_read(d->record, object, e)
		      : JSON_UNREADABLE;
	e->pid = buf_span(&d->pid);
	if (rc == 0 && d->r.r.whole)
		rc = keep_whole(d->r.r.whole, object, e);
	jsonin_skip(&d->j, object.n);
	if (rc == JSON_NO_MEMORY)
		return rocprof_fail(&d->r, "out of memory");
	d->r.lost += rc != 0;
	return rc == 0;
}

/* The GPUs, as other traces name them beside their events. */
static int
keep_gpus(struct document *d)
{
	struct span gpus = rocprof_names_gpus(d->names);

	if (gpus.n == 0 ||
	    members_add(&d->r.members, span_of("deviceProperties"), gpus) == 0)
		return 0;
	return rocprof_fail(&d->r, "out of memory");
}

/* Behind all: nothing is to come but the end of the input. */
static int
finish(struct document *d, int got)
{
	if (got < 0)
		return stop(d, got);
	d->place = ROCPROF_PLACE_END;
	if (input_damage(d->j.in))
		d->r.damage = input_damage(d->j.in);
	else if (got > 0 && !d->r.damage)
		d->r.damage = "something else behind the JSON";
	return 0;
}

/* One step through the document; as read_record. */
static int
step(struct document *d, struct kevent *e)
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
		return c != ',' && from == ROCPROF_PLACE_AGENTS ? keep_gpus(d)
								: 0;
	}
	if (d->place == ROCPROF_PLACE_PROCESSES && c == '{') {
		jsonin_skip(&d->j, 1);
		d->place = ROCPROF_PLACE_PROCESS;
		return 0;
	}
	if (rocprof_place_is_object(d->place))
		return c == '"' ? read_member(d) : recover(d);
	if (d->place == ROCPROF_PLACE_EVENTS)
		return read_record(d, e);
	return d->place == ROCPROF_PLACE_PROCESSES ? recover(d) : learn(d);
}

/* Into the outermost object. */
static int
enter(struct document *d)
{
	char c;
	int got = jsonin_peek(&d->j, &c);

	while (got == 1 && c != '{') { /* a byte order mark */
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
	struct kevent none; /* not before the records */
	int got = d->place == ROCPROF_PLACE_OUTSIDE ? enter(d) : 0;

	while (got == 0 && d->place != ROCPROF_PLACE_EVENTS &&
	    d->place != ROCPROF_PLACE_END)
		got = step(d, &none);
	if (got < 0)
		return -1;
	return d->found ? 0 : rocprof_fail(&d->r, "no buffer_records in it");
}

static int
next_event(struct trace_reader *r, struct kevent *e)
{
	struct document *d = (struct document *)r;
	int got = 0;

	if (start(r))
		return -1;
	while (got == 0 && d->place != ROCPROF_PLACE_END)
		got = step(d, e);
	return got;
}

static const struct trace_reader_ops ops = {start, next_event, close_document,
    rocprof_number, rocprof_lost, rocprof_damage, rocprof_members,
    rocprof_error, NULL, NULL, NULL};

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
	struct document *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->r.r.ops = &ops;
	d->json = json_new();
	d->names = rocprof_names_new();
	if (d->json && d->names && rocprof_init(&d->r, args, n) == 0)
		d->record = rocprof_record_new(&d->r, d->names);
	if (d->record && jsonin_open(&d->j, in, LONGEST) == 0)
		return &d->r.r;
	close_document(&d->r.r);
	return NULL;
}
