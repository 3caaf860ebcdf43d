/*
 * cell_value - what a field of text becomes in a cell.
 */
#ifndef CSV2XLSX_CELL_VALUE_H
#define CSV2XLSX_CELL_VALUE_H

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"

enum { CELL_VALUE_EXPONENT = -1, CELL_VALUE_STORED = 48 };

struct number {
	double v;
	int decimals; /* digits behind the point, or CELL_VALUE_EXPONENT */
	size_t stored_n;
	char stored[CELL_VALUE_STORED]; /* as the workbook has it */
};

/*
 * Is the text a number that a workbook can hold? Only if the double, written as
 * the workbook has it and printed as the text has it, gives the same text: so
 * 007, +1, .5, 1e400 and 12345678901234567 are none.
 */
bool cell_value_number(struct span, struct number *);

/*
 * Replaces the buffer's contents by the text with a NUL behind it, as a cell
 * must have it: what XML cannot hold (ill-formed UTF-8, control characters but
 * TAB, LF and CR) becomes U+FFFD, and the underscore of what Excel would read
 * as an escape, such as _x0041_, is escaped itself. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int cell_value_text(
    struct buf *, struct span);

/* UTF-16 units of well-formed UTF-8, which is how spreadsheets count. */
size_t cell_value_units(struct span);

#endif
