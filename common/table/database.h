/*
 * database - an SQLite file, which is only read.
 *
 * The file is taken as immutable: no lock, no journal, no other file. The
 * library may only read ordinary tables and check them: no function, view,
 * virtual table, extension, attached file or other pragma.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/bytes/temporary.h"
#include "common/input/input.h"

#define DATABASE_CHECK "quick_check" /* a pragma of SQLite */

struct database {
	struct sqlite3 *db;
	bool damaged;        /* part of what was asked for could not be read */
	bool headless;       /* a table has no row 1: is all of it there? */
	int64_t bytes;       /* of the file */
	struct pool *tables; /* names of those that were opened */
};

/*
 * Opens a file. Returns 0; or -1 with a *db of which only database_error may be
 * asked.
 */
MUST_USE int database_open(struct database **db, const char *path);
void database_close(struct database *); /* accepts NULL */

/* Why it could not be opened; valid until database_close. */
const char *database_error(const struct database *);

/*
 * A file that libsqlite3 can read: one with a name, and of whole pages. It
 * would read the missing part of a cut page as zeros.
 */

/* Zeroed, it is closed. It must stay where it is. */
struct database_file {
	struct temporary copy; /* of an input that cannot be taken as it is */
	bool copied, complete; /* complete: it has all its pages */
	const char *path, *damage, *error; /* damage, error: NULL, or what */
};

/* Finds the path. Returns 0, or -1: see error. */
MUST_USE int database_file_open(struct database_file *, struct input *);
void database_file_close(struct database_file *);

/*
 * The rows of a table of an SQLite file, in the order of their
 * rowids. Where a page is damaged, or stands in the place of another one,
 * reading goes on at the next row that can be reached; SQLite has no checksums,
 * so a damaged value may look sound. A text with a zero in it is damage.
 */

struct database_rows {
	size_t n;  /* columns */
	bool *has; /* does the table have that column of those asked for? */

	/* below: for database_rows.c only */
	struct database *of;
	struct sqlite3_stmt *statement;
	int64_t next;          /* no row before this one is wanted */
	int64_t read;          /* rows */
	int64_t gaps, missing; /* places where some are not; numbers there */
	int searches;          /* for rows behind a stray page */
	bool started, ended;
};

/*
 * The i-th table, from 0, whose name begins so, in the order of their making:
 * what comes after that in its name. False: there are no more.
 */
bool database_table_suffix(
    struct database *, const char *prefix, size_t i, struct buf *suffix);

/*
 * Looks for damage in the tables that were opened, and in the list of tables,
 * that reading did not meet: a page in the place of another, rows that a page
 * does not count any more. That takes a fifth of the time of reading them.
 */
void database_check(struct database *);

/*
 * The rows of a table with these columns, or, if n is 0, with all it has; a
 * column that the table does not have is empty in each row. NULL: there is no
 * such table that can be read. It must be closed before the database.
 */
struct database_rows *database_rows_open(
    struct database *, const char *table, const struct span *column, size_t n);
void database_rows_close(struct database_rows *); /* accepts NULL */

/* The name of a column; valid until the rows' close. */
struct span database_rows_name(const struct database_rows *, size_t column);

/* The next row; false after the last one. */
bool database_rows_next(struct database_rows *);

/*
 * About how many rows could not be read so far: where they are missing, as many
 * of the numbers as elsewhere, and at least one at each place.
 */
int64_t database_rows_lost(const struct database_rows *);

/* Goes to the row of that rowid; false: there is none. */
bool database_rows_find(struct database_rows *, int64_t rowid);

/* The number of the row. */
int64_t database_rows_id(const struct database_rows *);

/*
 * A field of the row. The number comes first if both are asked for; the text,
 * also of a number, is valid until the next row. An empty field is false, and
 * an empty text.
 */
bool database_rows_integer(
    const struct database_rows *, size_t column, int64_t *);
struct span database_rows_text(const struct database_rows *, size_t column);

/*
 * Rows of a table by their numbers, such as the texts that
 * the rows of other tables point to.
 *
 * A number is mostly the rowid, by which SQLite finds a row at once. Where it
 * is not, all numbers are read when the first one is not found so. Memory then:
 * 20 bytes a row.
 */

/* Zeroed, it is closed, and has no rows. */
struct database_lookup {
	struct database_rows *rows; /* NULL: there is no such table */
	struct database_rows *all;  /* numbers, for the list of them */
	bool found;                 /* rows is at the row of this number: */
	int64_t at;
	bool listed; /* the numbers are these: */
	struct idpool numbers;
	int64_t *rowid; /* of each */
	size_t cap;
};

/*
 * The rows of a table with these columns, the first of which has the number;
 * it must be closed before the database.
 */
void database_lookup_open(struct database_lookup *, struct database *,
    const char *table, const struct span *column, size_t n);
void database_lookup_close(struct database_lookup *);

/* Brings `rows` to the row of that number; false: there is none. */
bool database_lookup_find(struct database_lookup *, int64_t number);
