#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/meaning/column.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/chart.h"

enum {
	LIBRARY_WIDTH = 480, /* pixels, where nobody says otherwise */
	LIBRARY_HEIGHT = 288,
	WIDTH = 720,
	HEIGHT = 400,
	HEIGHT_MAX = 1200,
	ROW = 20, /* of a worksheet */
	BAR = 24, /* of one bar with its gap */
	AROUND_BARS = 100,
	BAR_GAP = 40,   /* percent of a bar */
	COLUMN_GAP = 5, /* and of a column, as in a histogram */
	TITLE_SIZE = 12,
	LOG_BASE = 10,
	DOT = 4, /* points */
	GRID_RGB = 0xD9D9D9,
	OTHER_RGB = 0xD9D9D9, /* of kinds of work that the palette lacks */
	POINTS_MAX = 100,     /* that have colours of their own */
	RANGE_MAX = LXW_MAX_SHEETNAME_LENGTH + 64 /* bytes */
};

struct chart_type {
	const char *name;
	lxw_chart_type type;
	uint16_t gap;
	bool lying;   /* the first row is to be on top */
	bool log_log; /* dots between two logarithmic axes */
};

static const struct chart_type types[] = {
    {"bar", LXW_CHART_BAR, BAR_GAP, true, false},
    {"column", LXW_CHART_COLUMN, COLUMN_GAP, false, false},
    {"line", LXW_CHART_LINE, 0, false, false},
    {"loglog", LXW_CHART_SCATTER, 0, false, true},
    {"stacked", LXW_CHART_COLUMN_STACKED, COLUMN_GAP, false, false},
};

static const struct chart_type *
find_type(struct span name)
{
	for (size_t i = 0; i < COUNT(types); i++)
		if (span_is(name, types[i].name))
			return &types[i];
	return NULL;
}

void
charts_add(struct charts *c, const char *text)
{
	struct span rest = span_of(text);
	struct chart_order o = {.wanted = span_take(&rest, ',')};
	struct span type = span_take(&rest, ',');

	o.section = o.wanted;
	o.sheet = span_take(&o.section, '/');
	o.type = find_type(type);
	o.along = span_take(&rest, ',');
	o.values = rest;
	if (o.values.n == 0)
		opt_die("--chart: no SHEET,TYPE,COLUMN,VALUES: '%s'", text);
	if (!o.type)
		opt_die("--chart: no type (bar, column, line, loglog, "
			"stacked): '%.*s'",
		    (int)type.n, type.p);
	ARRAY_PUSH(c->order, c->n, &c->cap, o);
}

/* The table's column on the worksheet. */
static int
find_table_column(
    struct table *t, const struct chart_area *area, struct span wanted)
{
	for (int c = 0; c < table_columns(t); c++)
		if (span_equal(table_name(t, c), wanted) &&
		    (!area->place || area->place[c] >= 0))
			return c;
	die("%s: --chart: no column '%.*s'", table_file(t), (int)wanted.n,
	    wanted.n ? wanted.p : "");
}

/* Its place there. */
static int
find_column(struct table *t, const struct chart_area *area, struct span wanted)
{
	int c = find_table_column(t, area, wanted);

	return area->place ? area->place[c] : c;
}

/* Rows of a column, as in ='a sheet'!$B$2:$B$9. */
static void
write_range(char range[RANGE_MAX], const char *sheet, lxw_row_t first,
    lxw_row_t last, int column)
{
	int n = snprintf(range, RANGE_MAX, "='%s'!", sheet);

	lxw_rowcol_to_range_abs(
	    range + n, first, (lxw_col_t)column, last, (lxw_col_t)column);
}

/*
 * A column's values along another; their name is that in the header. The
 * library leaves a sheet's name like h100 without quotes, which is a cell then;
 * and a name with a quote it knows only if it has put that into quotes itself.
 */
