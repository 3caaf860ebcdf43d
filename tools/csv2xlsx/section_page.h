/*
 * section_page - a table whose first column is `section`, as one page of a
 * workbook.
 *
 * Records that follow each other with the same section are a part of the page:
 * its name as a heading, then a header and rows of the columns that it uses,
 * from the left. A part that uses one column only is text. Whole names of
 * kernels stand after all parts' columns.
 */
#pragma once

#include <stdbool.h>

#include "tools/csv2xlsx/book.h"
#include "tools/csv2xlsx/chart.h"

/* Is it such a table, all of whose records have been read ahead? */
bool page_is(struct table *, int ahead, int most);

/*
 * Writes the page, of n records that were read ahead, and the charts of its
 * parts beside them: those ordered for SHEET/SECTION. The book's legend takes
 * note of its colours.
 */
void page_write(struct table *, int n, struct book *, lxw_worksheet *,
    const char *sheet, struct charts *);
