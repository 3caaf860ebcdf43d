#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/memory.h"
#include "common/meaning/short_name.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/sheet.h"

enum {
	FIRST_MAX = 46, /* characters: what a row is about */
	OTHER_MAX = 36,
	WHOLE_MAX = 40, /* of the whole names */
	TEXT_MAX = 110, /* of a line of text: what a printed page shows */
	BOLDER = 4,     /* how much wider bold text is: a fourth, at most */
	WIDTH_MIN = 9,
	WIDTH_AIR = 2
};

struct page {
	struct table *table;
	int columns, records;
	struct book *book;
	const char *sheet; /* as the user called it */
	struct charts *charts;
	struct cells cells;
	struct distinct_names *kernels;
	struct buf text;
	int wide;         /* columns of the widest part */
	int whole;        /* where whole names go */
	bool named;       /* there are whole names */
	int used;         /* columns of the part */
	bool answer;      /* the part is a text that begins the page */
	int chart;        /* the last column where charts begin, or 0 */
	lxw_row_t bottom; /* where the last chart ends, or 0 */
	size_t text_width;
	int *place; /* of each column in the part; -1: it does not use it */
	struct row_columns by; /* of the part */
	struct column column[];
};

bool
page_is(struct table *t, int ahead, int most)
{
	return ahead < most && ahead > 0 && table_columns(t) > 1 &&
	    span_is(table_name(t, 0), "section");
}

/* --- what is on it --- */

/* The record after the part that begins with this one. */
static int
end_of_part(const struct page *p, int first)
{
	struct span section = table_seen(p->table, first, 0);
	int i = first + 1;

	while (
	    i < p->records && span_equal(table_seen(p->table, i, 0), section))
		i++;
	return i;
}

/* Gives the columns that a part uses their places; returns how many. */
static int
place_columns(struct page *p, int first, int end)
{
	p->used = 0;
	p->by = ROW_COLUMNS_NONE;
	for (int c = 1; c < p->columns; c++) {
		bool used = false;

		for (int i = first; i < end && !used; i++)
			used = table_seen(p->table, i, c).n > 0;
		p->place[c] = used ? p->used++ : -1;
		if (used)
			row_columns_add(&p->by, c, p->column[c].kind);
	}
	p->place[0] = -1;
	return p->used;
}

/* The column of kernels that a part uses, whose whole names it shows, or -1. */
static int
column_of_whole(const struct page *p)
{
	for (int c = p->columns - 1; c > 0; c--)
		if (p->place[c] >= 0 && p->column[c].kernels)
			return c;
	return -1;
}

/* Whole names stand after all columns, and where no chart covers them. */
static void
place_parts(struct page *p)
{
	for (int i = 0; i < p->records; i = end_of_part(p, i)) {
		int used = place_columns(p, i, end_of_part(p, i));

		p->wide = used > p->wide ? used : p->wide;
		p->named |= column_of_whole(p) >= 0;
		if (used >= p->chart &&
		    charts_rows_on(
			p->charts, p->sheet, table_seen(p->table, i, 0), 0))
			p->chart = used + 1;
	}
	p->whole = p->wide;
	if (p->chart && p->whole < p->chart + CHART_RIGHT)
		p->whole = p->chart + CHART_RIGHT;
}

/* --- cells --- */

/* The name with a capital, as headings have it. */
static void
put_heading(struct page *p, int first)
{
	struct span name = table_seen(p->table, first, 0);

	BUF_JOIN(&p->text, name);
	if (name.n && ascii_is_lower(name.p[0]))
		p->text.p[0] = (char)(name.p[0] - 'a' + 'A');
	cells_text(&p->cells, 0, buf_span(&p->text),
	    cell_formats_heading(p->cells.styles));
}