static lxw_chart_series *
add_series(lxw_chart *chart, const char *sheet, const struct chart_area *area,
    int along, int values)
{
	char x[RANGE_MAX], y[RANGE_MAX], name[RANGE_MAX];
	lxw_row_t header = area->header, first = header + 1, last = area->last;
	lxw_col_t a = (lxw_col_t)along, v = (lxw_col_t)values;
	bool plain = !strchr(sheet, '\'');
	lxw_chart_series *series;

	write_range(x, sheet, first, last, along);
	write_range(y, sheet, first, last, values);
	write_range(name, sheet, header, header, values);
	series = chart_add_series(chart, plain ? x : NULL, plain ? y : NULL);
	if (!series)
		memory_out();
	if (plain) {
		chart_series_set_name(series, name);
		return series;
	}
	chart_series_set_categories(series, sheet, first, a, last, a);
	chart_series_set_values(series, sheet, first, v, last, v);
	chart_series_set_name_range(series, sheet, header, v);
	return series;
}

/*
 * Gives each bar the colour of its kind of work, where the rows are that: the
 * only column of values is along them. Other rows keep the library's colours.
 */
static void
set_points(lxw_chart_series *series, struct table *t,
    const struct chart_area *area, int along)
{
	lxw_chart_fill fill[POINTS_MAX] = {{0}};
	lxw_chart_point point[POINTS_MAX] = {{0}}, *points[POINTS_MAX + 1];
	size_t n = area->last - area->header;

	if (area->first < 0 || n > POINTS_MAX ||
	    column_of(table_name(t, along)).kind != COLUMN_WORK)
		return;
	for (size_t i = 0; i < n; i++) {
		enum tone tone = column_work_tone(
		    table_seen(t, area->first + (int)i, along));

		fill[i].color = tone == TONE_NONE ? OTHER_RGB : tone_rgb(tone);
		point[i].fill = &fill[i];
		points[i] = &point[i];
	}
	points[n] = NULL;
	if (chart_series_set_points(series, points))
		memory_out();
}

/*
 * "table: values by column", as plain text. A single series needs no legend
 * then.
 */
static void
set_title(lxw_chart *chart, const struct chart_order *o)
{
	lxw_chart_font font = {.size = TITLE_SIZE};
	struct buf words = {0}, text = {0};
	struct span table = o->section.n ? o->section : o->wanted;

	BUF_ADD_ALL(
	    &words, table, span_of(": "), o->values, span_of(" by "), o->along);
	cell_value_text(&text, buf_span(&words));
	buf_free(&words);
	if (text.p[0] != '=')
		chart_title_set_name(chart, text.p);
	buf_free(&text);
	chart_title_set_name_font(chart, &font);
	chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
}

/* Colours of several columns; not those that say better or worse. */
static void
set_colour(lxw_chart_series *series, size_t n)
{
	static const lxw_color_t rgb[] = {
	    0xA6A6A6, 0x2F75B5, 0xBF8F00, 0x7030A0, 0x00B0C8, 0x806000};
	lxw_chart_fill fill = {.color = rgb[n % (COUNT(rgb))]};
	lxw_chart_line line = {.color = fill.color};

	chart_series_set_fill(series, &fill);
	chart_series_set_line(series, &line);
}

static void
add_all_series(const struct chart_order *o, lxw_chart *chart, const char *sheet,
    struct table *t, const struct chart_area *area)
{
	int along = find_column(t, area, o->along);
	bool several = span_holds(o->values, ',');
	lxw_chart_series *series = NULL;
	struct span rest = o->values;

	for (size_t n = 0; rest.n; n++) {
		series = add_series(chart, sheet, area, along,
		    find_column(t, area, span_take(&rest, ',')));
		if (several)
			set_colour(series, n);
	}
	if (several)
		return;
	set_points(series, t, area, find_table_column(t, area, o->along));
	set_title(chart, o);
}

/* Small dots, and axes that cross at the lower left. */
static void
set_logarithmic(lxw_chart *chart)
{
	lxw_chart_axis *axis[] = {chart->x_axis, chart->y_axis};
	lxw_chart_series *series;

	for (int i = 0; i < 2; i++) {
		chart_axis_set_log_base(axis[i], LOG_BASE);
		chart_axis_set_crossing_min(axis[i]);
	}
	STAILQ_FOREACH(series, chart->series_list, list_pointers)
	{
		chart_series_set_marker_type(series, LXW_CHART_MARKER_CIRCLE);
		chart_series_set_marker_size(series, DOT);
	}
}

