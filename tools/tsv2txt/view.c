#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/meaning/palette.h"
#include "common/meaning/short_name.h"
#include "tools/tsv2txt/cell.h"
#include "tools/tsv2txt/layout.h"
#include "tools/tsv2txt/look.h"
#include "tools/tsv2txt/view.h"

struct view {
	struct view_options options;
	size_t n, records; /* columns; records looked at */
	struct look *look; /* of each column */
	struct row_columns by;
	struct distinct_names *kernels;
	struct choose_column *choice;
	size_t nshown;
	struct layout_column *layout; /* of the columns that are shown */
	struct cell cell;
	struct line_writer lines;
	char sgr[32]; /* see sgr_of_tone */
};

struct view *
view_new(const struct span *names, int n, struct view_options options)
{
	struct view *v = xcalloc(1, sizeof *v);

	v->options = options;
	v->n = (size_t)n;
	v->cell.utf8 = options.utf8;
	v->kernels = distinct_names_new();
	v->look = xcalloc(v->n, sizeof *v->look);
	v->choice = xcalloc(v->n, sizeof *v->choice);
	v->layout = xcalloc(v->n, sizeof *v->layout);
	look_columns(v->look, &v->by, names, v->n);
	return v;
}

void
view_free(struct view *v)
{
	for (size_t i = 0; i < v->n; i++)
		look_free(&v->look[i]);
	distinct_names_free(v->kernels);
	free(v->look);
	free(v->choice);
	free(v->layout);
	cell_free(&v->cell);
	free(v);
}

/* Does a column show short names? */
static bool
has_kernels(const struct view *v, size_t i)
{
	return v->look[i].kernels && !v->options.full_names;
}

void
view_names(struct view *v, const struct span *fields)
{
	for (size_t i = 0; i < v->n; i++)
		if (has_kernels(v, i))
			distinct_names_add(v->kernels, fields[i]);
}

void
view_choose_names(struct view *v)
{
	distinct_names_choose(v->kernels);
}

/* The text shown for a field of the i-th column, valid until the next call. */
static struct span
text_of(struct view *v, size_t i, struct span field)
{
	if (has_kernels(v, i) && field.n)
		return distinct_names_get(v->kernels, field);
	return field;
}

/* Makes a column wide enough for a text. */
static void
look_at_width(struct view *v, size_t i, struct span text)
{
	cell_set(&v->cell, text);
	if (v->cell.width > v->choice[i].width)
		v->choice[i].width = v->cell.width;
}

void
view_look(struct view *v, const struct span *fields)
{
	size_t leader = v->n; /* the first column that changes here */

	v->records++;
	for (size_t i = 0; i < v->n; i++) {
		bool changed = look_at(&v->look[i], fields[i]);

		if (changed && leader == v->n)
			leader = i;
		if (changed && v->look[i].leader < leader)
			v->look[i].leader = leader;
		look_at_width(v, i, text_of(v, i, fields[i]));
	}
}

/*
 * The parameters of the terminal's sequence SGR (ECMA-48, 8.3.117), or "". A
 * kind of work has its colour behind it, and black or white is readable there.
 */
static const char *
sgr_of_tone(struct view *v, enum tone tone)
{
	static const char *const sgr[TONE_WORK] = {
	    [TONE_NONE] = "",
	    [TONE_GOOD] = "32",
	    [TONE_NEAR] = "36",
	    [TONE_NEW] = "33",
	    [TONE_BAD] = "31",
	    [TONE_MOVED] = "90",
	    [TONE_ODD] = "35",
	    [TONE_EVEN] = "34",
	};

	if (tone < TONE_WORK)
		return sgr[tone];
	snprintf(v->sgr, sizeof v->sgr, "38;5;%d;48;5;%d",
	    palette_is_light(tone_rgb(tone)) ? 16 : 231,
	    palette_terminal(tone_rgb(tone)));
	return v->sgr;
}

/* The cell in its place: what is left of the column's width is blank. */
static void
put_cell(struct view *v, size_t width, bool right, const char *sgr)
{
	size_t rest = width > v->cell.width ? width - v->cell.width : 0;
	bool colored = v->options.color && *sgr && v->cell.text.n;

	if (right)
		v->lines.blanks += rest;
	if (colored) {
		line_writer_text(&v->lines, span_of("\x1B["));
		line_writer_text(&v->lines, span_of(sgr));
		line_writer_text(&v->lines, span_of("m"));
	}
	line_writer_text(&v->lines, buf_span(&v->cell.text));
	if (colored)
		line_writer_text(&v->lines, span_of("\x1B[m"));
	if (!right)
		v->lines.blanks += rest;
}

/* A field in the k-th column that is shown. */
static void
put_field(struct view *v, size_t k, struct span field, const char *sgr)
{
	size_t width = v->layout[k].width;

	if (number_is(field))
		cell_set(&v->cell, field);
	else
		cell_set_within(&v->cell, field, width);
	put_cell(v, width, look_is_number(&v->look[v->layout[k].column]), sgr);
}