/* Is what a part has in a column numbers? */
static bool
has_numbers(const struct page *p, int c, int first, int end)
{
	struct number number;
	int i = first;

	if (p->column[c].kind != COLUMN_OTHER)
		return column_is_number(p->column[c].kind);
	while (i + 1 < end && table_seen(p->table, i, c).n == 0)
		i++;
	return cell_value_number(
	    COLUMN_OTHER, table_seen(p->table, i, c), &number);
}

static void
put_header(struct page *p, int first, int end)
{
	struct span name;

	for (int c = 1; c < p->columns; c++) {
		int place = p->place[c];
		bool number = has_numbers(p, c, first, end);

		if (place < 0)
			continue;
		name = table_name(p->table, c);
		cells_widen(
		    &p->cells, place, cell_value_units(name) + WIDTH_AIR);
		cells_text(&p->cells, place, name,
		    cell_formats_header(p->cells.styles, true, number));
	}
	if (column_of_whole(p) >= 0)
		cells_text(&p->cells, p->whole, span_of("whole name"),
		    cell_formats_header(p->cells.styles, true, false));
	p->cells.row++;
}

/* How many bytes of a text go on its first line. */
static size_t
line_length(struct span text)
{
	size_t length = 0;

	for (size_t i = 1; i <= text.n; i++) {
		if (i < text.n && text.p[i] != ' ')
			continue;
		if (length &&
		    cell_value_units((struct span){text.p, i}) > TEXT_MAX)
			break;
		length = i;
	}
	return length;
}

/*
 * Writes a text as lines of at most TEXT_MAX characters, broken at spaces, into
 * rows below each other; the last one becomes the current row. A longer word
 * has a line of its own.
 */
static void
put_lines(struct cells *g, struct span text, lxw_format *format)
{
	size_t length;

	while ((length = line_length(text)) < text.n) {
		cells_text(g, 0, span_cut(text, 0, length), format);
		text = span_cut(text, length + 1, text.n);
		g->row++;
	}
	cells_text(g, 0, text, format);
}

/* A text alone in its row goes over the columns beside it. */
static void
put_text(struct page *p, struct span text)
{
	size_t width = cell_value_units(text);

	width = width < TEXT_MAX ? width : TEXT_MAX;
	if (p->answer)
		width += width / BOLDER;
	if (width > p->text_width)
		p->text_width = width;
	put_lines(&p->cells, text,
	    p->answer ? cell_formats_heading(p->cells.styles)
		      : cell_formats_cell(
			    p->cells.styles, FORMAT_TEXT, (struct look){0}));
}

static void
put_field(struct page *p, int c, struct span text, struct look look)
{
	const struct column *about = &p->column[c];
	int place = p->place[c];
	struct number number;

	look.tone = legend_cell_tone(
	    &p->book->legend, &p->by, c, about->kind, text, look.tone);
	if (text.n == 0)
		cells_blank(&p->cells, place, look);
	else if (about->kernels)
		cells_field(&p->cells, place,
		    distinct_names_get(p->kernels, text), FORMAT_TEXT, look);
	else if (cell_value_number(about->kind, text, &number))
		cells_value(&p->cells, place, text, &number, about, look);
	else if (p->used == 1)
		put_text(p, text);
	else
		cells_field(&p->cells, place, text, FORMAT_TEXT, look);
}

static void
put_record(struct page *p, int record)
{
	struct look look = {
	    legend_row_tone(&p->book->legend, &p->by, p->table, record), false};
	int whole = column_of_whole(p);
	struct span name;

	for (int c = 1; c < p->columns; c++)
		if (p->place[c] >= 0)
			put_field(p, c, table_seen(p->table, record, c), look);
	name = whole < 0 ? span_of("") : table_seen(p->table, record, whole);
	if (name.n)
		cells_field(&p->cells, p->whole, name,
		    cell_value_units(name) > WHOLE_MAX ? FORMAT_CLIPPED
						       : FORMAT_TEXT,
		    (struct look){0});
	p->cells.row++;
}

/* --- parts --- */

