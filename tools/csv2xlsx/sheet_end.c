/*
 * Parts of a sheet that need all its rows: filter, heat maps, totals, widths.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "tools/csv2xlsx/cell_value.h"
#include "tools/csv2xlsx/sheet.h"

enum { WIDTH_MIN = 8, WIDTH_AIR = 2, SAME_RGB = 0xFFFFFF };

/*
 * Characters on a page's width, where eleven points are printed as six: a
 * landscape page of letter size is 9.6 inches wide inside its margins, and a
 * character of eleven points about 5.3 points.
 */
enum { PAGE_MOST = 240 };

/*
 * libxlsxwriter cuts what a row and a column to repeat are called, such as
 * 'a'!$A:$A,'a'!$1:$1, off at its LXW_DEFINED_NAME_LENGTH bytes, even inside a
 * character; the row alone always fits. Both do if the quoted name has no more
 * bytes than this.
 */
enum { QUOTED_MOST = (LXW_DEFINED_NAME_LENGTH - sizeof "!$A:$A,!$1:$1") / 2 };

/*
 * A scale of colours that is white where nothing changed. Not beside outcomes:
 * a kernel that was added is red by its change alone, though its group is
 * faster, and a change within the noise is neither.
 */
static void
put_heat_map(struct sheet *s, int c)
{
	const struct column_stats *tally = &s->column[c].tally;
	double middle = column_stats_middle(tally),
	       farthest = column_stats_farthest(tally);
	lxw_conditional_format scale = {
	    .type = LXW_CONDITIONAL_3_COLOR_SCALE,
	    .min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .mid_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
	    .min_value = middle - farthest,
	    .mid_value = middle,
	    .max_value = middle + farthest,
	    .min_color = FASTER_RGB,
	    .mid_color = SAME_RGB,
	    .max_color = SLOWER_RGB,
	};

	if (!tally->about.change || farthest == 0 || s->by.outcome)
		return;
	s->legend->change = true;
	errno = 0;
	cells_check(&s->grid, c,
	    worksheet_conditional_format_range(s->grid.worksheet, 1,
		(lxw_col_t)c, s->grid.row - 1, (lxw_col_t)c, &scale));
}

static void
put_total(struct sheet *s, int c)
{
	const struct column_stats *tally = &s->column[c].tally;
	char digits[FIXED_MAX];
	struct span text = {digits, column_stats_total(tally, digits)};
	struct number number;
	enum number_format how;

	if (!cell_value_number(tally->about.kind, text, &number)) {
		cells_text(&s->grid, c, text,
		    cell_formats_total(s->grid.styles, FORMAT_TEXT));
		return;
	}
	how = number_format_of(tally->about, number.decimals);
	cells_widen(
	    &s->grid, c, number_format_width(how, text) + 1); /* it is bold */
	cells_number(
	    &s->grid, c, &number, cell_formats_total(s->grid.styles, how));
}

static void
put_totals(struct sheet *s)
{
	struct span label = span_of("Total");

	s->grid.row++;
	for (int c = 0; c < s->columns; c++) {
		if (s->column[c].tally.about.sums) {
			put_total(s, c);
			continue;
		}
		cells_text(&s->grid, c, label,
		    cell_formats_total(s->grid.styles, FORMAT_TEXT));
		label = span_of("");
	}
}

static size_t
width_of(const struct sheet *s, int c)
{
	size_t width = s->grid.width[c] + WIDTH_AIR;

	if (width < WIDTH_MIN)
		return WIDTH_MIN;
	return width < SHEET_WIDTH_MAX ? width : SHEET_WIDTH_MAX;
}

/* The filter, and no marks on ids for being text that looks like numbers. */
static void
set_range(struct sheet *s)
{
	lxw_worksheet *worksheet = s->grid.worksheet;
	lxw_col_t right = (lxw_col_t)(s->columns + s->whole_names - 1);

	errno = 0;
	worksheet_ignore_errors(
	    worksheet, LXW_IGNORE_NUMBER_STORED_AS_TEXT, "A1:XFD1048576");
	cells_check(&s->grid, 0,
	    worksheet_autofilter(worksheet, 0, 0, s->grid.row - 1, right));
}

/*
 * Of several pages beside each other, each begins with the first column. Long
 * texts in the last one, and the whole names after it, would add empty pages.
 */
static void
set_print(struct sheet *s, lxw_row_t bottom, lxw_row_t charts)
{
	lxw_worksheet *worksheet = s->grid.worksheet;
	int columns = s->columns;
	size_t width = 0, pages = 1;

	if (charts)
		columns += s->whole_names;
	for (int c = 0; c < columns; c++)
		width += width_of(s, c);
	if (charts) {
		columns += CHART_RIGHT;
		width += CHART_RIGHT * (size_t)WIDTH_MIN;
	}
	if (width > PAGE_MOST)
		pages += (width - PAGE_MOST) / (PAGE_MOST - width_of(s, 0)) + 1;
	worksheet_set_landscape(worksheet);
	worksheet_fit_to_pages(worksheet, (uint16_t)pages, 0);
	errno = 0;
	cells_check(&s->grid, 0,
	    worksheet_print_area(worksheet, 0, 0,
		bottom > charts ? bottom : charts,
		(lxw_col_t)(columns < LXW_COL_MAX ? columns - 1
						  : LXW_COL_MAX - 1)));
	if (pages > 1 && strlen(worksheet->quoted_name) <= QUOTED_MOST)
		cells_check(
		    &s->grid, 0, worksheet_repeat_columns(worksheet, 0, 0));
}

void
sheet_end(struct sheet *s, bool last, lxw_row_t chart_rows)
{
	lxw_row_t bottom;

	set_range(s);
	for (int c = 0; c < s->columns; c++)
		put_heat_map(s, c);
	if (s->total && last)
		put_totals(s);
	bottom = s->total && last ? s->grid.row : s->grid.row - 1;
	set_print(s, bottom, chart_rows);
	for (int c = 0; c < s->columns + s->whole_names; c++)
		cells_set_width(&s->grid, c, width_of(s, c));
	cells_dimension(&s->grid, bottom, s->columns + s->whole_names - 1);
}

struct sheet_totals_order {
	const char *sheet;
	bool found;
};

void
sheet_totals_add(struct sheet_totals *t, const char *sheet)
{
	t->all = t->all || !sheet;
	if (!sheet)
		return;
	ARRAY_PUSH(
	    t->order, t->n, &t->cap, (struct sheet_totals_order){sheet, false});
}

bool
sheet_totals_wanted(struct sheet_totals *t, const char *sheet)
{
	bool wanted = t->all;

	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->order[i].sheet, sheet) == 0)
			wanted = t->order[i].found = true;
	return wanted;
}

void
sheet_totals_end(struct sheet_totals *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (!t->order[i].found)
			die("--total=%s: no sheet of rows has this name",
			    t->order[i].sheet);
	free(t->order);
}
