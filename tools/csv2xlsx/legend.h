/*
 * legend - a last sheet that says what the colours of the others mean.
 */
#ifndef CSV2XLSX_LEGEND_H
#define CSV2XLSX_LEGEND_H

#include <stdbool.h>
#include <xlsxwriter.h>

#include "tools/csv2xlsx/cell_formats.h"

/* What the sheets have that needs to be explained. */
struct legend {
	bool match; /* colours of rows */
	bool names; /* by what is matched, not by what became of the time */
	bool group, change;
};

/* Fills the worksheet. Without a match no colours need a legend. */
__attribute__((warn_unused_result)) int legend_write(
    const struct legend *, struct cell_formats *, lxw_worksheet *);

#endif
