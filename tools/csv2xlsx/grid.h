/*
 * grid - cells of a worksheet, written row after row.
 *
 * What goes wrong is told to the table whose values are written. Columns are
 * counted from 0; a format of NULL means that there was no memory for it.
 */
#ifndef CSV2XLSX_GRID_H
#define CSV2XLSX_GRID_H

#include <xlsxwriter.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/table/table.h"

enum { GRID_TEXT_MAX = 32767 }; /* UTF-16 units in a cell */

struct grid {
	struct table *table;
	lxw_worksheet *worksheet;
	lxw_row_t row; /* where the next cells go */
	struct buf text;
};

/* Goes to the start of a worksheet. */
void grid_begin(struct grid *, lxw_worksheet *);
void grid_free(struct grid *);

/* Return 0, or -1: see table_error. Text is never taken for anything else. */
__attribute__((warn_unused_result)) int grid_text(
    struct grid *, int column, struct span, lxw_format *);
__attribute__((warn_unused_result)) int grid_number(
    struct grid *, int column, double, lxw_format *);
__attribute__((warn_unused_result)) int grid_blank(
    struct grid *, int column, lxw_format *);

/*
 * Whether a call of the library went well. Without memory some of its functions
 * only print a message and go on, so errno counts as well; grid_ready sets it
 * to 0 before.
 */
void grid_ready(void);
__attribute__((warn_unused_result)) int grid_check(
    struct grid *, int column, lxw_error);

#endif
