#include <errno.h>
#include <stdlib.h>

#include "common/buf.h"
#include "common/fixed.h"
#include "tools/csv2xlsx/sheet.h"
#include "tools/csv2xlsx/tally.h"
#include "tools/csv2xlsx/value.h"

enum {
	WIDTH_MIN = 8,
	WIDTH_MAX = 60,
	WIDTH_AIR = 2,
	WIDTH_BUTTON = 3, /* of the filter, in the header */
	FASTER_RGB = 0x63BE7B,
	SAME_RGB = 0xFFFFFF,
	SLOWER_RGB = 0xF8696B
};

struct sheet_column {
	struct tally tally;
	size_t width; /* of the longest value, in characters */
};

struct sheet {
	struct table *table;
	struct styles *styles;
	bool total;
	lxw_worksheet *worksheet;
	lxw_row_t row; /* the next one */
	int columns;
	int match; /* the column that gives rows their tone, or -1 */
	struct buf text;
	struct sheet_column column[];
};

void
sheet_free(struct sheet *s)
{
	if (!s)
		return;
	buf_free(&s->text);
	free(s);
}

/* What the columns' names tell. */
static int
read_names(struct sheet *s)
{
	for (int c = 0; c < s->columns; c++) {
		struct tally *tally = &s->column[c].tally;
		struct span name;

		if (table_name(s->table, c, &name))
			return -1;
		*tally = tally_of(name);
		if (s->match < 0 && tally->about.kind == COLUMN_MATCH)
			s->match = c;
	}
	return 0;
}

struct sheet *
sheet_new(struct table *table, struct styles *styles, bool total)
{
	size_t n = (size_t)table_columns(table);
	struct sheet *s = calloc(1, sizeof *s + n * sizeof *s->column);

	if (!s)
		return NULL;
	s->table = table;
	s->styles = styles;
	s->total = total;
	s->columns = (int)n;
	s->match = -1;
	if (read_names(s) == 0)
		return s;
	sheet_free(s);
	return NULL;
}

static int
no_memory(struct sheet *s, int c)
{
	return table_fail(s->table, c, "out of memory");
}

/*
 * Without memory some of the library's functions only print a message and go
 * on, so errno, which is 0 before, counts as well.
 */
static int
check(struct sheet *s, int c, lxw_error error)
{
	if (errno == ENOMEM || error == LXW_ERROR_MEMORY_MALLOC_FAILED)
		return no_memory(s, c);
	return error ? table_fail(s->table, c, lxw_strerror(error)) : 0;
}

static void
widen(struct sheet *s, int c, size_t width)
{
	if (s->column[c].width < width)
		s->column[c].width = width;
}

static int
put_text(struct sheet *s, int c, struct span text, lxw_format *format)
{
	if (!format || value_text(&s->text, text))
		return no_memory(s, c);
	if (value_units((struct span){s->text.p, s->text.n - 1}) >
	    SHEET_TEXT_MAX)
		return table_fail(s->table, c,
		    "the text is longer than the 32767 characters that a cell "
		    "holds");
	return check(s, c,
	    worksheet_write_string(
		s->worksheet, s->row, (lxw_col_t)c, s->text.p, format));
}

static int
put_number(struct sheet *s, int c, double v, lxw_format *format)
{
	if (!format)
		return no_memory(s, c);
	return check(s, c,
	    worksheet_write_number(
		s->worksheet, s->row, (lxw_col_t)c, v, format));
}

static int
put_blank(struct sheet *s, int c, enum tone tone)
{
	lxw_format *format;

	if (tone == TONE_NONE)
		return 0;
	format = styles_cell(s->styles, SHAPE_TEXT, tone);
	if (!format)
		return no_memory(s, c);
	return check(s, c,
	    worksheet_write_blank(s->worksheet, s->row, (lxw_col_t)c, format));
}

static enum shape
shape_of_text(struct column about)
{
	return about.kind == COLUMN_ID ? SHAPE_ID : SHAPE_TEXT;
}

static int
put_value(struct sheet *s, int c, struct span text, enum tone tone)
{
	struct tally *tally = &s->column[c].tally;
	enum shape shape = shape_of_text(tally->about);
	bool number;
	int decimals;
	double v;

	number = column_may_be_number(tally->about.kind) &&
	    value_number(text, &v, &decimals);
	if (number) {
		shape = shape_of_number(tally->about, decimals);
		tally_change(tally, v);
	}
	widen(s, c, shape_width(shape, text));
	if (s->total && tally_add(tally, text))
		return table_fail(s->table, c, "the total gets too large");
	if (number)
		return put_number(s, c, v, styles_cell(s->styles, shape, tone));
	return put_text(s, c, text, styles_cell(s->styles, shape, tone));
}

