#include <math.h>
#include <stdlib.h>

#include "common/buf.h"
#include "common/column.h"
#include "common/fixed.h"
#include "tools/csv2xlsx/sheet.h"
#include "tools/csv2xlsx/value.h"

enum {
	WIDTH_MIN = 6,
	WIDTH_MAX = 60,
	WIDTH_AIR = 2,
	WIDTH_FILTER = 3, /* of the button in the header */
	FASTER_RGB = 0x63BE7B,
	SAME_RGB = 0xFFFFFF,
	SLOWER_RGB = 0xF8696B
};

struct sheet_column {
	struct column about;
	size_t width;
	double change; /* the value farthest from no change */
	int64_t total; /* ns for a time */
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
		struct span name;

		if (table_name(s->table, c, &name))
			return -1;
		s->column[c].about = column_of(name);
		if (s->match < 0 && s->column[c].about.kind == COLUMN_MATCH)
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

static int
check(struct sheet *s, int c, lxw_error error)
{
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

/* Is a number in the column text all the same? */
static bool
is_text(enum column_kind kind)
{
	return kind == COLUMN_TEXT || kind == COLUMN_ID || kind == COLUMN_MATCH;
}

/* A value that is no number takes the total from its column. */
static int
add_to_total(struct sheet *s, int c, struct span text)
{
	struct sheet_column *column = &s->column[c];
	int64_t v;

	if (!column->about.sums)
		return 0;
	if (column->about.kind == COLUMN_TIME ? fixed_parse_us(text, &v)
					      : fixed_parse_int(text, &v)) {
		column->about.sums = false;
		return 0;
	}
	if (fixed_add(&column->total, v))
		return table_fail(s->table, c, "the total has too many digits");
	return 0;
}

static double
no_change(enum column_kind kind)
{
	return kind == COLUMN_RATIO ? 1 : 0;
}

static void
note_change(struct sheet_column *column, double v)
{
	column->change =
	    fmax(column->change, fabs(v - no_change(column->about.kind)));
}

static int
put_value(struct sheet *s, int c, struct span text, enum tone tone)
{
	struct sheet_column *column = &s->column[c];
	enum shape shape = SHAPE_TEXT;
	bool number = false;
	int decimals;
	double v;

	if (column->about.kind == COLUMN_ID)
		shape = SHAPE_ID;
	else if (!is_text(column->about.kind))
		number = value_number(text, &v, &decimals);
	if (number) {
		shape = shape_of_number(column->about, decimals);
		note_change(column, v);
	}
	widen(s, c, shape_width(shape, text));
	if (add_to_total(s, c, text))
		return -1;
	return number
	    ? put_number(s, c, v, styles_cell(s->styles, shape, tone))
	    : put_text(s, c, text, styles_cell(s->styles, shape, tone));
}

/* The tone of the row, and of a match or verdict cell by its own value. */
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

	if (s->match >= 0 && tone_of(s, s->match, &row_tone))
		return -1;
	for (int c = 0; c < s->columns; c++) {
		bool own = s->column[c].about.kind == COLUMN_MATCH;
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

static int
begin_column(struct sheet *s, int c)
{
	struct span name;

	if (table_name(s->table, c, &name))
		return no_memory(s, c);
	s->column[c].width = value_units(name) + WIDTH_FILTER;
	s->column[c].change = 0;
	return put_text(s, c, name, styles_header(s->styles));
}

int
sheet_begin(struct sheet *s, lxw_worksheet *worksheet)
{
	s->worksheet = worksheet;
	s->row = 0;
	for (int c = 0; c < s->columns; c++)
		if (begin_column(s, c))
			return -1;
	worksheet_freeze_panes(worksheet, 1, 0);
	s->row = 1;
	return 0;
}

/* Two rows are kept free for totals. */
bool
sheet_is_full(const struct sheet *s)
{
	return s->row >= LXW_ROW_MAX - (s->total ? 2 : 0);
}

/* A scale of colours with white where nothing changed. */
static int
put_heat_map(struct sheet *s, int c)
{
	const struct sheet_column *column = &s->column[c];
	double middle = no_change(column->about.kind), reach = column->change;
	lxw_conditional_format scale = {
	    .type = LXW_CONDITIONAL_3_COLOR_SCALE,
	    .min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .mid_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .min_color = FASTER_RGB,
	    .mid_color = SAME_RGB,
	    .max_color = SLOWER_RGB,
	};

	if (!column->about.change || reach == 0)
		return 0;
	if (column->about.kind == COLUMN_PERCENT)
		reach = fmin(reach, 100);
	if (column->about.kind == COLUMN_RATIO)
		reach = fmin(reach, 1);
	scale.min_value = middle - reach;
	scale.mid_value = middle;
	scale.max_value = middle + reach;
	return check(s, c,
	    worksheet_conditional_format_range(s->worksheet, 1, (lxw_col_t)c,
		s->row - 1, (lxw_col_t)c, &scale));
}

static int
end_column(struct sheet *s, int c)
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

static int
put_total(struct sheet *s, int c)
{
	const struct sheet_column *column = &s->column[c];
	bool time = column->about.kind == COLUMN_TIME;
	char digits[FIXED_MAX];
	struct span text = {digits, 0};
	enum shape shape = shape_of_number(column->about, time ? 3 : 0);
	int decimals;
	double v;

	text.n = time ? fixed_print_us(digits, column->total)
		      : fixed_print_int(digits, column->total);
	widen(s, c, shape_width(shape, text) + 1); /* it is bold */
	if (value_number(text, &v, &decimals))
		return put_number(s, c, v, styles_total(s->styles, shape));
	return put_text(s, c, text, styles_total(s->styles, SHAPE_TEXT));
}

static int
put_totals(struct sheet *s)
{
	bool labelled = false;

	s->row++;
	for (int c = 0; c < s->columns; c++) {
		struct span label = span_of(labelled ? "" : "Total");

		if (s->column[c].about.sums
			? put_total(s, c)
			: put_text(
			      s, c, label, styles_total(s->styles, SHAPE_TEXT)))
			return -1;
		labelled |= !s->column[c].about.sums;
	}
	return 0;
}

int
sheet_end(struct sheet *s, bool last)
{
	lxw_col_t right = (lxw_col_t)(s->columns - 1);

	worksheet_ignore_errors(
	    s->worksheet, LXW_IGNORE_NUMBER_STORED_AS_TEXT, "A1:XFD1048576");
	if (check(s, 0,
		worksheet_autofilter(s->worksheet, 0, 0, s->row - 1, right)))
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (put_heat_map(s, c))
			return -1;
	if (s->total && last && put_totals(s))
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (end_column(s, c))
			return -1;
	return 0;
}
