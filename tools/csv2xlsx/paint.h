/*
 * paint - the tones of rows and cells, and the lines between groups of rows.
 *
 * A row has the tone of its value in the first match column, or that of a moved
 * row; a cell has its row's, but further match columns and the group column
 * have their own. Without a match column there are no colours.
 */
#ifndef CSV2XLSX_PAINT_H
#define CSV2XLSX_PAINT_H

#include "common/bytes/buf.h"
#include "common/meaning/column.h"
#include "common/table/table.h"

/* The columns of the table that decide; -1: there is none of them. */
struct paint {
	struct table *table;
	int match, group, moved;
	struct buf last_group; /* of the row before */
};

/* How the cells of a row look. */
struct paint_look {
	enum tone tone;
	bool edge; /* another group than above */
};

/* No columns so far. */
void paint_init(struct paint *, struct table *);
void paint_free(struct paint *);

/* Takes note of a column, from left to right, and of there being no more. */
void paint_column(struct paint *, int column, enum column_kind);
void paint_columns_end(struct paint *);

/* The table's record. Returns 0, or -1: see table_error. */
__attribute__((warn_unused_result)) int paint_row(
    struct paint *, struct paint_look *);

/*
 * The tone of a cell of a column of that kind in the table's record, whose own
 * is `row`. Returns 0, or -1: see table_error.
 */
__attribute__((warn_unused_result)) int paint_cell(const struct paint *,
    int column, enum column_kind, enum tone row, enum tone *);

#endif
