#include <stdlib.h>

#include "common/number.h"
#include "tools/tsv2txt/cell.h"
#include "tools/tsv2txt/choose.h"
#include "tools/tsv2txt/layout.h"
#include "tools/tsv2txt/look.h"
#include "tools/tsv2txt/view.h"

enum { NOTE_PIECE = 60 }; /* a long value is shortened, a name never */

struct view {
	struct view_options options;
	size_t n, records; /* columns; records looked at */
	struct look *look; /* of each column */
	struct choose_column *choice;
	size_t nshown;
	size_t *shown; /* columns, and the layout of each of them */
	struct layout_column *layout;
	struct cell cell;

	struct buf *out;
	size_t blanks; /* to put in front of the next text */
	size_t used;   /* of the line of a note */
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
	v->look = calloc(v->n, sizeof *v->look);
	v->choice = calloc(v->n, sizeof *v->choice);
	v->shown = calloc(v->n, sizeof *v->shown);
	v->layout = calloc(v->n, sizeof *v->layout);
	if (!v->look || !v->choice || !v->shown || !v->layout) {
		view_free(v);
		return NULL;
	}
	for (size_t i = 0; i < v->n; i++)
		v->look[i] = look_new(names[i]);
	return v;
}

void
view_free(struct view *v)
{
	if (!v)
		return;
	for (size_t i = 0; v->look && i < v->n; i++)
		look_free(&v->look[i]);
	free(v->look);
	free(v->choice);
	free(v->shown);
	free(v->layout);
	cell_free(&v->cell);
	free(v);
}

/* Makes each column wide enough for these. */
static int
look_at_widths(struct view *v, const struct span *fields)
{
	for (size_t i = 0; i < v->n; i++) {
		if (cell_set(&v->cell, fields[i]))
			return -1;
		if (v->cell.width > v->choice[i].width)
			v->choice[i].width = v->cell.width;
	}
	return 0;
}

int
view_look(struct view *v, const struct span *fields)
{
	v->records++;
	for (size_t i = 0; i < v->n; i++)
		if (look_at(&v->look[i], fields[i]))
			return -1;
	return look_at_widths(v, fields);
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
	    [TONE_ODD] = "35",
	    [TONE_EVEN] = "34",
	};

	return sgr[tone];
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
	if (v->blanks == 0)
		return;
	if (buf_reserve(v->out, v->blanks)) {
		v->no_memory = true;
	} else {
		memset(v->out->p + v->out->n, ' ', v->blanks);
		v->out->n += v->blanks;
	}
	v->blanks = 0;
}

/* The cell in its place: what is left of the column's width is blank. */
static void
put_cell(struct view *v, size_t width, bool right, const char *sgr)
{
	size_t rest = width > v->cell.width ? width - v->cell.width : 0;
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

/* A field in the k-th column that is shown. */
static void
put_field(struct view *v, size_t k, struct span field, const char *sgr)
{
	size_t width = v->layout[k].width;
	bool whole = v->options.width == LAYOUT_UNLIMITED || number_is(field);

	if (whole ? cell_set(&v->cell, field)
		  : cell_set_within(&v->cell, field, width))
		v->no_memory = true;
	put_cell(v, width, look_is_number(&v->look[v->shown[k]]), sgr);
}

static void
end_line(struct view *v)
{
	v->blanks = 0;
	put(v, span_of("\n"));
}

/* The blanks before a column; before the first of a further line, its LF. */
static void
start_column(struct view *v, size_t k)
{
	if (k == 0)
		return;
	if (v->layout[k].line == v->layout[k - 1].line) {
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

/* Decides which columns are shown; one record is not enough to be the same. */
static void
choose_columns(struct view *v, bool whole)
{
	for (size_t i = 0; i < v->n; i++) {
		struct look *l = &v->look[i];

		v->choice[i].text = l->texts;
		v->choice[i].same = whole && !l->varies &&
		    (v->records > 1 || (l->seen && l->first.n == 0));
	}
	if (!v->options.all)
		choose(v->choice, v->n, v->options.width);
	for (size_t i = 0; i < v->n; i++) {
		if (v->choice[i].choice != CHOICE_SHOWN)
			continue;
		v->layout[v->nshown] = (struct layout_column){
		    .width = v->choice[i].width, .text = v->choice[i].text};
		v->shown[v->nshown++] = i;
	}
}

int
view_header(
    struct view *v, const struct span *names, bool whole, struct buf *out)
{
	size_t width;

	v->out = out;
	if (look_at_widths(v, names))
		return -1;
	choose_columns(v, whole);
	width = layout_fit(v->layout, v->nshown, v->options.width);
	for (size_t k = 0; k < v->nshown; k++) {
		start_column(v, k);
		put_field(v, k, names[v->shown[k]], "1");
	}
	end_line(v);
	put_rule(v, width);
	return v->no_memory ? -1 : 0;
}

int
view_record(struct view *v, const struct span *fields, struct buf *out)
{
	enum tone record = look_record_tone(v->look, fields, v->n);

	v->out = out;
	for (size_t k = 0; k < v->nshown; k++) {
		size_t i = v->shown[k];
		enum tone tone = look_tone(&v->look[i], fields[i], record);

		start_column(v, k);
		put_field(v, k, fields[i], sgr_of_tone(tone));
	}
	end_line(v);
	return v->no_memory ? -1 : 0;
}

/* --- what was left out --- */

/* Adds a piece to a note, on a further line if this one is full. */
static void
add_note(struct view *v, struct span s, const char *mark)
{
	size_t gap = v->used ? 1 : 0, most = v->options.width;

	if (cell_set(&v->cell, s))
		v->no_memory = true;
	cell_shorten(&v->cell, most > NOTE_PIECE ? most : NOTE_PIECE);
	if (v->used && v->used + gap + v->cell.width + 1 > most) {
		end_line(v);
		v->used = gap = 0;
	}
	put(v, span_of(gap ? " " : ""));
	put(v, buf_span(&v->cell.text));
	put(v, span_of(mark));
	v->used += gap + v->cell.width + 1;
}

/* "reps 24", "moved (empty)", or only the name. */
static void
add_left_out(struct view *v, size_t i, struct span name, const char *mark)
{
	struct span value = buf_span(&v->look[i].first);
	struct buf text = {0};

	if (value.n == 0)
		value = span_of("(empty)");
	if (buf_add(&text, name.p, name.n))
		v->no_memory = true;
	if (v->choice[i].choice == CHOICE_SAME &&
	    (buf_add(&text, " ", 1) || buf_add(&text, value.p, value.n)))
		v->no_memory = true;
	add_note(v, buf_span(&text), mark);
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
	size_t n = count_left_out(v, choice);

	if (n == 0)
		return;
	v->used = 0;
	add_note(v, span_of(head), "");
	for (size_t i = 0; i < v->n; i++)
		if (v->choice[i].choice == choice)
			add_left_out(v, i, names[i], --n ? "," : "");
	end_line(v);
}

int
view_notes(struct view *v, const struct span *names, struct buf *out)
{
	v->out = out;
	if (v->nshown < v->n)
		end_line(v);
	put_note(v, names, CHOICE_SAME, "The same in all records:");
	put_note(v, names, CHOICE_NO_ROOM, "Not shown without --all:");
	return v->no_memory ? -1 : 0;
}
