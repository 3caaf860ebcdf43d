/*
 * rows - events as records of the stream.
 */
#ifndef TOOLS_TRACE_EXTRACT_ROWS_H
#define TOOLS_TRACE_EXTRACT_ROWS_H

#include "common/table/tsv.h"
#include "common/trace/kevent.h"
#include "tools/trace-extract/select.h"

enum { ROWS_ASKED = 64 };

/* Which columns there are after the usual ones. */
struct columns {
	struct span key[ROWS_ASKED];  /* args asked for */
	struct span name[ROWS_ASKED]; /* and what their columns are called */
	size_t asked;
	bool number, whole, rank, job, file;
	struct buf names; /* what made-up column names point into */
};

/*
 * Adds a column by `KEY` or `KEY=COLUMN`, which must outlive the columns; a KEY
 * alone becomes lower-case words joined by underscores. Returns NULL, or what
 * is wrong with it.
 */
const char *columns_add(struct columns *, const char *spec);

/* The names of all columns. */
void rows_header(struct tsvw *, const struct columns *);

/* Where events are from: the last fields of each record. */
struct origin {
	struct span rank;
	struct span world, gpu; /* of the job: how many ranks, on which GPU */
	struct span file;
};

/* The fields of the columns that there are; those of the job beside a rank
 * only. */
void rows_origin(struct tsvw *, const struct columns *, const struct origin *);

/* What is the same for all events of a file. */
struct record {
	const struct selection *selection;
	const struct columns *columns;
	atomic_ullong *found; /* the categories that came, by number */
	int64_t base;         /* ns, subtracted from each time */
	struct origin origin; /* of the last columns */
	bool by_pid;          /* the rank is each event's pid */
	bool open;            /* leave them out: they are written later */
};

/*
 * Writes the record of an event that is selected; `number` is its place in
 * traceEvents. Returns 1, 0 when it is not selected, -1 when it is but cannot
 * be used: a kernel, copy or memset that is not complete, a time out of range.
 */
int record_write(const struct record *, struct tsvw *, const struct kevent *,
    int64_t number);

#endif
