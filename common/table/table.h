/*
 * table - TSV or CSV, whichever it is, as text: TSV's escapes are undone.
 *
 * With a TAB in its first line it is TSV; without one it is CSV if that line
 * has a comma or a quote or ends in CR LF; a single plain column is TSV.
 */
#pragma once

#include "common/bytes/span.h"

enum table_format { TABLE_TOLD, TABLE_TSV, TABLE_CSV };

struct table;

/* The path, "-" for standard input, must live as long. */
struct table *table_open(const char *path, enum table_format);
void table_close(struct table *);

/* Reads the header. Returns 0, or -1: see table_error. Comes first. */
MUST_USE int table_header(struct table *);
int table_columns(const struct table *);

/* The next record: 1, 0 at the end, -1 for an error: see table_error. */
MUST_USE int table_next(struct table *);

/*
 * Reads up to `most` records ahead and keeps them in memory; table_next then
 * gives them as if they had not been read, and what is wrong after them in its
 * turn. Returns how many. Comes before table_next.
 */
int table_look(struct table *, int most);

/* A field of a record that was read ahead; valid until table_close. */
struct span table_seen(const struct table *, int record, int column);

/*
 * The text of a column's name, and of a field of the record; valid until the
 * next call of any function here.
 */
struct span table_name(struct table *, int column);
struct span table_field(struct table *, int column);

/* Notes what is wrong with a field of this record; returns -1. */
int table_fail(struct table *, int column, const char *what);

/* "FILE:LINE: what is wrong", or "FILE: ..."; NULL when nothing is. */
const char *table_error(const struct table *);

/* The path as opened, or "standard input". */
const char *table_file(const struct table *);
