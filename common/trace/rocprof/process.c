#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/temporary.h"
#include "common/json/repair.h"
#include "common/trace/rocprof/process.h"

static void
rocprof_later_free(struct rocprof_later *l)
{
	if (l->file) {
		temporary_close(&l->temporary);
		fclose(l->file);
	}
	buf_free(&l->text);
}

static int
open_file(struct rocprof_later *l)
{
	FILE *file = NULL;

	if (temporary_scratch(&l->temporary) == 0)
		file = fdopen(l->temporary.fd, "w+");
	if (!file) {
		temporary_close(&l->temporary);
		return -1;
	}
	l->temporary.fd = -1; /* it is the stream's */
	l->file = file;
	return 0;
}

/* Each returns -1 when there is no file, memory or room. */
static int
rocprof_later_add(struct rocprof_later *l, struct span record)
{
	if (!l->file && open_file(l))
		return -1;
	if (fwrite(&record.n, sizeof record.n, 1, l->file) != 1 ||
	    fwrite(record.p, 1, record.n, l->file) != record.n)
		return -1;
	l->records++;
	return 0;
}

/*
 * Takes the next of the records that wait back, valid until the next call.
 * After the last one there are none, and others may come.
 */
static int
rocprof_later_take(struct rocprof_later *l, struct span *record)
{
	size_t n;

	if (!l->taking && fseek(l->file, 0, SEEK_SET))
		return -1;
	l->taking = true;
	l->text.n = 0;
	if (fread(&n, sizeof n, 1, l->file) != 1)
		return -1;
	buf_reserve(&l->text, n);
	if (fread(l->text.p, 1, n, l->file) != n)
		return -1;
	*record = (struct span){l->text.p, n};
	if (--l->records > 0)
		return 0;
	l->taking = false;
	return fseek(l->file, 0, SEEK_SET) ? -1 : 0;
}

/*
 * Arrays and objects to enter, by key and bracket; a key of NULL is any. Those
 * without a bracket are only left.
 */
static const struct {
	enum rocprof_place in;
	const char *key;
	char bracket;
	enum rocprof_place to;
} doors[] = {
    {ROCPROF_PLACE_BEHIND, NULL, 0, ROCPROF_PLACE_ROOT},
    {ROCPROF_PLACE_PROCESSES, NULL, 0, ROCPROF_PLACE_PROCESS},
    {ROCPROF_PLACE_ROOT, "rocprofiler-sdk-tool", '[', ROCPROF_PLACE_PROCESSES},
    {ROCPROF_PLACE_PROCESS, "agents", '[', ROCPROF_PLACE_AGENTS},
    {ROCPROF_PLACE_PROCESS, "kernel_symbols", '[', ROCPROF_PLACE_KERNELS},
    {ROCPROF_PLACE_PROCESS, "strings", '{', ROCPROF_PLACE_STRINGS},
    {ROCPROF_PLACE_PROCESS, "buffer_records", '{', ROCPROF_PLACE_RECORDS},
    {ROCPROF_PLACE_STRINGS, "buffer_records", '[', ROCPROF_PLACE_KINDS},
    {ROCPROF_PLACE_STRINGS, "marker_api", '[', ROCPROF_PLACE_MESSAGES},
    /* behind damage, where records were taken to have begun: */
    {ROCPROF_PLACE_RECORDS, "agents", '[', ROCPROF_PLACE_AGENTS},
    {ROCPROF_PLACE_RECORDS, "kernel_symbols", '[', ROCPROF_PLACE_KERNELS},
    {ROCPROF_PLACE_RECORDS, "strings", '{', ROCPROF_PLACE_STRINGS},
    {ROCPROF_PLACE_RECORDS, "buffer_records", '{', ROCPROF_PLACE_RECORDS},
    {ROCPROF_PLACE_RECORDS, NULL, '[', ROCPROF_PLACE_EVENTS},
};

bool
rocprof_place_enter(enum rocprof_place *place, struct span key, char bracket)
{
	for (size_t i = 0; i < COUNT(doors); i++)
		if (doors[i].in == *place && doors[i].bracket == bracket &&
		    (!doors[i].key || span_is(key, doors[i].key))) {
			*place = doors[i].to;
			return true;
		}
	return false;
}

enum rocprof_place
rocprof_place_around(enum rocprof_place place)
{
	for (size_t i = 0; i < COUNT(doors); i++)
		if (doors[i].to == place)
			return doors[i].in;
	return place;
}