/* The blanks before a column; before the first of a further line, its LF. */
static void
start_column(struct view *v, size_t k)
{
	if (k == 0)
		return;
	if (v->layout[k].line == v->layout[k - 1].line) {
		v->lines.blanks += LAYOUT_GAP;
		return;
	}
	line_writer_end(&v->lines);
	v->lines.blanks = LAYOUT_INDENT;
}

static void
put_rule(struct view *v, size_t width)
{
	while (width--)
		line_writer_text(
		    &v->lines, span_of(v->options.utf8 ? "\xE2\x94\x80" : "-"));
	line_writer_end(&v->lines);
}

/*
 * The first column that varies says what a record is about. If it keeps its
 * value in three of four records, the columns that follow it are those that
 * change only where it changes, and where no column between them does.
 */
static void
find_followers(struct view *v)
{
	size_t first = 0;

	while (first < v->n && !v->look[first].varies)
		first++;
	if (first < v->n)
		v->choice[first].key = true;
	if (first == v->n || v->look[first].changes * 4 > v->records)
		return;
	for (size_t i = first + 1; i < v->n; i++)
		v->choice[i].follows =
		    v->look[i].varies && v->look[i].leader == first;
}

/* Decides which columns are shown; one record is not enough to be the same. */
static void
choose_columns(struct view *v, bool whole)
{
	for (size_t i = 0; i < v->n; i++) {
		struct look *l = &v->look[i];

		v->choice[i].text = l->texts;
		v->choice[i].second = l->second;
		v->choice[i].key =
		    l->kernels || l->structure || l->kind == COLUMN_GROUP;
		v->choice[i].same = whole && !l->varies &&
		    (v->records > 1 || (l->seen && l->first.n == 0));
	}
	find_followers(v);
	if (!v->options.all)
		layout_choose(v->choice, v->n, v->options.width);
	for (size_t i = 0; i < v->n; i++) {
		if (v->choice[i].choice != CHOICE_SHOWN)
			continue;
		v->layout[v->nshown++] = (struct layout_column){
		    i, v->choice[i].width, v->choice[i].text, 0};
	}
}

void
view_header(
    struct view *v, const struct span *names, bool whole, struct buf *out)
{
	size_t width;

	v->lines.out = out;
	for (size_t i = 0; i < v->n; i++)
		look_at_width(v, i, names[i]);
	choose_columns(v, whole);
	width = layout_fit(v->layout, v->nshown, v->options.width);
	for (size_t k = 0; k < v->nshown; k++) {
		start_column(v, k);
		put_field(v, k, names[v->layout[k].column], "1");
	}
	line_writer_end(&v->lines);
	put_rule(v, width);
}

static enum tone
tone_of(const struct view *v, size_t i, struct span field, enum tone record)
{
	const struct look *l = &v->look[i];

	return l->change
	    ? look_change_tone(l, field)
	    : row_cell_tone(&v->by, (int)i, l->kind, field, record);
}

void
view_record(struct view *v, const struct span *fields, struct buf *out)
{
	enum tone record = TONE_NONE, tone = TONE_NONE;

	v->lines.out = out;
	if (v->options.color)
		record = look_record_tone(&v->by, fields);
	for (size_t k = 0; k < v->nshown; k++) {
		size_t i = v->layout[k].column;

		if (v->options.color)
			tone = tone_of(v, i, fields[i], record);
		start_column(v, k);
		put_field(v, k, text_of(v, i, fields[i]), sgr_of_tone(v, tone));
	}
	line_writer_end(&v->lines);
}

/* "reps 24", "moved (empty)", or only the name. */
static void
add_left_out(struct view *v, struct footnote *note, size_t i, struct span name,
    const char *mark)
{
	struct span value = text_of(v, i, buf_span(&v->look[i].first));
	struct buf text = {0};

	if (value.n == 0)
		value = span_of("(empty)");
	buf_add(&text, name.p, name.n);
	if (v->choice[i].choice == CHOICE_SAME)
		BUF_ADD_ALL(&text, span_of(" "), value);
	footnote_add(note, buf_span(&text), mark);
	buf_free(&text);
}

static size_t
count_left_out(const struct view *v, enum choice choice)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += v->choice[i].choice == choice;
	return n;
}

static void
put_note(struct view *v, const struct span *names, enum choice choice,
    const char *head)
{
	struct footnote note = {&v->lines, &v->cell, v->options.width, 0};
	size_t n = count_left_out(v, choice);

	if (n == 0)
		return;
	footnote_add(&note, span_of(head), "");
	for (size_t i = 0; i < v->n; i++)
		if (v->choice[i].choice == choice)
			add_left_out(v, &note, i, names[i], --n ? "," : "");
	line_writer_end(&v->lines);
}

void
view_notes(
    struct view *v, const struct span *names, struct span more, struct buf *out)
{
	v->lines.out = out;
	if (v->nshown < v->n || more.n)
		line_writer_end(&v->lines);
	put_note(v, names, CHOICE_SAME, "The same in all records:");
	put_note(v, names, CHOICE_NO_ROOM, "Not shown without --all:");
	if (more.n) {
		line_writer_text(&v->lines, more);
		line_writer_end(&v->lines);
	}
}
