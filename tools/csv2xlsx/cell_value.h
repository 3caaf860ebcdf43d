/*
 * cell_value - the value of a field in a cell: a number, or text.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/meaning/column.h"

enum { CELL_VALUE_EXPONENT = -1, CELL_VALUE_STORED = 48 };

struct number {
	double v;
	int decimals; /* digits after the point, or CELL_VALUE_EXPONENT */
	size_t stored_n;
	char stored[CELL_VALUE_STORED]; /* as the workbook has it */
};

/*
 * Does a field of such a column become a number? Its column must allow that
 * (column.h), and the workbook must be able to hold it: the double, written as
 * the workbook has it and printed as the field has it, gives the same text.
 * Any other field becomes text, as 007, +1, .5, 1e400 and 12345678901234567 do.
 */
bool cell_value_number(enum column_kind, struct span, struct number *);

/*
 * Is it ASCII that stands in XML and in a cell as it is? What might be an
 * escape does not, nor a blank at either end.
 */
bool cell_value_is_plain(struct span);

/*
 * Replaces the buffer's contents by the text with a NUL after it, as a cell
 * must have it: what XML cannot hold (ill-formed UTF-8, control characters but
 * TAB, LF and CR) becomes U+FFFD, and the underscore of what Excel would read
 * as an escape, such as _x0041_, is escaped itself.
 */
void cell_value_text(struct buf *, struct span);

/* UTF-16 units of well-formed UTF-8, which is how spreadsheets count. */
size_t cell_value_units(struct span);
