/*
 * cell_formats - the cell formats of a workbook, each made when first asked
 * for.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <xlsxwriter.h>

#include "common/meaning/column.h"

/* The ends of the heat map of changes. */
enum { FASTER_RGB = 0x63BE7B, SLOWER_RGB = 0xF8696B };

/* How a value is shown. */
enum number_format {
	FORMAT_TEXT,
	FORMAT_CLIPPED, /* text that must not run over an empty neighbour */
	FORMAT_ID,      /* text that is to stay text when somebody edits it */
	FORMAT_WHOLE,
	FORMAT_TIME,
	FORMAT_PERCENT,
	FORMAT_RATIO,
	FORMAT_WHOLE_CHANGE, /* changes show their sign */
	FORMAT_TIME_CHANGE,
	FORMAT_PERCENT_CHANGE,
	FORMAT_EXPONENT,
	FORMAT_DECIMALS, /* this many and more: exactly as the text has it */
	FORMATS = FORMAT_DECIMALS + 16
};

/* How a cell looks besides its number format. */
struct look {
	enum tone tone;
	bool edge; /* a line above: another group begins */
};

struct cell_formats {
	lxw_workbook *book;
	lxw_format *header[2][2]; /* of sheets and pages, texts and numbers */
	lxw_format *heading;
	lxw_format *cell[FORMATS][TONES][2]; /* without and with an edge */
	lxw_format *change[2];
	lxw_format *total[FORMATS];
};

/* The format of a number; `decimals` as in cell_value.h. */
enum number_format number_format_of(struct column, int decimals);

/* About how many characters the value takes when it is shown. */
size_t number_format_width(enum number_format, struct span text);

/* Formats, owned by the workbook. */
lxw_format *cell_formats_heading(struct cell_formats *);
lxw_format *cell_formats_header(struct cell_formats *, bool page, bool number);
lxw_format *cell_formats_cell(
    struct cell_formats *, enum number_format, struct look);
lxw_format *cell_formats_change(struct cell_formats *, bool more);
lxw_format *cell_formats_total(struct cell_formats *, enum number_format);