static void
put_charts(struct page *p, int first, lxw_row_t header)
{
	struct chart_area area = {.section = table_seen(p->table, first, 0),
	    .header = header,
	    .last = p->cells.row - 1,
	    .place = p->place,
	    .first = first,
	    .top = header - 1,
	    .right = p->used + 1};
	lxw_row_t rows = charts_rows_on(
	    p->charts, p->sheet, area.section, area.last - area.header);

	if (rows)
		p->bottom = area.top + rows;
	charts_draw(p->charts, p->book->workbook, p->cells.worksheet, p->sheet,
	    p->table, &area);
}

static void
put_part(struct page *p, int first, int end)
{
	lxw_row_t header;

	place_columns(p, first, end);
	p->answer = first == 0 && p->used == 1;
	put_heading(p, first);
	header = ++p->cells.row;
	if (p->used > 1)
		put_header(p, first, end);
	for (int i = first; i < end; i++)
		put_record(p, i);
	put_charts(p, first, header);
	p->cells.row++;
}

static size_t
width_of(const struct page *p, int place)
{
	size_t most = place == 0 ? FIRST_MAX
	    : place == p->whole  ? WHOLE_MAX
				 : OTHER_MAX;
	size_t width =
	    place > p->whole ? WIDTH_MIN : p->cells.width[place] + WIDTH_AIR;

	if (width < WIDTH_MIN)
		width = WIDTH_MIN;
	return width < most ? width : most;
}

/* The last of the columns from this one on that together are so wide. */
static int
last_within(const struct page *p, int first, size_t width)
{
	int last = first;

	while ((!p->named || last < p->whole - 1) && width > width_of(p, last))
		width -= width_of(p, last++);
	return last;
}

/* The last column that is printed: whole names would make the print tiny. */
static int
last_printed(const struct page *p)
{
	int text = last_within(p, 0, p->text_width);
	int chart = p->chart ? last_within(p, p->chart, CHART_CHARACTERS) : 0;

	if (text < p->wide - 1)
		text = p->wide - 1;
	return text > chart ? text : chart;
}

static void
put_page(struct page *p)
{
	for (int c = 0; c < p->columns; c++)
		p->column[c] = column_of(table_name(p->table, c));
	p->kernels = cells_kernels(p->table, p->records);
	place_parts(p);
	p->cells.width = xcalloc((size_t)p->whole + 1, sizeof *p->cells.width);
	for (int i = 0, end; i < p->records; i = end) {
		end = end_of_part(p, i);
		put_part(p, i, end);
	}
	worksheet_set_landscape(p->cells.worksheet);
	worksheet_fit_to_pages(p->cells.worksheet, 1, 1);
	worksheet_print_area(p->cells.worksheet, 0, 0,
	    p->cells.row > p->bottom ? p->cells.row : p->bottom,
	    (lxw_col_t)last_printed(p));
	worksheet_gridlines(p->cells.worksheet, LXW_HIDE_ALL_GRIDLINES);
	cells_dimension(&p->cells, p->cells.row, p->whole);
	for (int place = 0; place <= p->whole; place++)
		cells_set_width(&p->cells, place, width_of(p, place));
}

void
page_write(struct table *t, int n, struct book *book, lxw_worksheet *worksheet,
    const char *sheet, struct charts *charts)
{
	size_t columns = (size_t)table_columns(t);
	struct page *p = xcalloc(1, sizeof *p + columns * sizeof *p->column);

	p->table = p->cells.table = t;
	p->columns = (int)columns;
	p->place = xcalloc(columns, sizeof *p->place);
	p->records = n;
	p->cells.styles = &book->styles;
	p->book = book;
	p->sheet = sheet;
	p->charts = charts;
	p->cells.rows = &book->rows;
	p->cells.worksheet = worksheet;
	put_page(p);
	cells_free(&p->cells);
	distinct_names_free(p->kernels);
	buf_free(&p->text);
	free(p->place);
	free(p);
}
