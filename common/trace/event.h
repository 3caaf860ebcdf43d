/*
 * event - the table of GPU events, read from the stream of trace-extract.
 *
 * Life: event_open finds the columns, event_add takes the reader's current
 * record, event_sort ends the reading and brings the events into their order.
 * Events stay in the order they came in; `order` says how they follow in time.
 * After event_sort everything depends on what the events say, never on how they
 * arrived: texts are numbered in byte order, tracks by rank, device and stream.
 * Memory: 24 bytes an event, 8 for its correlation, 8 for the order, 4 for each
 * column kept; each distinct text once; of a line, what else is in it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/fixed.h"
#include "common/bytes/pool.h"
#include "common/table/tsv.h"

/* No event has more: positions are 32 bits, with one bit to spare. */
#define EVENT_MOST ((size_t)INT32_MAX)

/* No time is beyond 146 years from zero, so no difference overflows. */
#define EVENT_TIME_MOST (((int64_t)1 << 62) - 1)

/* The time of an event that has none: before all others. */
#define EVENT_NO_TIME (-EVENT_TIME_MOST)

/*
 * Ids are text, mostly natural numbers without leading zeros. The top bit tells
 * another text's number.
 */
#define EVENT_ID_TEXT ((uint64_t)1 << 63)

struct event {
	int64_t ts, dur; /* ns */
	uint32_t name;   /* number of a text, see event_text */
	uint32_t track : 31;
	uint32_t kernel : 1; /* cat says so, or there is no column cat */
};

/* A track executes in order: one stream of one device of one rank. */
struct event_track {
	uint64_t rank, device, stream; /* ids */
};

/* No more columns than these are kept besides; these are left out of lines. */
enum { EVENT_DETAILS = 5, EVENT_OWN = 4 };

/* With those that are kept anyway: cat with lines, and phase. */
enum { EVENT_KEPT = EVENT_DETAILS + 2 };

#define EVENT_NO_TEXT UINT32_MAX

/* Places of the columns in the input; TSV_MISSING for one that is not there. */
struct event_columns {
	int ts, dur, name, cat, device, stream, correlation, rank, phase;
};

struct events {
	struct event *event;
	size_t n, cap;
	uint32_t *order; /* after event_sort: indices in time order */
	struct event_track *track;
	uint32_t tracks;
	struct event_columns column;
	int details; /* how many columns event_keep keeps, and their names */
	const char *detail_name[EVENT_DETAILS]; /* borrowed */

	/* below: for event.c and event_sort.c only */
	bool with_lines;
	int own[EVENT_OWN], owns; /* columns that events have themselves */
	struct pool *texts, *keys;
	struct event_track last; /* of the last event */
	struct span *text;
	struct buf lines;
	size_t *line_end;
	size_t line_cap;
	uint64_t *correlation; /* id of each event; NULL: they have none */
	size_t correlation_cap;
	int kept_column[EVENT_KEPT];
	int kept;            /* columns: cat, phase, then the details */
	uint32_t *kept_text; /* `kept` of each event */
	size_t kept_cap;
};

/*
 * Finds the columns ts_us, dur_us and name, and those of cat, device, stream,
 * correlation, rank and phase that are there. With `lines`, every event's line
 * is kept. Returns 0, or -1: the reader's error says why.
 */
MUST_USE int event_open(struct events *, struct tsv *, bool lines);
void event_free(struct events *);

/*
 * Keeps the text of a column, too, if the input has it; before the first event.
 * The columns kept are numbered from 0 in the order of these calls. Returns 0,
 * or -1: the reader's error says why. Memory: 4 bytes an event.
 */
MUST_USE int event_keep(struct events *, struct tsv *, const char *name);

/* Whether the current record is a kernel; without a column cat, each is. */
bool event_is_kernel(const struct events *, const struct tsv *);

/*
 * Takes the current record. A kernel must have a time and a duration; for other
 * rows an empty one stands for EVENT_NO_TIME and 0. Returns 0, or -1: the
 * reader's error says why.
 */
MUST_USE int event_add(struct events *, struct tsv *);

/* Ends the reading, numbers and orders all. */
void event_sort(struct events *);

/* After event_sort: frees what nothing but event_compare needs. */
void event_forget_order(struct events *);

/*
 * The events that were read so far, sorted, as if there were no more. The
 * snapshot borrows texts and lines, so it is valid until the next event_add.
 */
void event_snapshot(const struct events *, struct events *out);
void event_snapshot_free(struct events *);

/*
 * The total order ts, dur, device, stream, correlation, name (rank before
 * device; then cat if there are lines, phase, the columns kept and the line).
 * Of indices; only after event_sort and before event_forget_order.
 */
int event_compare(const struct events *, uint32_t, uint32_t);

/* After event_sort: whether two tracks are of one device of one rank. */
static inline bool
event_same_gpu(const struct events *e, uint32_t a, uint32_t b)
{
	return e->track[a].rank == e->track[b].rank &&
	    e->track[a].device == e->track[b].device;
}

/*
 * After event_sort: the first track of each track's GPU, by which GPUs are told
 * apart; to be freed.
 */
uint32_t *event_first_tracks(const struct events *);

/* After event_sort: how many texts there are. */
uint32_t event_texts(const struct events *);

/* Fields as they stood in the input; valid until event_free. */
struct span event_text(const struct events *, uint32_t);

/* Replaces the buffer's bytes by an event's line, as it stood in the input. */
void event_line(const struct events *, uint32_t event, struct buf *);

/* After event_sort: the number of the text in a column that is kept. */
uint32_t event_detail(const struct events *, uint32_t event, int which);

/* The same of the column phase, which must be there. */
uint32_t event_phase(const struct events *, uint32_t event);

/* The text of the column cat, if lines are kept and it is there; as above. */
struct span event_cat(const struct events *, uint32_t event);

/* Its number, or EVENT_NO_TEXT. */
uint32_t event_cat_number(const struct events *, uint32_t event);

/* Whether it is a kernel, or, if lines are kept, a copy or memset. */
bool event_is_work(const struct events *, uint32_t event);

/* For event_sort.c: a line as it is kept. */
struct span event_line_kept(const struct events *, uint32_t event);

/* The text of an id; `digits` is where that of a number is written. */
struct span event_id(const struct events *, uint64_t, char digits[FIXED_MAX]);
