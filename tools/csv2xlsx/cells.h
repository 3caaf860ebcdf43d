/*
 * cells - cells of a worksheet, written row after row into row_xml.h; and which
 * colours they have.
 *
 * A bad value ends the program. Columns come in their order, counted from 0.
 */
#pragma once

#include <stdint.h>
#include <xlsxwriter.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/bytes/wide.h"
#include "common/meaning/column.h"
#include "common/meaning/short_name.h"
#include "common/table/table.h"
#include "tools/csv2xlsx/cell_formats.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/row_xml.h"

/* A column's total and farthest change. */

struct column_stats {
	struct column about;
	double change; /* the farthest that a value was from no change */
	wide total;    /* in 10^-6 of what column_stats_total writes */
};

/*
 * Adds a value to the total of a column that has one: exactly, to nine
 * decimals for a time. A value that is no such number takes the total away:
 * about.sums becomes false. Returns 0, or -1 when the total gets too large.
 */
MUST_USE int column_stats_add(struct column_stats *, struct span text);

/* Writes the total, of a time with three decimals, into at least FIXED_MAX
 * bytes; returns the length. */
size_t column_stats_total(const struct column_stats *, char *out);

/* Notes a value of a change column. */
void column_stats_change(struct column_stats *, double v);

/*
 * The heat map of a change column: the value of no change, and the distance
 * from it that has the full colour. That is the farthest change, but no more
 * than 100 % or a ratio of 2, lest one row pale all others. 0: nothing changed.
 */
double column_stats_middle(const struct column_stats *);
double column_stats_farthest(const struct column_stats *);

struct cells {
	struct table *table;
	struct cell_formats *styles;
	size_t *width; /* of the longest value of each column, in characters */
	lxw_worksheet *worksheet;
	struct row_xml *rows;
	lxw_row_t row; /* where the next cells go */
	int source;    /* the column of the table that a whole name is from */
	struct buf text;
};

/* The short names in the columns of kernels, by the first n records. */
struct distinct_names *cells_kernels(struct table *, int n);

void cells_free(struct cells *); /* with `width` */

/* Tells the library, which does not see the rows, the last one and column. */
void cells_dimension(struct cells *, lxw_row_t row, int column);

/* Text is never taken for anything else. */
void cells_text(struct cells *, int column, struct span, lxw_format *);
void cells_number(
    struct cells *, int column, const struct number *, lxw_format *);
void cells_blank(struct cells *, int column, struct look);

/* These note the width as well: a text, and a number with its text. */
void cells_field(
    struct cells *, int column, struct span, enum number_format, struct look);
void cells_value(struct cells *, int column, struct span, const struct number *,
    const struct column *, struct look);
void cells_widen(struct cells *, int column, size_t width);

/* Sets the width of a column, in characters. */
void cells_set_width(struct cells *, int column, size_t width);

/* Ends the program with what is wrong with what goes to a column. */
__attribute__((noreturn)) void cells_fail(
    struct cells *, int column, const char *what);

/*
 * Whether a call of the library went well. Without memory some of its functions
 * only print a message and go on, so errno counts as well: it is 0 before.
 */
void cells_check(struct cells *, int column, lxw_error);

/* Colours in the sheets that the legend explains. */
struct legend {
	bool rows;  /* some row has a colour; else none needs a legend */
	bool group; /* some group has its own */
	bool change;
	bool seen[TONE_WORDS]; /* which of tone_words there are */
};

/* The tone of a record, one of those read ahead or -1, and of a cell in a row
 * of that tone, see column.h; the legend then explains it. */
enum tone legend_row_tone(
    struct legend *, const struct row_columns *, struct table *, int record);
enum tone legend_cell_tone(struct legend *, const struct row_columns *,
    int column, enum column_kind, struct span text, enum tone row);
