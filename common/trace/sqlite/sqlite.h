/*
 * sqlite - dialects of databases of SQLite, whose tables are read as events.
 */
#pragma once

#include "common/table/database.h"
#include "common/trace/formats.h"

/* A table with events, and the columns that its dialect reads. */
struct sqlite_table {
	const char *name;
	const struct span *column; /* empty: a table of this kind has none */
};

struct sqlite_reader {
	struct trace_reader r; /* first: see formats.h */
	struct input *in;
	struct database_file file;
	struct database *db;
	const struct sqlite_dialect *dialect; /* NULL: none is known yet */
	void *state;                          /* of the dialect */
	size_t next_table;
	struct database_rows *rows; /* of the table at hand; NULL: at the end */
	struct database_rows *all;  /* columns of them, for whole, or NULL */
	struct span *columns;       /* those of the table, then the args */
	char unknown[40];           /* the last unknown name */
};

struct sqlite_dialect {
	size_t columns, needed; /* of each table; the first ones it must have */

	/* Reads tables needed before events; NULL: not of this dialect. */
	void *(*open)(struct sqlite_reader *);
	void (*close)(void *state);

	/* The i-th table, from 0: false after the last one. */
	bool (*table)(void *state, size_t i, struct sqlite_table *);

	/* The event of the row at hand; false: none. */
	bool (*read)(struct sqlite_reader *, struct raw_event *);

	/* The column that an arg names; NULL: that of its name. */
	struct span (*arg)(struct span);
};

extern const struct sqlite_dialect nsys_dialect, rocpd_dialect;

/* The name of a row whose text is gone: its number. It is unreadable. */
struct span sqlite_unknown_name(struct sqlite_reader *, int64_t number);

/* An integer of the row; one that is something else is unreadable. */
bool sqlite_integer(struct sqlite_reader *, size_t column, int64_t *);

/* Puts all columns of the row, which is that event, into `whole`, if any. */
void sqlite_keep_whole(struct sqlite_reader *, const struct raw_event *);

/* Keeps a text as JSON, as other traces have it beside events. */
void sqlite_add_text(struct sqlite_reader *, const char *key, struct span);

/*
 * Keeps the GPUs as other traces have them: a list of objects of all rows of a
 * table, these columns under these keys, which are NULL for none. With `only`,
 * rows in whose first column that stands.
 */
void sqlite_add_gpus(struct sqlite_reader *, const char *table,
    const struct span *column, const char *const *key, size_t n,
    const char *only);
