/*
 * sheet - a table's records as rows of one sheet, or of several where one does
 * not hold them all.
 *
 * Rows are written as they come and never kept, so memory does not grow with
 * the table, but for the names of kernels. What needs all rows (widths, heat
 * maps, totals) comes at the end. A column of kernels shows their short names;
 * the whole ones are in a column of that name on the right.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <xlsxwriter.h>

#include "common/table/table.h"
#include "tools/csv2xlsx/book.h"
#include "tools/csv2xlsx/chart.h"

enum { SHEET_WIDTH_MAX = 60 }; /* characters of a column */

struct sheet_column {
	struct column_stats tally;
	int whole; /* where the names are that it has short; 0: it has none */
};

/* For sheet.c, which fills it, and sheet_end.c only. */
struct sheet {
	struct table *table;
	bool total;
	struct cells grid;
	struct legend *legend; /* takes note of colours */
	struct row_columns by;
	struct buf last_group; /* of the row before */
	struct distinct_names *kernels;
	struct buf name;          /* of a kernel */
	int columns, whole_names; /* of the table; after these */
	struct sheet_column column[];
};

/*
 * The sheets of a table whose header has been read, and some records ahead
 * (table_look), which decide on short names. Their rows are written to the
 * book, one sheet after the other, and its legend takes note of their colours;
 * `total` adds a row of totals.
 */
struct sheet *sheet_new(struct table *, int ahead, struct book *, bool total);
void sheet_free(struct sheet *);

/* Begins a worksheet of the workbook: the header. */
void sheet_begin(struct sheet *, lxw_worksheet *);

/* Does the worksheet hold no more rows? */
bool sheet_is_full(const struct sheet *);

/* How many records the worksheet has. */
lxw_row_t sheet_rows(const struct sheet *);

/* Adds the table's record. */
void sheet_row(struct sheet *);

/*
 * Ends the worksheet: filter, widths, heat maps, and how it is printed; after
 * the last one, and after an empty row that keeps them out of the filter's
 * reach, the totals. It is printed on as many pages beside each other as let
 * people read it, without the whole names, unless `chart_rows` are needed for
 * charts beside them.
 */
void sheet_end(struct sheet *, bool last, lxw_row_t chart_rows);

/*
 * Which sheets end with a row of totals.
 */

struct sheet_totals {
	bool all;
	struct sheet_totals_order *order;
	size_t n, cap;
};

/*
 * Orders the totals of a sheet, whose name must live as long, or of all: NULL.
 */
void sheet_totals_add(struct sheet_totals *, const char *sheet);

/* Are they ordered for the sheet that the user called so? */
bool sheet_totals_wanted(struct sheet_totals *, const char *sheet);

/* Frees them; ends the program if sheet_totals_wanted was not asked for one. */
void sheet_totals_end(struct sheet_totals *);

/*
 * A table whose first column is `section`, as one page of a workbook.
 *
 * Records that follow each other with the same section are a part of the page:
 * its name as a heading, then a header and rows of the columns that it uses,
 * from the left. A part that uses one column only is text. Whole names of
 * kernels stand after all parts' columns.
 */

/* Is it such a table, all of whose records have been read ahead? */
bool page_is(struct table *, int ahead, int most);

/*
 * Writes the page, of n records that were read ahead, and the charts of its
 * parts beside them: those ordered for SHEET/SECTION. The book's legend takes
 * note of its colours.
 */
void page_write(struct table *, int n, struct book *, lxw_worksheet *,
    const char *sheet, struct charts *);
