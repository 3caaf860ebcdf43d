#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/meaning/kshorts.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/cells.h"
#include "tools/csv2xlsx/column_stats.h"
#include "tools/csv2xlsx/row_colours.h"
#include "tools/csv2xlsx/sheet.h"

enum {
	WIDTH_MIN = 8,
	WIDTH_MAX = 60,
	WIDTH_AIR = 2,
	WIDTH_BUTTON = 3, /* of the filter, in the header */
	SAME_RGB = 0xFFFFFF
};

struct sheet_column {
	struct column_stats tally;
	size_t width; /* of the longest value, in characters */
	int whole; /* where the names are that it has short; 0: it has none */
};

struct sheet {
	struct table *table;
	struct cell_formats *styles;
	bool total;
	struct cells grid;
	struct row_colours paint;
	struct kshorts *kernels;
	struct buf name;      /* of a kernel */
	int columns, further; /* of the table; of whole names behind these */
	struct sheet_column column[];
};

void
sheet_free(struct sheet *s)
{
	if (!s)
		return;
	cells_free(&s->grid);
	row_colours_free(&s->paint);
	kshorts_free(s->kernels);
	buf_free(&s->name);
	free(s);
}

/* What the columns' names tell. */
static int
read_names(struct sheet *s)
{
	for (int c = 0; c < s->columns; c++) {
		struct column_stats *tally = &s->column[c].tally;
		struct span name;

		if (table_name(s->table, c, &name))
			return -1;
		*tally = column_stats_of(name);
		row_colours_column(&s->paint, c, tally->about.kind);
	}
	row_colours_columns_end(&s->paint);
	return 0;
}

/* Adds the names in a column to those that get short ones. */
static int
add_kernels(struct sheet *s, int c, int ahead)
{
	for (int i = 0; i < ahead; i++)
		if (kshorts_add(s->kernels, table_seen(s->table, i, c)))
			return -1;
	return 0;
}

/* Is any name in a column longer than its short one? */
static int
is_shortened(struct sheet *s, int c, int ahead, bool *shortened)
{
	*shortened = false;
	for (int i = 0; i < ahead && !*shortened; i++) {
		struct span name = table_seen(s->table, i, c), text = {"", 0};

		if (name.n && kshorts_get(s->kernels, name, &text))
			return -1;
		*shortened = name.n > text.n;
	}
	return 0;
}

/* Finds the columns that have short names, and places for the whole ones. */
static int
find_kernels(struct sheet *s, int ahead)
{
	bool shortened;

	s->kernels = kshorts_new();
	if (!s->kernels)
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (s->column[c].tally.about.kernels &&
		    add_kernels(s, c, ahead))
			return -1;
	if (kshorts_settle(s->kernels))
		return -1;
	for (int c = 0; c < s->columns; c++) {
		if (!s->column[c].tally.about.kernels)
			continue;
		if (is_shortened(s, c, ahead, &shortened))
			return -1;
		if (shortened)
			s->column[c].whole = s->columns + s->further++;
	}
	return 0;
}

struct sheet *
sheet_new(
    struct table *table, int ahead, struct cell_formats *styles, bool total)
{
	size_t n = (size_t)table_columns(table);
	struct sheet *s = calloc(1, sizeof *s + 2 * n * sizeof *s->column);

	if (!s)
		return NULL;
	s->table = s->grid.table = table;
	s->styles = styles;
	s->total = total;
	s->columns = (int)n;
	row_colours_init(&s->paint, table);
	if (read_names(s) == 0 && find_kernels(s, ahead) == 0)
		return s;
	sheet_free(s);
	return NULL;
}

void
sheet_explain(const struct sheet *s, struct legend *l)
{
	if (s->paint.match < 0)
		return;
	l->match = true;
	l->group |= s->paint.group >= 0;
	for (int c = 0; c < s->columns; c++)
		l->change |= s->column[c].tally.about.change;
}

