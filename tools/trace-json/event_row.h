/*
 * event_row - a record of a table as an event.
 *
 * A table without a column ph holds complete events where there is a duration,
 * counters where there is a value, else instants.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/table/tsv.h"

/* Columns of events; all may be TSV_MISSING but ts and name. */
enum row_column {
	ROW_TS,
	ROW_DUR,
	ROW_NAME,
	ROW_CAT,
	ROW_PH,
	ROW_ID,
	ROW_PID,
	ROW_TID,
	ROW_DEVICE,
	ROW_STREAM,
	ROW_CORRELATION,
	ROW_EXTERNAL_ID,
	ROW_ARGS,
	ROW_REST,
	ROW_RANK,
	ROW_LANE,
	ROW_UNIT,
	ROW_VALUE,
	ROW_NUMBER, /* row, of trace-merge */
	ROW_COLUMNS
};

extern const char *const row_names[ROW_COLUMNS];

/* An end of an arrow from one row to another. */
struct arrow {
	struct span name, cat;
	int64_t id, ts;
	bool finish;
};

struct row {
	struct span text[ROW_COLUMNS]; /* without the escapes of TSV */
	bool has_ts, has_dur;
	bool whole;      /* the table has a column args */
	bool bare;       /* the table has no column rest */
	bool compact;    /* args can be copied as they are */
	int64_t ts, dur; /* ns */
	int64_t lane;    /* 0 if there is none */
	int64_t number;  /* -1 if there is none */
	struct buf scratch;
	struct arrow *arrow; /* the caller's: the ends of arrows at it */
	size_t arrows, arrow_cap;
};

/*
 * Reads the current record. Valid until the next record and the next call.
 * Returns 0, or -1: see tsv_error.
 */
MUST_USE int row_read(
    struct row *, struct tsv *, const int column[ROW_COLUMNS]);

/*
 * One set of numbers for the ids and processes of all ranks.
 *
 * Each rank counts its ids from the same numbers, and so do the GPUs that stand
 * for processes. In one file an id of rank r becomes r 2^40 + id, a process
 * r 1000000 + pid: a number of a rank is the same in every file that holds it.
 * Ids that do not fit in there, or are no numbers, are numbered as they come,
 * after all others. Different ids, of one rank or of several, stay different.
 * Ids stay below 2^53, as JavaScript's numbers do, and processes below 2^32, as
 * viewers have them.
 *
 * Memory: each process, and each id that does not fit, once.
 */

#define PROCESS_STRIDE INT64_C(1000000)

#define IDS_ARROWS (INT64_C(8191) << 40) /* ids from here on are nobody's */

struct ids;

struct ids *ids_new(void);
void ids_free(struct ids *);

/* The number of an id. */
int64_t ids_link_number(struct ids *, struct span rank, struct span id);

/* Appends it. */
void ids_link(struct ids *, struct buf *, struct span rank, struct span id);

/*
 * The same of a process, or, if it is no number, its name with the rank before
 * it.
 */
void ids_process(struct ids *, struct buf *, struct span rank, struct span pid);

/* Takes note of a row's process, and whether the row names it. */
void ids_note(struct ids *, const struct row *);

/*
 * The next process that was noted and has a number but no name, in the order of
 * appearance: sets the row's pid and rank, and what it may be called. False
 * when there are no more.
 */
bool ids_next_nameless(struct ids *, struct row *, struct buf *name);

/*
 * Pairs of rows, as arrows from one to the other.
 *
 * Rows are known by their numbers (trace-merge --number). Memory: 96 bytes a
 * pair.
 */

struct flow {
	int64_t row[2];     /* where it starts and ends */
	int64_t ts[2];      /* ns, of the ends that have been met */
	uint32_t name, cat; /* the caller's */
	bool met[2];
};

/* An end of a flow at a row. */
struct flow_end {
	int64_t row;
	size_t flow;
	int side; /* 0: it starts there, 1: it ends there */
};

/* Zeroed, it is empty. */
struct flows {
	struct flow *flow;
	size_t n, cap;
	struct flow_end *end; /* by row, once flows_sort is done */
	size_t ends, end_cap;
};

void flows_free(struct flows *);

/* Nothing is added behind flows_sort. */
void flows_add(struct flows *, const struct flow *);
void flows_sort(struct flows *);

/* The ends at a row, *n of them. */
struct flow_end *flows_at(const struct flows *, int64_t row, size_t *n);

/* Flows of which an end was not met; of the others, those that end before they
 * start. */
size_t flows_unmet(const struct flows *, size_t *reversed);
