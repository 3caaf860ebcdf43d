/*
 * chart - drawings of columns, beside the table that has them.
 *
 * A chart is ordered as SHEET,TYPE,COLUMN,VALUES...: of the sheet with that
 * name, the values of one or more columns along another column.
 */
#ifndef CSV2XLSX_CHART_H
#define CSV2XLSX_CHART_H

#include <stdbool.h>
#include <xlsxwriter.h>

#include "common/bytes/span.h"
#include "common/table/table.h"

struct chart_order {
	struct span sheet, along, values; /* values with commas between */
	const struct chart_type *type;
	bool found; /* there was a table for it */
};

struct charts {
	struct chart_order *order;
	size_t n, cap;
	char error[256];
};

/*
 * Takes an order, which must live as long as the charts. Returns 0, or -1: see
 * charts->error.
 */
__attribute__((warn_unused_result)) int charts_add(
    struct charts *, const char *order);
void charts_free(struct charts *);

/*
 * Draws what was ordered for the sheet that the user called so, of rows 1 to
 * `rows` of the worksheet, right of them. Returns 0, or -1: see charts->error.
 */
__attribute__((warn_unused_result)) int charts_draw(struct charts *,
    lxw_workbook *, lxw_worksheet *, const char *sheet, struct table *,
    lxw_row_t rows);

/* Returns 0, or -1: see charts->error, if a sheet was not there. */
__attribute__((warn_unused_result)) int charts_end(struct charts *);

#endif
