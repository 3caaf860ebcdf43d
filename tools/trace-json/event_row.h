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
