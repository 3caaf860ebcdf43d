#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "tools/csv2xlsx/cells.h"

/* Of a time the ninth decimals are added, of which a thousandth has so many. */
enum { DECIMALS = 9, THOUSANDTH = 1000000 };
static const wide MOST = (wide)INT64_MAX * THOUSANDTH;

/* A time so large that nine decimals do not fit counts with three. */
static int
parse_time(struct span text, wide *v)
{
	int64_t coarse, fine;

	if (!fixed_parse_usual(text, &coarse)) {
		if (fixed_parse_decimals(text, DECIMALS, &fine) == 0) {
			*v = fine;
			return 0;
		}
		if (fixed_parse_us(text, &coarse))
			return -1;
	}
	*v = (wide)coarse * THOUSANDTH;
	return 0;
}

int
column_stats_add(struct column_stats *t, struct span text)
{
	bool time = t->about.kind == COLUMN_TIME;
	int64_t whole = 0;
	wide v = 0;

	if (!t->about.sums)
		return 0;
	if (time ? parse_time(text, &v) : fixed_parse_int(text, &whole)) {
		t->about.sums = false;
		return 0;
	}
	t->total += v + (wide)whole * THOUSANDTH;
	return t->total < -MOST || t->total > MOST ? -1 : 0;
}

size_t
column_stats_total(const struct column_stats *t, char *out)
{
	wide half = t->total < 0 ? -THOUSANDTH / 2 : THOUSANDTH / 2;
	int64_t total = (int64_t)((t->total + half) / THOUSANDTH);

	return t->about.kind == COLUMN_TIME ? fixed_print_us(out, total)
					    : fixed_print_int(out, total);
}

void
column_stats_change(struct column_stats *t, double v)
{
	t->change = fmax(t->change, fabs(v - column_stats_middle(t)));
}

double
column_stats_middle(const struct column_stats *t)
{
	return t->about.kind == COLUMN_RATIO ? 1 : 0;
}

double
column_stats_farthest(const struct column_stats *t)
{
	double most = t->about.kind == COLUMN_PERCENT ? 100
	    : t->about.kind == COLUMN_RATIO           ? 1
						      : INFINITY;

	return fmin(t->change, most);
}

enum { CELLS_TEXT_MAX = 32767 }; /* UTF-16 units in a cell */

struct distinct_names *
cells_kernels(struct table *t, int n)
{
	struct distinct_names *kernels = distinct_names_new();

	for (int c = 0; c < table_columns(t); c++)
		if (column_of(table_name(t, c)).kernels)
			for (int i = 0; i < n; i++)
				distinct_names_add(
				    kernels, table_seen(t, i, c));
	distinct_names_choose(kernels);
	return kernels;
}

void
cells_free(struct cells *g)
{
	buf_free(&g->text);
	free(g->width);
}

void
cells_dimension(struct cells *g, lxw_row_t row, int column)
{
	g->worksheet->dim_rowmin = 0;
	g->worksheet->dim_rowmax = row;
	g->worksheet->dim_colmin = 0;
	g->worksheet->dim_colmax = (lxw_col_t)column;
}

void
cells_set_width(struct cells *g, int column, size_t width)
{
	errno = 0;
	cells_check(g, column,
	    worksheet_set_column(g->worksheet, (lxw_col_t)column,
		(lxw_col_t)column, (double)width, NULL));
}

void
cells_fail(struct cells *g, int column, const char *what)
{
	if (column >= table_columns(g->table))
		column = g->source;
	table_fail(g->table, column, what);
	die("%s", table_error(g->table));
}

void
cells_check(struct cells *g, int column, lxw_error error)
{
	if (errno == ENOMEM || error == LXW_ERROR_MEMORY_MALLOC_FAILED)
		memory_out();
	if (error)
		cells_fail(g, column, lxw_strerror(error));
}

static struct row_xml_cell
cell(const struct cells *g, int column, lxw_format *format)
{
	return (struct row_xml_cell){
	    g->row, column, lxw_format_get_xf_index(format)};
}

void
cells_text(struct cells *g, int column, struct span text, lxw_format *format)
{
	struct row_xml_cell at = cell(g, column, format);
	bool plain = cell_value_is_plain(text);

	if (!plain) {
		cell_value_text(&g->text, text);
		text = (struct span){g->text.p, g->text.n - 1};
	}
	if ((plain ? text.n : cell_value_units(text)) > CELLS_TEXT_MAX)
		cells_fail(g, column,
		    "the text is longer than the 32767 characters that a cell "
		    "holds");
	if (plain)
		row_xml_plain(g->rows, at, text);
	else
		row_xml_text(g->rows, at, text);
}

void
cells_number(
    struct cells *g, int column, const struct number *x, lxw_format *format)
{
	row_xml_number(g->rows, cell(g, column, format),
	    (struct span){x->stored, x->stored_n});
}

void
cells_blank(struct cells *g, int column, struct look look)
{
	row_xml_blank(g->rows,
	    cell(g, column, cell_formats_cell(g->styles, FORMAT_TEXT, look)));
}

void
cells_widen(struct cells *g, int column, size_t width)
{
	if (g->width[column] < width)
		g->width[column] = width;
}

void
cells_field(struct cells *g, int column, struct span text,
    enum number_format how, struct look look)
{
	cells_widen(g, column, number_format_width(how, text));
	cells_text(g, column, text, cell_formats_cell(g->styles, how, look));
}

void
cells_value(struct cells *g, int column, struct span text,
    const struct number *number, const struct column *about, struct look look)
{
	enum number_format how = number_format_of(*about, number->decimals);

	cells_widen(g, column, number_format_width(how, text));
	cells_number(
	    g, column, number, cell_formats_cell(g->styles, how, look));
}

/* The tone of a word, which the legend then explains. */
static enum tone
legend_tone(struct legend *l, struct span value)
{
	for (size_t i = 0; i < TONE_WORDS; i++) {
		if (!span_is(value, tone_words[i].word))
			continue;
		l->seen[i] = true;
		l->rows |= tone_words[i].tone != TONE_NONE;
		return tone_words[i].tone;
	}
	return TONE_NONE;
}

static struct span
field_of(struct table *t, int record, int column)
{
	return record < 0 ? table_field(t, column)
			  : table_seen(t, record, column);
}

enum tone
legend_row_tone(
    struct legend *l, const struct row_columns *by, struct table *t, int record)
{
	bool moved = by->moved >= 0 && field_of(t, record, by->moved).n > 0;

	return by->match < 0
	    ? TONE_NONE
	    : legend_tone(
		  l, row_word(by, field_of(t, record, by->match), moved));
}

enum tone
legend_cell_tone(struct legend *l, const struct row_columns *by, int column,
    enum column_kind kind, struct span text, enum tone row)
{
	enum tone tone = row_cell_tone(by, column, kind, text, row);

	if (kind == COLUMN_MATCH && !by->outcome)
		(void)legend_tone(l, text);
	l->group |= column == by->group && tone != TONE_NONE;
	return tone;
}
