/*
 * tables - the tables of rocprofv3's database that have events, and those that
 * their numbers refer to.
 */
#pragma once

#include "common/table/database.h"
#include "common/trace/rocprof/rocprof.h"
#include "common/trace/sqlite/sqlite.h"

/* The columns read of a row; after them come those asked for. */
enum rocpd_column {
	ROCPD_ID,
	ROCPD_START,
	ROCPD_END,
	ROCPD_START_ID, /* schema 4: rows of ROCPD_TIMES */
	ROCPD_END_ID,
	ROCPD_TRACK_ID, /* schema 4: a row of ROCPD_TRACKS has the place */
	ROCPD_PID,      /* a row of ROCPD_PROCESSES */
	ROCPD_TID,      /* of ROCPD_THREADS */
	ROCPD_AGENT,    /* of ROCPD_AGENTS */
	ROCPD_QUEUE,
	ROCPD_STREAM,
	ROCPD_EVENT,  /* of ROCPD_EVENTS */
	ROCPD_NAME,   /* of ROCPD_STRINGS */
	ROCPD_KERNEL, /* of ROCPD_KERNELS */
	ROCPD_DISPATCH,
	ROCPD_SOURCE,      /* of ROCPD_AGENTS */
	ROCPD_DESTINATION, /* likewise */
	ROCPD_TYPE,        /* of an allocation, in a word */
	ROCPD_LEVEL,
	ROCPD_SIZES,                    /* a grid's, by axis, in work items */
	ROCPD_BLOCKS = ROCPD_SIZES + 3, /* a block's */
	ROCPD_COLUMNS = ROCPD_BLOCKS + 3
};

enum rocpd_lookup {
	ROCPD_STRINGS,   /* text */
	ROCPD_KERNELS,   /* name as it is written, mangled name, JSON */
	ROCPD_EVENTS,    /* category (a string), correlation, JSON */
	ROCPD_AGENTS,    /* number among all */
	ROCPD_PROCESSES, /* pid, start, end */
	ROCPD_THREADS,   /* tid */
	ROCPD_TRACKS,    /* pid, tid, agent, queue, stream, as above */
	ROCPD_TIMES,     /* ns */
	ROCPD_LOOKUPS
};

/* Columns of lookups; 0 is the number. */
enum { ROCPD_TEXT = 1, ROCPD_SECOND, ROCPD_THIRD };

enum { ROCPD_NUMBER = 24 }; /* bytes of a number */

/* The state of the dialect, with room for the texts of a row. */
struct rocpd {
	struct sqlite_reader *of;
	struct buf suffix, table; /* names: of the tables at hand; of one */
	size_t process;           /* those of which have been begun */
	const char *kind;         /* of rows that do not tell theirs */
	struct database_lookup lookup[ROCPD_LOOKUPS];
	struct buf message;
	char cat[ROCPROF_KIND], device[ROCPD_NUMBER + 8], name[64];
	char count[3][FIXED_MAX]; /* of blocks, by axis */
};

/* The i-th table with events: see sqlite.h. */
bool rocpd_table(void *state, size_t i, struct sqlite_table *);
void rocpd_close_lookups(struct rocpd *);

/* The name of a table of the process at hand; valid until the next call. */
const char *rocpd_table_name(struct rocpd *, const char *prefix);