/* The tone of a row, or of a match cell, by the value in the column. */
static int
tone_of(struct sheet *s, int c, enum tone *tone)
{
	struct span text;

	if (table_field(s->table, c, &text))
		return no_memory(s, c);
	*tone = column_tone(text);
	return 0;
}

int
sheet_row(struct sheet *s)
{
	enum tone row_tone = TONE_NONE;

	errno = 0;
	if (s->match >= 0 && tone_of(s, s->match, &row_tone))
		return -1;
	for (int c = 0; c < s->columns; c++) {
		bool own = s->column[c].tally.about.kind == COLUMN_MATCH;
		enum tone tone = row_tone;
		struct span text;

		if (own && tone_of(s, c, &tone))
			return -1;
		if (table_field(s->table, c, &text))
			return no_memory(s, c);
		if (text.n ? put_value(s, c, text, tone)
			   : put_blank(s, c, tone))
			return -1;
	}
	s->row++;
	return 0;
}

/* Widths and changes of one sheet say nothing about the next. */
static int
begin_column(struct sheet *s, int c)
{
	struct span name;

	if (table_name(s->table, c, &name))
		return no_memory(s, c);
	s->column[c].width = value_units(name) + WIDTH_BUTTON;
	s->column[c].tally.change = 0;
	return put_text(s, c, name, styles_header(s->styles));
}

int
sheet_begin(struct sheet *s, lxw_worksheet *worksheet)
{
	errno = 0;
	s->worksheet = worksheet;
	s->row = 0;
	for (int c = 0; c < s->columns; c++)
		if (begin_column(s, c))
			return -1;
	s->row++;
	worksheet_freeze_panes(worksheet, 1, 0);
	worksheet_repeat_rows(worksheet, 0, 0);
	worksheet_set_landscape(worksheet);
	worksheet_fit_to_pages(worksheet, 1, 0);
	return 0;
}

/* Two rows are kept free for totals. */
bool
sheet_is_full(const struct sheet *s)
{
	return s->row >= LXW_ROW_MAX - (s->total ? 2 : 0);
}

/* A scale of colours that is white where nothing changed. */
static int
put_heat_map(struct sheet *s, int c)
{
	const struct tally *tally = &s->column[c].tally;
	double middle = tally_middle(tally), reach = tally_reach(tally);
	lxw_conditional_format scale = {
	    .type = LXW_CONDITIONAL_3_COLOR_SCALE,
	    .min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .mid_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .min_value = middle - reach,
	    .mid_value = middle,
	    .max_value = middle + reach,
	    .min_color = FASTER_RGB,
	    .mid_color = SAME_RGB,
	    .max_color = SLOWER_RGB,
	};

	if (!tally->about.change || reach == 0)
		return 0;
	return check(s, c,
	    worksheet_conditional_format_range(s->worksheet, 1, (lxw_col_t)c,
		s->row - 1, (lxw_col_t)c, &scale));
}

static int
put_total(struct sheet *s, int c)
{
	const struct tally *tally = &s->column[c].tally;
	char digits[FIXED_MAX];
	struct span text = {digits, tally_total(tally, digits)};
	enum shape shape;
	int decimals;
	double v;

	if (!value_number(text, &v, &decimals))
		return put_text(
		    s, c, text, styles_total(s->styles, SHAPE_TEXT));
	shape = shape_of_number(tally->about, decimals);
	widen(s, c, shape_width(shape, text) + 1); /* it is bold */
	return put_number(s, c, v, styles_total(s->styles, shape));
}

static int
put_totals(struct sheet *s)
{
	struct span label = span_of("Total");

	s->row++;
	for (int c = 0; c < s->columns; c++) {
		lxw_format *format = styles_total(s->styles, SHAPE_TEXT);

		if (s->column[c].tally.about.sums) {
			if (put_total(s, c))
				return -1;
			continue;
		}
		if (put_text(s, c, label, format))
			return -1;
		label = span_of("");
	}
	return 0;
}

static int
set_width(struct sheet *s, int c)
{
	size_t width = s->column[c].width + WIDTH_AIR;

	if (width < WIDTH_MIN)
		width = WIDTH_MIN;
	if (width > WIDTH_MAX)
		width = WIDTH_MAX;
	return check(s, c,
	    worksheet_set_column(
		s->worksheet, (lxw_col_t)c, (lxw_col_t)c, (double)width, NULL));
}

int
sheet_end(struct sheet *s, bool last)
{
	lxw_col_t right = (lxw_col_t)(s->columns - 1);
	lxw_error error;

	errno = 0;
	worksheet_ignore_errors(
	    s->worksheet, LXW_IGNORE_NUMBER_STORED_AS_TEXT, "A1:XFD1048576");
	error = worksheet_autofilter(s->worksheet, 0, 0, s->row - 1, right);
	if (check(s, 0, error))
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (put_heat_map(s, c))
			return -1;
	if (s->total && last && put_totals(s))
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (set_width(s, c))
			return -1;
	return 0;
}
