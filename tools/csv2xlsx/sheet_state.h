/*
 * sheet_state - a sheet's state, which sheet.c fills with the rows of a table
 * and sheet_end.c takes for the parts after them.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/meaning/column.h"
#include "common/meaning/short_name.h"
#include "common/table/table.h"
#include "tools/csv2xlsx/cells.h"

/*
 * The tones of rows and cells, and the lines between groups of
 * rows.
 *
 * A row has the tone of its last outcome, or else of its value in the first
 * match column, or that of a moved row; without outcomes a cell has its row's,
 * but further match columns and the group column have their own. Without a
 * match column rows have no tone. Kinds of work have that of the palette in
 * rows without one.
 */

/* The columns of the table that decide; -1: there is none of them. */
struct row_colours {
	struct table *table;
	struct legend *legend; /* takes note of colours; may be NULL */
	int match, group, moved;
	bool outcome;          /* the match column is one of outcomes */
	struct buf last_group; /* of the row before */
};

enum { SHEET_WIDTH_MAX = 60 }; /* characters of a column */

struct sheet_column {
	struct column_stats tally;
	int whole; /* where the names are that it has short; 0: it has none */
};

struct sheet {
	struct table *table;
	bool total;
	struct cells grid;
	struct row_colours paint;
	struct short_names *kernels;
	struct buf name;          /* of a kernel */
	int columns, whole_names; /* of the table; after these */
	struct sheet_column column[];
};
