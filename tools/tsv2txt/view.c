#include <math.h>
#include <stdlib.h>

#include "common/column.h"
#include "common/number.h"
#include "tools/tsv2txt/cell.h"
#include "tools/tsv2txt/layout.h"
#include "tools/tsv2txt/view.h"

/* A change shows its colour from this part of the column's largest on. */
static const double SHOWS = 0.1;

struct column_view {
	enum column_kind kind;
	bool change;
	bool numbers, texts; /* were any seen? */
	double largest;      /* of a change column: the largest change */
};

struct view {
	struct view_options options;
	size_t n;
	struct column_view *columns;
	struct layout_column *layout;
	struct cell cell;

	struct buf *out;
	size_t blanks; /* to put in front of the next text */
	bool no_memory;
};

struct view *
view_new(const struct span *names, int n, struct view_options options)
{
	struct view *v = calloc(1, sizeof *v);

	if (!v)
		return NULL;
	v->options = options;
	v->n = (size_t)n;
	v->cell.utf8 = options.utf8;
	v->columns = calloc(v->n, sizeof *v->columns);
	v->layout = calloc(v->n, sizeof *v->layout);
	if (!v->columns || !v->layout) {
		view_free(v);
		return NULL;
	}
	for (size_t i = 0; i < v->n; i++) {
		struct column c = column_of(names[i]);

		v->columns[i].kind = c.kind;
		v->columns[i].change = c.change;
	}
	return v;
}

void
view_free(struct view *v)
{
	if (!v)
		return;
	free(v->columns);
	free(v->layout);
	cell_free(&v->cell);
	free(v);
}

/*
 * How much the field of a change column differs from no change; not a number if
 * it is none. A double will do for a colour.
 */
static double
change_of(const struct column_view *c, struct span field)
{
	char text[64];

	if (!c->change || !number_is(field) || field.n >= sizeof text)
		return NAN;
	memcpy(text, field.p, field.n);
	text[field.n] = '\0';
	return strtod(text, NULL) - (c->kind == COLUMN_RATIO);
}

static void
look_at_value(struct column_view *c, struct span field)
{
	double change = fabs(change_of(c, field));

	if (field.n && number_is(field))
		c->numbers = true;
	else if (field.n)
		c->texts = true;
	if (change > c->largest && isfinite(change))
		c->largest = change;
}

/* Makes each column wide enough for these. */
static int
look_at_widths(struct view *v, const struct span *fields)
{
	for (size_t i = 0; i < v->n; i++) {
		if (cell_set(&v->cell, fields[i]))
			return -1;
		if (v->cell.width > v->layout[i].width)
			v->layout[i].width = v->cell.width;
	}
	return 0;
}

int
view_look(struct view *v, const struct span *fields)
{
	for (size_t i = 0; i < v->n; i++)
		look_at_value(&v->columns[i], fields[i]);
	return look_at_widths(v, fields);
}

static bool
goes_right(const struct column_view *c)
{
	if (c->kind == COLUMN_OTHER)
		return c->numbers && !c->texts;
	return column_is_number(c->kind);
}

/* The parameters of the terminal's sequence SGR (ECMA-48, 8.3.117), or "". */
static const char *
sgr_of_tone(enum tone tone)
{
	static const char *const sgr[TONES] = {
	    [TONE_NONE] = "",
	    [TONE_GOOD] = "32",
	    [TONE_NEAR] = "36",
	    [TONE_NEW] = "33",
	    [TONE_BAD] = "31",
	    [TONE_MOVED] = "90",
	};

	return sgr[tone];
}

/* The tone of the record: of its first value that has one. */
static enum tone
tone_of_record(const struct view *v, const struct span *fields)
{
	enum tone tone = TONE_NONE;

	for (size_t i = 0; i < v->n && tone == TONE_NONE; i++)
		if (v->columns[i].kind == COLUMN_MATCH)
			tone = column_tone(fields[i]);
	return tone;
}

