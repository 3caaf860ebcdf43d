/*
 * formats - the formats of traces, and what a reader of one provides.
 *
 * A new format is one line in the table of formats.c, and one file that has the
 * functions of that line.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "common/bytes/buf.h"
#include "common/input/input.h"
#include "common/json/skim.h"
#include "common/trace/raw_event.h"

/* Members beside the events of a trace: keys and JSON texts. */

enum {
	MEMBER_MAX = 256 * 1024, /* bytes of a value that is kept */
	MEMBERS_MAX = 4 << 20    /* of all keys and values */
};

struct member {
	size_t key, value, end; /* offsets in text */
};

/* Zeroed, it is empty. */
struct members {
	struct member *at;
	size_t n, cap;
	struct buf text;
};

void members_free(struct members *);

/* Keeps copies, unless they are too long. */
void members_add(struct members *, struct span key, struct span value);

/* Number i, from 0, in the order they came; valid until members_add. */
bool members_get(
    const struct members *, size_t i, struct span *key, struct span *value);

/* The value of the last of that name, or an empty span. */
struct span members_find(const struct members *, const char *key);

enum { READER_ERROR = 400 };

/*
 * The first member of a reader's own struct. What it has to say of what it read
 * it keeps here, unless there is an operation that says it.
 */
struct trace_reader {
	const struct trace_reader_ops *ops;
	const struct span *args; /* columns, members, ... asked for */
	size_t nargs;
	struct span *asked;  /* their values in the last event */
	struct whole *whole; /* where next() leaves args and rest of each event
				that it gives; NULL: they are not wanted */
	int64_t events;      /* so far, lost ones among them */
	int64_t lost;
	int64_t unreadable; /* values of events that are none, as 1.2.3 */
	int64_t backward;   /* lost for a negative duration */
	const char *damage; /* NULL, or what is wrong with the file */
	bool complete;      /* the end of what it should hold was read */
	char error[READER_ERROR];
	struct members members; /* what stands beside the events */
	struct buf correlation; /* of reader_mark_correlation */
};

/*
 * A zeroed struct of that size, aligned as bitmaps of JSON are, which begins
 * with a reader of the args, and has room for their values.
 */
void *reader_new(size_t size, const struct trace_reader_ops *,
    const struct span *args, size_t n);
void reader_free(struct trace_reader *);

/*
 * Puts the process of an event in front of its correlation, for all processes
 * but the first: numbers of correlations are those of one.
 */
void reader_mark_correlation(struct trace_reader *, struct raw_event *);

/* Sets the error; returns -1. */
static inline int
reader_fail(struct trace_reader *r, const char *why)
{
	snprintf(r->error, sizeof r->error, "%s", why);
	return -1;
}

/* Keeps what is wrong with the file, if it is the first. */
static inline void
reader_damaged(struct trace_reader *r, const char *what)
{
	if (!r->damage)
		r->damage = what;
}

/*
 * The contract of each is that of the function of source.h with its name, but
 * that start comes once, before next.
 */
struct trace_reader_ops {
	int (*start)(struct trace_reader *); /* NULL: reads nothing yet */
	int (*next)(struct trace_reader *, struct raw_event *);
	void (*close)(struct trace_reader *);

	/* NULL: the reader has it. */
	int64_t (*lost)(const struct trace_reader *);
	const char *(*damage)(const struct trace_reader *);

	/* NULL: it gives all events. */
	void (*pass)(struct trace_reader *, const struct skim_words *);
};

/* NULL, or what is wrong with the file as a whole: cut off, bad checksum. */
static inline const char *
reader_damage(const struct trace_reader *r)
{
	return r->ops->damage ? r->ops->damage(r) : r->damage;
}

/*
 * The number of events in `skipped` bytes, at least one, if `sound` bytes held
 * `events`.
 */
static inline int64_t
reader_estimate(int64_t skipped, int64_t sound, int64_t events)
{
	double mean = events && sound ? (double)sound / (double)events : 0;
	int64_t n = mean > 0 ? (int64_t)((double)skipped / mean + 0.5) : 0;

	return n || skipped == 0 ? n : 1;
}

struct trace_format {
	const char *name, *files; /* a word; what is of it, for people */

	/* Whether the input, of which nothing has been read, is of it. */
	bool (*sniff)(struct input *);

	/*
	 * A reader; `args` are further arguments to find, as for
	 * raw_reader_new. They and the input must outlive it.
	 */
	struct trace_reader *(*open)(
	    struct input *, const struct span *args, size_t n);
};

/* The i-th format that this build tries, from 0; NULL after the last one. */
const struct trace_format *trace_format_at(size_t i);
const struct trace_format *trace_format_named(const char *); /* or NULL */

/* The format of an input. One that is no trace gets a reader that says why. */
const struct trace_format *trace_format_of(struct input *);

/*
 * The kind of an input of no format, and how to make a trace of it; NULL: not
 * known. Static text.
 */
const char *trace_format_hint(struct input *);
bool trace_format_is_tar(struct input *);

/*
 * For the table of formats.c: whether the first bytes are those of the format,
 * and a reader of it. The args are what it may be asked for by name:
 * members of JSON, columns, or annotations and stats of events.
 */
typedef bool trace_sniff(struct input *);
typedef struct trace_reader *trace_open(
    struct input *, const struct span *args, size_t n);

trace_sniff pftrace_sniff, xplane_sniff, nsys_csv_sniff, rocprof_old_sniff,
    rocprof_csv_sniff, rocprof_json_sniff, sqlite_sniff, kineto_reader_sniff;
trace_open pftrace_open, xplane_open, rocprof_csv_open, rocprof_json_open,
    sqlite_open, kineto_reader_open;