/* The unit of the values, if all have the same one, beside their axis. */
static void
set_unit(lxw_chart *chart, const struct chart_order *o)
{
	struct span rest = o->values;
	const char *unit = NULL;

	while (rest.n) {
		const char *next =
		    column_unit(column_of(span_take(&rest, ',')));

		if (unit && strcmp(unit, next) != 0)
			return;
		unit = next;
	}
	if (unit && *unit)
		chart_axis_set_name(
		    o->type->lying ? chart->x_axis : chart->y_axis, unit);
}

/* Bars lie, and to the library their axes have changed places. */
static void
set_looks(lxw_chart *chart, const struct chart_type *type)
{
	lxw_chart_line grid = {.color = GRID_RGB};

	if (type->lying)
		chart_axis_set_reverse(chart->y_axis);
	chart_axis_major_gridlines_set_line(
	    type->lying ? chart->x_axis : chart->y_axis, &grid);
	if (type->gap)
		chart_set_series_gap(chart, type->gap);
	if (type->log_log)
		set_logarithmic(chart);
}

/* Bars lie: they need room each, until the chart is as high as a screen. */
static double
height(bool lying, lxw_row_t rows)
{
	double pixels = lying ? AROUND_BARS + (double)BAR * rows : HEIGHT;

	return pixels < HEIGHT_MAX ? pixels : HEIGHT_MAX;
}

/* Without memory some functions of the library leave errno alone to tell. */
static void
draw(const struct chart_order *o, lxw_workbook *workbook,
    lxw_worksheet *worksheet, struct table *t, const struct chart_area *area,
    double *y)
{
	lxw_row_t rows = area->last - area->header;
	lxw_chart *chart = workbook_add_chart(workbook, o->type->type);
	lxw_chart_options place = {.x_scale = (double)WIDTH / LIBRARY_WIDTH,
	    .y_scale = height(o->type->lying, rows) / LIBRARY_HEIGHT,
	    .y_offset = (int32_t)*y,
	    .object_position = LXW_OBJECT_DONT_MOVE_DONT_SIZE};
	int right = area->right;

	if (right >= LXW_COL_MAX)
		right = LXW_COL_MAX - 1;
	errno = 0;
	if (!chart)
		memory_out();
	add_all_series(o, chart, worksheet->name, t, area);
	set_looks(chart, o->type);
	set_unit(chart, o);
	*y += height(o->type->lying, rows) + BAR;
	if (worksheet_insert_chart_opt(
		worksheet, area->top, (lxw_col_t)right, chart, &place) ||
	    errno == ENOMEM)
		memory_out();
}

void
charts_draw(struct charts *c, lxw_workbook *workbook, lxw_worksheet *worksheet,
    const char *sheet, struct table *t, const struct chart_area *area)
{
	double y = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct chart_order *o = &c->order[i];

		if (!span_is(o->sheet, sheet) ||
		    !span_equal(o->section, area->section))
			continue;
		o->found = true;
		if (area->last > area->header)
			draw(o, workbook, worksheet, t, area, &y);
	}
}

lxw_row_t
charts_rows_on(const struct charts *c, const char *sheet, struct span section,
    lxw_row_t bars)
{
	double most = fmax(height(true, bars), HEIGHT); /* of either kind */
	lxw_row_t rows = 0;

	for (size_t i = 0; i < c->n; i++)
		if (span_is(c->order[i].sheet, sheet) &&
		    span_equal(c->order[i].section, section))
			rows += (lxw_row_t)most / ROW + 2;
	return rows;
}

void
charts_end(struct charts *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (!c->order[i].found)
			die("--chart: no sheet '%.*s'",
			    (int)c->order[i].wanted.n, c->order[i].wanted.p);
	free(c->order);
}
