/*
 * style - the cell formats of a workbook, each made when first asked for.
 */
#ifndef CSV2XLSX_STYLE_H
#define CSV2XLSX_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <xlsxwriter.h>

#include "common/column.h"

/* How a value is shown. */
enum shape {
	SHAPE_TEXT,
	SHAPE_CLIPPED, /* text that must not run over an empty neighbour */
	SHAPE_ID,      /* text that is to stay text when somebody edits it */
	SHAPE_WHOLE,
	SHAPE_TIME,
	SHAPE_PERCENT,
	SHAPE_RATIO,
	SHAPE_WHOLE_CHANGE, /* changes show their sign */
	SHAPE_TIME_CHANGE,
	SHAPE_PERCENT_CHANGE,
	SHAPE_EXPONENT,
	SHAPE_DECIMALS, /* this many and more: exactly as the text has it */
	SHAPES = SHAPE_DECIMALS + 16
};

struct styles {
	lxw_workbook *book;
	lxw_format *header[2];
	lxw_format *cell[SHAPES][TONES];
	lxw_format *total[SHAPES];
};

/* The shape of a number with so many decimals; see value.h. */
enum shape shape_of_number(struct column, int decimals);

/* About how many characters the value takes when it is shown. */
size_t shape_width(enum shape, struct span text);

/* Formats, owned by the workbook. NULL: no memory. */
lxw_format *styles_header(struct styles *, bool number);
lxw_format *styles_cell(struct styles *, enum shape, enum tone);
lxw_format *styles_total(struct styles *, enum shape);

#endif