/*
 * What counts as the largest change: as in a workbook, one outlier beyond twice
 * the baseline does not make all others look small.
 */
static double
reach_of(const struct column_view *c)
{
	if (c->kind == COLUMN_PERCENT)
		return fmin(c->largest, 100);
	return c->kind == COLUMN_RATIO ? fmin(c->largest, 1) : c->largest;
}

/* A change is red or green, and has no colour where it is small. */
static enum tone
tone_of_field(const struct column_view *c, struct span field, enum tone record)
{
	double change = change_of(c, field);

	if (c->kind == COLUMN_MATCH)
		return column_tone(field);
	if (!c->change)
		return record;
	if (!(fabs(change) >= reach_of(c) * SHOWS) || change == 0)
		return TONE_NONE;
	return change > 0 ? TONE_BAD : TONE_GOOD;
}

static void
put(struct view *v, struct span s)
{
	if (buf_add(v->out, s.p, s.n))
		v->no_memory = true;
}

static void
put_blanks(struct view *v)
{
	for (; v->blanks; v->blanks--)
		put(v, span_of(" "));
}

/* The cell in its place: what is left of the column's width is blank. */
static void
put_cell(struct view *v, size_t i, const char *sgr)
{
	size_t width = v->layout[i].width;
	size_t rest = width > v->cell.width ? width - v->cell.width : 0;
	bool right = goes_right(&v->columns[i]);
	bool colored = v->options.color && *sgr;

	if (right)
		v->blanks += rest;
	if (v->cell.text.n)
		put_blanks(v);
	if (colored && v->cell.text.n) {
		put(v, span_of("\x1B["));
		put(v, span_of(sgr));
		put(v, span_of("m"));
	}
	put(v, buf_span(&v->cell.text));
	if (colored && v->cell.text.n)
		put(v, span_of("\x1B[m"));
	if (!right)
		v->blanks += rest;
}

static void
put_field(struct view *v, size_t i, struct span field, const char *sgr)
{
	if (cell_set(&v->cell, field))
		v->no_memory = true;
	else if (v->options.width != LAYOUT_UNLIMITED && !number_is(field))
		cell_shorten(&v->cell, v->layout[i].width);
	put_cell(v, i, sgr);
}

static void
end_line(struct view *v)
{
	v->blanks = 0;
	put(v, span_of("\n"));
}

/* The blanks before a column; before the first of a further line, its LF. */
static void
start_column(struct view *v, size_t i)
{
	if (i == 0)
		return;
	if (v->layout[i].line == v->layout[i - 1].line) {
		v->blanks += LAYOUT_GAP;
		return;
	}
	end_line(v);
	v->blanks = LAYOUT_INDENT;
}

static void
put_rule(struct view *v, size_t width)
{
	while (width--)
		put(v, span_of(v->options.utf8 ? "\xE2\x94\x80" : "-"));
	end_line(v);
}

int
view_header(struct view *v, const struct span *names, struct buf *out)
{
	size_t width;

	v->out = out;
	if (look_at_widths(v, names))
		return -1;
	for (size_t i = 0; i < v->n; i++)
		v->layout[i].text = v->columns[i].texts;
	width = layout_fit(v->layout, v->n, v->options.width);
	for (size_t i = 0; i < v->n; i++) {
		start_column(v, i);
		put_field(v, i, names[i], "1");
	}
	end_line(v);
	put_rule(v, width);
	return v->no_memory ? -1 : 0;
}

int
view_record(struct view *v, const struct span *fields, struct buf *out)
{
	enum tone record = tone_of_record(v, fields);

	v->out = out;
	for (size_t i = 0; i < v->n; i++) {
		enum tone tone =
		    tone_of_field(&v->columns[i], fields[i], record);

		start_column(v, i);
		put_field(v, i, fields[i], sgr_of_tone(tone));
	}
	end_line(v);
	return v->no_memory ? -1 : 0;
}
