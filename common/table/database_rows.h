/*
 * database_rows - the rows of a table of an SQLite file, in the order of their
 * rowids. Where a page is damaged, reading goes on at the next row that can be
 * reached; SQLite has no checksums, so a damaged value may look sound.
 */
#ifndef COMMON_TABLE_DATABASE_ROWS_H
#define COMMON_TABLE_DATABASE_ROWS_H

#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/table/database.h"

struct database_rows;

/*
 * The i-th table, from 0, whose name begins so, in the order of their making:
 * what comes after that in its name. False: there are no more.
 */
bool database_table_suffix(
    struct database *, const char *prefix, size_t i, struct buf *suffix);

/*
 * The rows of a table with these columns, or, if n is 0, with all it has; a
 * column that the table does not have is empty in each row. NULL: there is no
 * such table that can be read, or no memory. It must be closed before the
 * database.
 */
struct database_rows *database_rows_open(
    struct database *, const char *table, const struct span *column, size_t n);
void database_rows_close(struct database_rows *); /* accepts NULL */

/* Does the table have that column of those asked for? */
bool database_rows_has(const struct database_rows *, size_t column);

/* How many columns there are, and their names; valid until the rows' close. */
size_t database_rows_columns(const struct database_rows *);
struct span database_rows_name(const struct database_rows *, size_t column);

/* The next row: 1, 0 after the last one. */
__attribute__((warn_unused_result)) int database_rows_next(
    struct database_rows *);

/* Goes to the row of that rowid, as database_rows_next; 0: there is none. */
__attribute__((warn_unused_result)) int database_rows_find(
    struct database_rows *, int64_t rowid);

/* The number of the row. */
int64_t database_rows_id(const struct database_rows *);

/* The places so far at which rows could not be read. */
int64_t database_rows_gaps(const struct database_rows *);

/*
 * A field of the row. The number comes first if both are asked for; the text,
 * also of a number, is valid until the next row. An empty field is false, and
 * an empty text.
 */
bool database_rows_integer(
    const struct database_rows *, size_t column, int64_t *);
struct span database_rows_text(const struct database_rows *, size_t column);

#endif
