/*
 * sheet_state - what sheet.c fills with the rows of a table and sheet_end.c
 * takes for what comes after them.
 */
#ifndef CSV2XLSX_SHEET_STATE_H
#define CSV2XLSX_SHEET_STATE_H

#include "common/meaning/kshort.h"
#include "tools/csv2xlsx/cell_formats.h"
#include "tools/csv2xlsx/cells.h"
#include "tools/csv2xlsx/row_colours.h"

enum { SHEET_WIDTH_MAX = 60 }; /* characters of a column */

struct sheet_column {
	struct column_stats tally;
	size_t width; /* of the longest value, in characters */
	int whole; /* where the names are that it has short; 0: it has none */
};

struct sheet {
	struct table *table;
	struct cell_formats *styles;
	bool total;
	struct cells grid;
	struct row_colours paint;
	struct kshorts *kernels;
	struct buf name;          /* of a kernel */
	int columns, whole_names; /* of the table; after these */
	struct sheet_column column[];
};

static inline void
sheet_widen(struct sheet *s, int c, size_t width)
{
	if (s->column[c].width < width)
		s->column[c].width = width;
}

#endif
