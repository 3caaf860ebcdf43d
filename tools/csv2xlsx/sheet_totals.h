/*
 * sheet_totals - which sheets end with a row of totals.
 */
#ifndef CSV2XLSX_SHEET_TOTALS_H
#define CSV2XLSX_SHEET_TOTALS_H

#include <stdbool.h>
#include <stddef.h>

struct sheet_totals {
	bool all;
	struct sheet_totals_order *order;
	size_t n, cap;
};

/*
 * Orders the totals of a sheet, whose name must live as long, or of all: NULL.
 */
void sheet_totals_add(struct sheet_totals *, const char *sheet);
void sheet_totals_free(struct sheet_totals *);

/* Are they ordered for the sheet that the user called so? */
bool sheet_totals_wanted(struct sheet_totals *, const char *sheet);

/* A sheet for which sheet_totals_wanted was not asked, or NULL. */
const char *sheet_totals_missing(const struct sheet_totals *);

#endif
