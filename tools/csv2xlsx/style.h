/*
 * style - the cell formats of a workbook, each made when first asked for.
 */
#ifndef CSV2XLSX_STYLE_H
#define CSV2XLSX_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <xlsxwriter.h>

#include "common/meaning/column.h"

/* The ends of the heat map of changes. */
enum { FASTER_RGB = 0x63BE7B, SLOWER_RGB = 0xF8696B };

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
	lxw_format *cell[SHAPES][TONES][2]; /* without and with an edge */
	lxw_format *change[2];
	lxw_format *total[SHAPES];
};

/* The shape of a number with so many decimals; see value.h. */
enum shape shape_of_number(struct column, int decimals);

/* About how many characters the value takes when it is shown. */
size_t shape_width(enum shape, struct span text);

/* Formats, owned by the workbook. NULL: no memory. An edge is a line above. */
lxw_format *styles_header(struct styles *, bool number);
lxw_format *styles_cell(struct styles *, enum shape, enum tone, bool edge);
lxw_format *styles_change(struct styles *, bool more);
lxw_format *styles_total(struct styles *, enum shape);

#endif