static void
widen(struct sheet *s, int c, size_t width)
{
	if (s->column[c].width < width)
		s->column[c].width = width;
}

static int
put_header(struct sheet *s, int c, struct span name, bool number)
{
	s->column[c].width = cell_value_units(name) + WIDTH_BUTTON;
	return cells_text(
	    &s->grid, c, name, cell_formats_header(s->styles, number));
}

/* Widths and changes of one sheet say nothing about the next. */
static int
begin_column(struct sheet *s, int c)
{
	bool number = column_is_number(s->column[c].tally.about.kind);
	struct span name;

	if (table_name(s->table, c, &name))
		return -1;
	s->column[c].tally.change = 0;
	if (!s->column[c].whole)
		return put_header(s, c, name, number);
	s->name.n = 0;
	if (buf_add(&s->name, "short ", strlen("short ")) ||
	    buf_add(&s->name, name.p, name.n))
		return table_fail(s->table, c, "out of memory");
	return put_header(s, s->column[c].whole, name, false) ||
	    put_header(s, c, buf_span(&s->name), false);
}

int
sheet_begin(struct sheet *s, lxw_worksheet *worksheet)
{
	cells_begin(&s->grid, worksheet);
	for (int c = 0; c < s->columns; c++)
		if (begin_column(s, c))
			return -1;
	s->grid.row++;
	worksheet_freeze_panes(worksheet, 1, 0);
	worksheet_set_landscape(worksheet);
	worksheet_fit_to_pages(worksheet, 1, 0);
	return cells_check(&s->grid, 0, worksheet_repeat_rows(worksheet, 0, 0));
}

/* Two rows are kept free for totals. */
bool
sheet_is_full(const struct sheet *s)
{
	return s->grid.row >= LXW_ROW_MAX - (s->total ? 2 : 0);
}

lxw_row_t
sheet_rows(const struct sheet *s)
{
	return s->grid.row - 1;
}

static lxw_format *
style_of(struct sheet *s, enum shape shape, struct row_colours_look look)
{
	return cell_formats_cell(s->styles, shape, look.tone, look.edge);
}

static int
put_blank(struct sheet *s, int c, struct row_colours_look look)
{
	if (look.tone == TONE_NONE && !look.edge)
		return 0;
	return cells_blank(&s->grid, c, style_of(s, SHAPE_TEXT, look));
}

static int
put_text(struct sheet *s, int c, struct span text, struct row_colours_look look,
    bool alone)
{
	enum shape shape = SHAPE_TEXT;

	if (s->column[c].tally.about.kind == COLUMN_ID)
		shape = SHAPE_ID;
	else if (alone && text.n > WIDTH_MAX)
		shape = SHAPE_CLIPPED;
	widen(s, c, shape_width(shape, text));
	return cells_text(&s->grid, c, text, style_of(s, shape, look));
}

static int
put_value(struct sheet *s, int c, struct span text,
    struct row_colours_look look, bool alone)
{
	struct column_stats *tally = &s->column[c].tally;
	enum shape shape;
	int decimals;
	double v;

	if (s->total && column_stats_add(tally, text))
		return table_fail(s->table, c, "the total gets too large");
	if (!column_may_be_number(tally->about.kind) ||
	    !cell_value_number(text, &v, &decimals))
		return put_text(s, c, text, look, alone);
	if (tally->about.change)
		column_stats_change(tally, v);
	shape = shape_of_number(tally->about, decimals);
	widen(s, c, shape_width(shape, text));
	return cells_number(&s->grid, c, v, style_of(s, shape, look));
}

/* Is the next cell empty, or not there? */
static int
is_alone(struct sheet *s, int c, bool *alone)
{
	struct span next = {NULL, 0};

	if (c + 1 < s->columns && table_field(s->table, c + 1, &next))
		return -1;
	*alone = next.n == 0;
	return 0;
}

/* The short name of a kernel, and the whole one in its own column. */
static int
put_kernel(
    struct sheet *s, int c, struct span name, struct row_colours_look look)
{
	int whole = s->column[c].whole;
	struct span text;

