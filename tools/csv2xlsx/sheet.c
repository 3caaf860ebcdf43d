#include <errno.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/sheet.h"

enum { WIDTH_BUTTON = 3 /* of the filter, in the header */ };

/* Is the row of another group than the one above? */
static bool
find_edge(struct sheet *s)
{
	struct span group;
	bool edge;

	if (s->by.group < 0)
		return false;
	group = table_field(s->table, s->by.group);
	edge = !span_equal(group, buf_span(&s->last_group));
	BUF_JOIN(&s->last_group, group);
	return edge;
}

void
sheet_free(struct sheet *s)
{
	cells_free(&s->grid);
	buf_free(&s->last_group);
	distinct_names_free(s->kernels);
	buf_free(&s->name);
	free(s);
}

/* Kinds of columns, and which ones colour the row. */
static void
read_names(struct sheet *s)
{
	s->by = ROW_COLUMNS_NONE;
	for (int c = 0; c < s->columns; c++) {
		struct column about = column_of(table_name(s->table, c));

		s->column[c].tally.about = about;
		row_columns_add(&s->by, c, about.kind);
	}
	if (s->by.match < 0)
		s->by.group = -1;
}

/* Is any name in a column longer than its short one? */
static bool
is_shortened(struct sheet *s, int c, int ahead)
{
	for (int i = 0; i < ahead; i++) {
		struct span name = table_seen(s->table, i, c);

		if (name.n && name.n > distinct_names_get(s->kernels, name).n)
			return true;
	}
	return false;
}

struct sheet *
sheet_new(struct table *table, int ahead, struct book *book, bool total)
{
	size_t n = (size_t)table_columns(table);
	struct sheet *s = xcalloc(1, sizeof *s + 2 * n * sizeof *s->column);

	s->table = s->grid.table = table;
	s->grid.rows = &book->rows;
	s->grid.styles = &book->styles;
	s->grid.width = xcalloc(2 * n, sizeof *s->grid.width);
	s->total = total;
	s->columns = (int)n;
	s->legend = &book->legend;
	read_names(s);
	s->kernels = cells_kernels(table, ahead);
	for (int c = 0; c < s->columns; c++)
		if (s->column[c].tally.about.kernels &&
		    is_shortened(s, c, ahead))
			s->column[c].whole = s->columns + s->whole_names++;
	return s;
}

static void
put_header(struct sheet *s, int c, struct span name, bool number)
{
	s->grid.width[c] = cell_value_units(name) + WIDTH_BUTTON;
	errno = 0;
	if (c >= LXW_COL_MAX)
		cells_check(
		    &s->grid, c, LXW_ERROR_WORKSHEET_INDEX_OUT_OF_RANGE);
	cells_text(&s->grid, c, name,
	    cell_formats_header(s->grid.styles, false, number));
}

/* Widths and changes of one sheet say nothing about the next. */
static void
begin_column(struct sheet *s, int c)
{
	bool number = column_is_number(s->column[c].tally.about.kind);
	struct span name = table_name(s->table, c);

	s->column[c].tally.change = 0;
	if (!s->column[c].whole) {
		put_header(s, c, name, number);
		return;
	}
	put_header(s, c, BUF_JOIN(&s->name, span_of("short "), name), false);
}

void
sheet_begin(struct sheet *s, lxw_worksheet *worksheet)
{
	s->grid.worksheet = worksheet;
	s->grid.row = 0;
	for (int c = 0; c < s->columns; c++)
		begin_column(s, c);
	for (int c = 0; c < s->columns; c++) {
		if (!s->column[c].whole)
			continue;
		s->grid.source = c;
		put_header(
		    s, s->column[c].whole, table_name(s->table, c), false);
	}
	s->grid.row++;
	worksheet_freeze_panes(worksheet, 1, 0);
	cells_check(&s->grid, 0, worksheet_repeat_rows(worksheet, 0, 0));
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

static void
put_text(struct sheet *s, int c, struct span text, struct look look, bool alone)
{
	enum number_format how = FORMAT_TEXT;

	if (s->column[c].tally.about.kind == COLUMN_ID)
		how = FORMAT_ID;
	else if (alone && text.n > SHEET_WIDTH_MAX)
		how = FORMAT_CLIPPED;
	cells_field(&s->grid, c, text, how, look);
}

static void
put_value(
    struct sheet *s, int c, struct span text, struct look look, bool alone)
{
	struct column_stats *tally = &s->column[c].tally;
	struct number number;

	if (s->total && column_stats_add(tally, text))
		cells_fail(&s->grid, c, "the total gets too large");
	if (!cell_value_number(tally->about.kind, text, &number)) {
		put_text(s, c, text, look, alone);
		return;
	}
	if (tally->about.change)
		column_stats_change(tally, number.v);
	cells_value(&s->grid, c, text, &number, &tally->about, look);
}

/* The whole name of a kernel, in its own column. */
static void
put_whole(struct sheet *s, int c, struct look look)
{
	int whole = s->column[c].whole;
	struct span name = table_field(s->table, c);
	bool last = whole == s->columns + s->whole_names - 1;

	if (name.n == 0)
		return;
	s->grid.source = c;
	put_text(s, whole, name, look, last);
}

static void
put_cell(struct sheet *s, int c, struct look look)
{
	bool alone = c + 1 == s->columns ||
	    table_field(s->table, c + 1).n == 0; /* the next one */
	struct span text = table_field(s->table, c);

	look.tone = legend_cell_tone(s->legend, &s->by, c,
	    s->column[c].tally.about.kind, text, look.tone);
	if (text.n == 0) {
		if (look.tone != TONE_NONE || look.edge)
			cells_blank(&s->grid, c, look);
	} else if (s->column[c].whole) { /* that comes at the end of the row */
		put_text(
		    s, c, distinct_names_get(s->kernels, text), look, false);
	} else {
		put_value(s, c, text, look, alone);
	}
}

void
sheet_row(struct sheet *s)
{
	struct look look = {
	    legend_row_tone(s->legend, &s->by, s->table, -1), find_edge(s)};

	for (int c = 0; c < s->columns; c++)
		put_cell(s, c, look);
	for (int c = 0; c < s->columns; c++)
		if (s->column[c].whole)
			put_whole(s, c, look);
	s->grid.row++;
}
