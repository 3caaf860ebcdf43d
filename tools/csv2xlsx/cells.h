/*
 * cells - cells of a worksheet, written row after row.
 *
 * What goes wrong is told to the table whose values are written. Columns are
 * counted from 0; a format of NULL means that there was no memory for it.
 */
#ifndef CSV2XLSX_CELLS_H
#define CSV2XLSX_CELLS_H

#include <xlsxwriter.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/table/table.h"

enum { CELLS_TEXT_MAX = 32767 }; /* UTF-16 units in a cell */

struct cells {
	struct table *table;
	lxw_worksheet *worksheet;
	lxw_row_t row; /* where the next cells go */
	int further;   /* what goes behind the table's columns is from this */
	struct buf text;
};

/* Goes to the start of a worksheet. */
void cells_begin(struct cells *, lxw_worksheet *);
void cells_free(struct cells *);

/* Return 0, or -1: see table_error. Text is never taken for anything else. */
__attribute__((warn_unused_result)) int cells_text(
    struct cells *, int column, struct span, lxw_format *);
__attribute__((warn_unused_result)) int cells_number(
    struct cells *, int column, double, lxw_format *);
__attribute__((warn_unused_result)) int cells_blank(
    struct cells *, int column, lxw_format *);

/*
 * Whether a call of the library went well. Without memory some of its functions
 * only print a message and go on, so errno counts as well; cells_ready sets it
 * to 0 before.
 */
void cells_ready(void);
__attribute__((warn_unused_result)) int cells_check(
    struct cells *, int column, lxw_error);

#endif