	s->grid.further = c;
	s->name.n = 0;
	if (buf_add(&s->name, name.p, name.n) ||
	    kshorts_get(s->kernels, buf_span(&s->name), &text))
		return table_fail(s->table, c, "out of memory");
	if (put_text(s, c, text, look, false))
		return -1;
	return put_text(s, whole, buf_span(&s->name), look,
	    whole == s->columns + s->further - 1);
}

static int
put_cell(struct sheet *s, int c, struct row_colours_look look)
{
	bool alone = false;
	struct span text;

	if (row_colours_cell(&s->paint, c, s->column[c].tally.about.kind,
		look.tone, &look.tone) ||
	    is_alone(s, c, &alone) || table_field(s->table, c, &text))
		return -1;
	if (text.n && s->column[c].whole)
		return put_kernel(s, c, text, look);
	return text.n ? put_value(s, c, text, look, alone)
		      : put_blank(s, c, look);
}

int
sheet_row(struct sheet *s)
{
	struct row_colours_look look;

	if (row_colours_row(&s->paint, &look))
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (put_cell(s, c, look))
			return -1;
	s->grid.row++;
	return 0;
}

/* A scale of colours that is white where nothing changed. */
static int
put_heat_map(struct sheet *s, int c)
{
	const struct column_stats *tally = &s->column[c].tally;
	double middle = column_stats_middle(tally),
	       reach = column_stats_reach(tally);
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
	cells_ready();
	return cells_check(&s->grid, c,
	    worksheet_conditional_format_range(s->grid.worksheet, 1,
		(lxw_col_t)c, s->grid.row - 1, (lxw_col_t)c, &scale));
}

static int
put_total(struct sheet *s, int c)
{
	const struct column_stats *tally = &s->column[c].tally;
	char digits[FIXED_MAX];
	struct span text = {digits, column_stats_total(tally, digits)};
	enum shape shape = SHAPE_TEXT;
	int decimals;
	double v;

	if (!cell_value_number(text, &v, &decimals))
		return cells_text(
		    &s->grid, c, text, cell_formats_total(s->styles, shape));
	shape = shape_of_number(tally->about, decimals);
	widen(s, c, shape_width(shape, text) + 1); /* it is bold */
	return cells_number(
	    &s->grid, c, v, cell_formats_total(s->styles, shape));
}

static int
put_totals(struct sheet *s)
{
	struct span label = span_of("Total");

	s->grid.row++;
	for (int c = 0; c < s->columns; c++) {
		if (s->column[c].tally.about.sums) {
			if (put_total(s, c))
				return -1;
			continue;
		}
		if (cells_text(&s->grid, c, label,
			cell_formats_total(s->styles, SHAPE_TEXT)))
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
	cells_ready();
	return cells_check(&s->grid, c,
	    worksheet_set_column(s->grid.worksheet, (lxw_col_t)c, (lxw_col_t)c,
		(double)width, NULL));
}

/* The filter, and no marks on ids for being text that looks like numbers. */
static int
set_range(struct sheet *s)
{
	lxw_worksheet *worksheet = s->grid.worksheet;
	lxw_col_t right = (lxw_col_t)(s->columns + s->further - 1);

	cells_ready();
	worksheet_ignore_errors(
	    worksheet, LXW_IGNORE_NUMBER_STORED_AS_TEXT, "A1:XFD1048576");
	return cells_check(&s->grid, 0,
	    worksheet_autofilter(worksheet, 0, 0, s->grid.row - 1, right));
}

int
sheet_end(struct sheet *s, bool last)
{
	if (set_range(s))
		return -1;
	for (int c = 0; c < s->columns; c++)
		if (put_heat_map(s, c))
			return -1;
	if (s->total && last && put_totals(s))
		return -1;
	for (int c = 0; c < s->columns + s->further; c++)
		if (set_width(s, c))
			return -1;
	return 0;
}
