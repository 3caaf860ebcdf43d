/*
 * chart - drawings of columns, beside the table that has them.
 *
 * A chart is ordered as SHEET,TYPE,COLUMN,VALUES...: of the sheet with that
 * name, the values of one or more columns along another column. SHEET/SECTION
 * is a part of a page, see sheet.h. Bars of kinds of work have the
 * colours of the palette, if there is one for each of them.
 */
#pragma once

#include <stdbool.h>
#include <xlsxwriter.h>

#include "common/bytes/span.h"
#include "common/table/table.h"

struct chart_order {
	struct span wanted; /* the sheet as ordered, with its section */
	struct span sheet, section, along,
	    values; /* values with commas between */
	const struct chart_type *type;
	bool found; /* there was a table for it */
};

struct charts {
	struct chart_order *order;
	size_t n, cap;
};

/* Takes an order, which must live as long; a wrong one ends the program. */
void charts_add(struct charts *, const char *order);

/* Where a table, or a part of a page, is on its worksheet. */
struct chart_area {
	struct span section;    /* of the page; empty for a whole sheet */
	lxw_row_t header, last; /* rows with the names and the last values */
	const int *place; /* of the table's columns, -1: none; NULL: as in it */
	int first;        /* its first record, if all were read ahead; or -1 */
	lxw_row_t top;    /* where charts go */
	int right;
};

/*
 * Draws what was ordered for the sheet that the user called so, of this area of
 * the worksheet. What the table lacks ends the program.
 */
void charts_draw(struct charts *, lxw_workbook *, lxw_worksheet *,
    const char *sheet, struct table *, const struct chart_area *);

/*
 * How many rows the charts need that were ordered for this section of a page;
 * an empty one stands for the whole of a sheet.
 */
lxw_row_t charts_rows_on(const struct charts *, const char *sheet,
    struct span section, lxw_row_t bars);

enum {
	CHART_RIGHT = 13,      /* columns of usual width that a chart covers */
	CHART_CHARACTERS = 103 /* how wide it is, as columns measure it */
};

/* Frees them; ends the program if a sheet was not there. */
void charts_end(struct charts *);
