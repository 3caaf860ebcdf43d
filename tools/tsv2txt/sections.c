#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/input/lines.h"
#include "tools/tsv2txt/cell.h"
#include "tools/tsv2txt/view.h"

/* A part of the page: its lines, and the columns that it uses. */
struct part {
	struct span lines;
	size_t n; /* columns used */
	size_t *column;
	struct span *name;
	struct span *field; /* of a record, those columns only */
};

/* The page, and room for a record. */
struct page {
	const struct span *names;
	size_t n;
	struct view_options options;
	struct span *record;
	struct part part;
	struct buf *out;
};

bool
sections_are(const struct span *names, size_t n)
{
	return n > 1 && span_is(names[0], "section");
}

/* The name of a line's section. */
static struct span
section_of(struct span line)
{
	return span_take(&line, '\t');
}

/* Takes the lines with the same section off. */
static struct span
take_section(struct span *rest)
{
	struct span part = *rest, section = section_of(*rest);

	while (rest->n && span_equal(section_of(*rest), section))
		span_take(rest, '\n');
	part.n -= rest->n;
	return part;
}

static void
find_columns(struct page *p)
{
	struct span rest = p->part.lines;
	bool *used = (bool *)p->part.field; /* room that is free now */

	memset(used, 0, p->n * sizeof *used);
	while (rest.n) {
		lines_split(span_take(&rest, '\n'), '\t', p->record, p->n);
		for (size_t i = 1; i < p->n; i++)
			used[i] |= p->record[i].n > 0;
	}
	p->part.n = 0;
	for (size_t i = 1; i < p->n; i++)
		if (used[i]) {
			p->part.name[p->part.n] = p->names[i];
			p->part.column[p->part.n++] = i;
		}
}

/* The next record's fields in the columns used; false at the end. */
static bool
next_record(struct page *p, struct span *rest)
{
	if (rest->n == 0)
		return false;
	lines_split(span_take(rest, '\n'), '\t', p->record, p->n);
	for (size_t i = 0; i < p->part.n; i++)
		p->part.field[i] = p->record[p->part.column[i]];
	return true;
}

/* Words of a text, on as many lines as they take. */
static void
print_words(struct page *p, struct span text)
{
	struct line_writer lines = {.out = p->out};
	struct cell cell = {.utf8 = p->options.utf8};
	struct footnote note = {&lines, &cell, p->options.width, 0};

	while (text.n)
		footnote_add(&note, span_take(&text, ' '), "");
	line_writer_end(&lines);
	cell_free(&cell);
}

/* A text alone, or of one of several pairs of cycles. */
static bool
is_text(const struct part *p)
{
	return p->n == 1 || (p->n == 2 && span_is(p->name[0], "pair"));
}

static void
print_texts(struct page *p)
{
	struct span rest = p->part.lines;
	struct buf text = {0};

	while (next_record(p, &rest)) {
		text.n = 0;
		if (p->part.n == 2)
			BUF_ADD_ALL(&text, span_of("pair "), p->part.field[0],
			    span_of(": "));
		buf_add_span(&text, p->part.field[p->part.n - 1]);
		print_words(p, buf_span(&text));
	}
	buf_free(&text);
}

static void
fill_view(struct page *p, struct view *v)
{
	struct span rest = p->part.lines;

	while (next_record(p, &rest))
		view_names(v, p->part.field);
	view_choose_names(v);
	rest = p->part.lines;
	while (next_record(p, &rest))
		view_look(v, p->part.field);
}

static void
print_table(struct page *p)
{
	struct view *v = view_new(p->part.name, (int)p->part.n, p->options);
	struct span rest = p->part.lines;

	fill_view(p, v);
	view_header(v, p->part.name, true, p->out);
	while (next_record(p, &rest))
		view_record(v, p->part.field, p->out);
	view_notes(v, p->part.name, (struct span){"", 0}, p->out);
	view_free(v);
}

/* The section's name with a capital, as headings have it. */
static void
print_heading(struct page *p, bool first)
{
	struct span name = section_of(p->part.lines);
	const char *on = p->options.color ? "\x1B[1m" : "";
	const char *off = p->options.color ? "\x1B[m" : "";
	struct cell cell = {.utf8 = p->options.utf8};

	cell_set(&cell, name);
	if (cell.text.n && cell.text.p[0] >= 'a' && cell.text.p[0] <= 'z')
		cell.text.p[0] = (char)(cell.text.p[0] - 'a' + 'A');
	if (!first)
		buf_add(p->out, "\n", 1);
	BUF_ADD_ALL(p->out, span_of(on), buf_span(&cell.text), span_of(off),
	    span_of("\n"));
	cell_free(&cell);
}

static void
print_part(struct page *p, bool first)
{
	find_columns(p);
	print_heading(p, first);
	if (is_text(&p->part))
		print_texts(p);
	else if (p->part.n > 1)
		print_table(p);
}

void
sections_print(struct span lines, const struct span *names, size_t n,
    struct view_options options, struct buf *out)
{
	struct page p = {.names = names,
	    .n = n,
	    .options = options,
	    .record = xcalloc(n, sizeof *p.record),
	    .part = {.column = xcalloc(n, sizeof *p.part.column),
		.name = xcalloc(n, sizeof *p.part.name),
		.field = xcalloc(n, sizeof *p.part.field)},
	    .out = out};

	for (bool first = true; lines.n; first = false) {
		p.part.lines = take_section(&lines);
		print_part(&p, first);
	}
	free(p.record);
	free(p.part.column);
	free(p.part.name);
	free(p.part.field);
}
