/*
 * merge - many sorted tables as one: k-way merge by a heap of the times at
 * which the tables stand.
 *
 * All records of one time are gathered from all tables and brought into their
 * order, so the result does not depend on the order of the tables, nor on that
 * of equal times within one. Memory: the readers, and the records of one time.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/bytes/heap.h"
#include "common/table/tsv.h"

/*
 * Records in memory, and the total order in which they are merged: by time;
 * the longer before the shorter, so that what encloses comes first; then by
 * the bytes of the line. A record without a time comes before all others.
 * Equal records are interchangeable, so it does not matter where one came
 * from.
 *
 * Memory: 32 bytes a record and its line.
 */

#define ROWS_NO_TIME INT64_MIN

/* Where the columns ts_us and dur_us are; dur may be TSV_MISSING. */
struct row_columns {
	int ts, dur;
};

struct row {
	int64_t ts, dur; /* ns */
	union {
		size_t at;        /* in `text`, until the rows are sorted */
		const char *line; /* then */
	} u;
	size_t n;
};

/* Zeroed, it is empty. */
struct rows {
	struct row *row;
	size_t n, cap;
	struct buf text;
};

/*
 * When the current record was, or ROWS_NO_TIME. Returns 0, or -1: see
 * tsv_error.
 */
MUST_USE int merge_rows_time(
    struct tsv *, const struct row_columns *, int64_t *ts);

/* Adds the current record, of this time. Returns 0, or -1: see tsv_error. */
MUST_USE int merge_rows_add(
    struct rows *, struct tsv *, const struct row_columns *, int64_t ts);

/* After that only merge_rows_line and merge_rows_clear. */
void merge_rows_sort(struct rows *);

/* A record's line without its LF, valid until merge_rows_clear. */
struct span merge_rows_line(const struct rows *, size_t);

/* Bytes in use. */
size_t merge_rows_size(const struct rows *);

void merge_rows_clear(struct rows *); /* keeps the memory */
void merge_rows_free(struct rows *);

struct merge {
	struct tsv **table;
	struct row_columns column;
	struct heap heap; /* when each table's current record was */
	struct rows batch;
	size_t next;       /* of the batch */
	const char *error; /* of the table that failed */
};

/*
 * Tables that have read the same header; they remain the caller's and must
 * outlive the merge. Returns 0, or -1: see `error`. merge_free frees either
 * way.
 */
MUST_USE int merge_open(
    struct merge *, struct tsv **, size_t n, struct row_columns);

/*
 * The next line without its LF, valid until the next call: 1, 0 at the end, -1
 * for an error. A table that is not in the order of time is an error.
 */
MUST_USE int merge_next(struct merge *, struct span *line);

void merge_free(struct merge *);
