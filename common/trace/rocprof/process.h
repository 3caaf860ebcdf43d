/*
 * process - one process in a JSON file of rocprofv3: its tables, and
 * its records as events.
 *
 * Records that stand before one of the tables wait in a temporary file until
 * the process ends. What cannot be read counts as lost in the struct rocprof,
 * which also keeps why something failed.
 */
#pragma once

#include <stdio.h>

#include "common/bytes/pool.h"
#include "common/bytes/temporary.h"
#include "common/json/json.h"
#include "common/json/template.h"
#include "common/trace/rocprof/rocprof.h"

/*
 * Where in a JSON file of rocprofv3 reading stands.
 *
 * One object holds a list of processes; each is an object of tables (agents,
 * kernels, strings) and, after them, of lists of records, one for each kind:
 *
 * {"rocprofiler-sdk-tool": [{"agents": [...], "kernel_symbols": [...],
 * "strings": {"buffer_records": [...], "marker_api": [...]}, "buffer_records":
 * {"kernel_dispatch": [...], ...}}]}
 */

enum rocprof_place {
	ROCPROF_PLACE_OUTSIDE, /* before the object */
	ROCPROF_PLACE_ROOT,    /* in objects: ROOT, PROCESS, STRINGS, RECORDS */
	ROCPROF_PLACE_PROCESSES,
	ROCPROF_PLACE_PROCESS,
	ROCPROF_PLACE_STRINGS,
	ROCPROF_PLACE_RECORDS,
	ROCPROF_PLACE_AGENTS, /* in lists of items: tables, but for EVENTS */
	ROCPROF_PLACE_KERNELS,
	ROCPROF_PLACE_KINDS,
	ROCPROF_PLACE_MESSAGES,
	ROCPROF_PLACE_EVENTS,
	ROCPROF_PLACE_BEHIND, /* the object */
	ROCPROF_PLACE_END     /* of reading */
};

/*
 * The place inside a member of an object, whose value begins with this bracket.
 * False when it is none that reading goes into: *place is as before.
 */
bool rocprof_place_enter(
    enum rocprof_place *place, struct span key, char bracket);

/* The place after the bracket that closes this one. */
enum rocprof_place rocprof_place_around(enum rocprof_place);

/* Does the place hold members, and not items? */
bool rocprof_place_is_object(enum rocprof_place);

/*
 * Names behind the numbers in a JSON file of rocprofv3.
 *
 * The file has tables of its agents, kernels, kinds of records and their
 * operations, and messages of markers; records hold numbers into them. Memory
 * grows with the tables, not with the records.
 */

/*
 * One dictionary for all: a key is a letter for what it is about, and one or
 * two numbers with ':' between.
 */
struct rocprof_names {
	struct json json;
	struct pool *keys, *texts;
	uint32_t *text_of; /* by the number of the key */
	size_t cap;
	struct buf text;
	struct buf gpus; /* those among the agents so far, as
			    deviceProperties has them: JSON */
};

void rocprof_names_free(struct rocprof_names *);

/* Before the first process, and each: numbers stand for other names. */
void rocprof_names_forget(struct rocprof_names *);

/*
 * Learns from an item, the text of an object; the n-th of its table, from 0,
 * which is what kinds go by. Returns 0 or JSON_UNREADABLE.
 */
MUST_USE int rocprof_names_learn(
    struct rocprof_names *, enum rocprof_place, int n, struct span object);

enum rocprof_names_of {
	ROCPROF_NAMES_DEVICE,    /* of a handle */
	ROCPROF_NAMES_KERNEL,    /* of an id */
	ROCPROF_NAMES_SHORT,     /* the same, the short one */
	ROCPROF_NAMES_KIND,      /* of a kind */
	ROCPROF_NAMES_OPERATION, /* of a kind and an operation */
	ROCPROF_NAMES_MESSAGE    /* of a correlation */
};

/*
 * The text behind a number, or two, as they are written: empty if it is not
 * known. Valid until rocprof_names_free.
 */
struct span rocprof_names_find(struct rocprof_names *, enum rocprof_names_of,
    struct span number, struct span second);

/* How many templates are kept of records: the calls of a list differ in args.
 */
enum { ROCPROF_TEMPLATES = 8 };

/* A reader of records of rocprofv3's JSON as events. */
struct rocprof_record {
	struct rocprof *of;
	struct rocprof_names *names;
	struct json json;
	struct span *keys, *values; /* ours, and those asked for */
	struct template template[ROCPROF_TEMPLATES];
	size_t alike, next; /* of the last record; the one to learn next */
	struct buf text;
	char size[3][FIXED_MAX]; /* in blocks, by axis */
};

/* For a file, whose args it finds in a record or its dispatch_info. */
void rocprof_record_open(
    struct rocprof_record *, struct rocprof *, struct rocprof_names *);
void rocprof_record_free(struct rocprof_record *);

/*
 * Reads a record, all but the pid; valid until the next call and as long as
 * the object. Without a kind, a name or times it is unreadable. Returns 0 or
 * JSON_UNREADABLE.
 */
MUST_USE int rocprof_record_read(
    struct rocprof_record *, struct span object, struct raw_event *);

/*
 * The same for a record that bytes, after which TEMPLATE_PAD can be read, begin
 * with, if it is like one of the last that were read (see template.h). Returns
 * its length; 0 if it has to be read with care.
 */
size_t rocprof_record_alike(
    struct rocprof_record *, struct span bytes, struct raw_event *);

/*
 * Records of a process that stand before the tables that they point into: they
 * wait in a temporary file.
 */
struct rocprof_later {
	struct temporary temporary;
	FILE *file;     /* that file; NULL until a record comes */
	size_t records; /* that wait */
	bool taking;
	struct buf text;
};

struct rocprof_process {
	struct rocprof *of;
	struct rocprof_names names;
	struct rocprof_record record;
	struct rocprof_later later;
	int processes;  /* so far */
	unsigned known; /* of this process: bits of enum rocprof_place */
	struct buf pid;
};

/* It is zeroed; both structs must stay where they are. */
void rocprof_process_open(struct rocprof_process *, struct rocprof *);
void rocprof_process_free(struct rocprof_process *);

/* Begins the next process: numbers stand for other names. */
void rocprof_process_begin(struct rocprof_process *);

/* Takes what `metadata` says of the process; an item of a table, the n-th. */
void rocprof_process_metadata(struct rocprof_process *, struct span object);
void rocprof_process_learn(
    struct rocprof_process *, enum rocprof_place, int n, struct span item);

/* Keeps the GPUs among the agents, as other traces have them. */
void rocprof_process_gpus(struct rocprof_process *);

/*
 * Reads a record, empty if it was too long: 1 for an event, which is valid
 * until the next call and as long as the object, 0 if it is lost or waits, -1
 * if it failed.
 */
MUST_USE int rocprof_process_record(
    struct rocprof_process *, struct span object, struct raw_event *);

/*
 * The same for a record that the bytes begin with, as rocprof_record_alike: its
 * length if it is an event; 0 if it has to be read with care.
 */
size_t rocprof_process_alike(
    struct rocprof_process *, struct span bytes, struct raw_event *);

/* Reads the next record of those that wait, of which there are some: as
 * rocprof_process_record. */
MUST_USE int rocprof_process_late(struct rocprof_process *, struct raw_event *);