bool
rocprof_place_is_object(enum rocprof_place place)
{
	return place == ROCPROF_PLACE_ROOT || place == ROCPROF_PLACE_PROCESS ||
	    place == ROCPROF_PLACE_STRINGS || place == ROCPROF_PLACE_RECORDS;
}

/* The metadata and tables that must come before the records. */
enum {
	METADATA = 1 << ROCPROF_PLACE_OUTSIDE, /* which is no place for it */
	NEEDED = METADATA | 1 << ROCPROF_PLACE_AGENTS |
	    1 << ROCPROF_PLACE_KERNELS | 1 << ROCPROF_PLACE_STRINGS
};

void
rocprof_process_open(struct rocprof_process *d, struct rocprof *of)
{
	d->of = of;
	rocprof_names_forget(&d->names);
	rocprof_record_open(&d->record, of, &d->names);
}

void
rocprof_process_free(struct rocprof_process *d)
{
	rocprof_record_free(&d->record);
	rocprof_names_free(&d->names);
	rocprof_later_free(&d->later);
	buf_free(&d->pid);
}

void
rocprof_process_begin(struct rocprof_process *d)
{
	d->processes++;
	d->known = 0;
	d->pid.n = 0;
	rocprof_names_forget(&d->names);
}

static void
keep_member(struct rocprof_process *d, struct span object, const char *name)
{
	struct span value = json_member(object, name);

	if (value.n)
		members_add(&d->of->r.members, span_of(name), value);
}

/* The process: its id goes into each event, the rest beside them. */
void
rocprof_process_metadata(struct rocprof_process *d, struct span object)
{
	struct span node = json_member(object, "node");

	d->known |= METADATA;
	BUF_JOIN(&d->pid, json_member(object, "pid"));
	keep_member(d, node, "hostname");
	keep_member(d, object, "pid");
	keep_member(d, object, "init_time");
	keep_member(d, object, "fini_time");
}

void
rocprof_process_learn(struct rocprof_process *d, enum rocprof_place place,
    int n, struct span item)
{
	if (rocprof_names_learn(&d->names, place, n, item))
		d->of->r.damage = "an item of a table cannot be read";
}

void
rocprof_process_gpus(struct rocprof_process *d)
{
	if (d->names.gpus.n)
		members_add(&d->of->r.members, span_of("deviceProperties"),
		    buf_span(&d->names.gpus));
}

/* All members of a record. */
static void
keep_whole(struct whole *w, struct span object, const struct raw_event *e)
{
	struct span key, value;

	whole_begin(w, e);
	while (json_next_member(&object, &key, &value))
		whole_put_json(w, key, value);
	whole_end(w);
}

/* Adds to an event the pid, its correlation and, if asked, its whole text. */
static void
complete(struct rocprof_process *d, struct span object, struct raw_event *e)
{
	e->pid = buf_span(&d->pid);
	if (d->processes > 1)
		reader_mark_correlation(&d->of->r, e);
	if (d->of->r.whole)
		keep_whole(d->of->r.whole, object, e);
}

/* An item of a list of records: 1 for an event, 0, -1 failed. */
static int
read_object(struct rocprof_process *d, struct span object, struct raw_event *e)
{
	int rc = object.n ? rocprof_record_read(&d->record, object, e)
			  : JSON_UNREADABLE;

	d->of->r.events++;
	if (rc == 0)
		complete(d, object, e);
	d->of->r.lost += rc != 0;
	return rc == 0;
}

size_t
rocprof_process_alike(
    struct rocprof_process *d, struct span bytes, struct raw_event *e)
{
	size_t n = (d->known & NEEDED) == NEEDED
	    ? rocprof_record_alike(&d->record, bytes, e)
	    : 0;

	if (n == 0)
		return 0;
	complete(d, span_cut(bytes, 0, n), e);
	d->of->r.events++;
	return n;
}

int
rocprof_process_record(
    struct rocprof_process *d, struct span object, struct raw_event *e)
{
	if (!object.n || (d->known & NEEDED) == NEEDED)
		return read_object(d, object, e);
	return rocprof_later_add(&d->later, object)
	    ? reader_fail(&d->of->r, "cannot write a temporary file")
	    : 0;
}

int
rocprof_process_late(struct rocprof_process *d, struct raw_event *e)
{
	struct span object;

	return rocprof_later_take(&d->later, &object)
	    ? reader_fail(&d->of->r, "cannot read a temporary file")
	    : read_object(d, object, e);
}
