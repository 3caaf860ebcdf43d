#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/utf8.h"
#include "common/bytes/xstring.h"
#include "tools/xlsx2tsv/workbook.h"

/* Where a cell's text is. */
struct cell {
	size_t from, n;
	bool taken;
};

struct reading {
	struct workbook *book;
	XML_Parser parser;

	/* rels: the target of the relation with this id */
	const char *wanted;
	char target[256];

	/* strings and cells */
	bool in_text, phonetic;
	int64_t number; /* of the row, from 1 */
	int64_t given;  /* rows so far, with those left out; 0: none */
	char type;      /* of the cell: s shared, i inline or text, else n */
	size_t column, columns;
	struct cell *cell;
	size_t cell_cap;
	struct buf text;
	size_t from;
	struct span *field;
	size_t field_cap;
	workbook_row *row; /* NULL: of strings */
	void *to;
};

static void
stop(struct reading *r, const char *what)
{
	if (!r->book->error)
		r->book->error = what;
	(void)XML_StopParser(r->parser, XML_FALSE);
}

/* Is it of that name? Some programs write a prefix before each: `x:row`. */
static bool
is(const char *tag, const char *name)
{
	const char *prefix = strchr(tag, ':');

	return strcmp(prefix ? prefix + 1 : tag, name) == 0;
}

static const char *
attribute(const char **list, const char *name)
{
	for (; *list; list += 2)
		if (is(*list, name))
			return list[1];
	return NULL;
}

static void
refuse_doctype(void *p, const char *name, const char *system,
    const char *public, int internal)
{
	(void)name;
	(void)system;
	(void)public;
	(void)internal;
	stop(p, "a document type in the workbook");
}

static int
parse_piece(void *p, struct span bytes)
{
	struct reading *r = p;

	return XML_Parse(r->parser, bytes.p, (int)bytes.n, XML_FALSE) ==
		XML_STATUS_OK
	    ? 0
	    : -1;
}

/* Parses the member of that name. Returns 1, 0 if there is none, or -1. */
static int
parse(struct reading *r, const char *name, XML_StartElementHandler start,
    XML_EndElementHandler end, XML_CharacterDataHandler text)
{
	struct workbook *b = r->book;
	int got;

	r->parser = XML_ParserCreate(NULL);
	if (!r->parser)
		memory_out();
	XML_SetUserData(r->parser, r);
	XML_SetElementHandler(r->parser, start, end);
	XML_SetCharacterDataHandler(r->parser, text);
	XML_SetStartDoctypeDeclHandler(r->parser, refuse_doctype);
	got = archive_read(&b->archive, span_of(name), parse_piece, r);
	if (got < 0 && !b->error)
		b->error = b->archive.error ? b->archive.error
					    : "broken XML in the workbook";
	if (got > 0 && XML_Parse(r->parser, "", 0, XML_TRUE) != XML_STATUS_OK &&
	    !b->error)
		b->error = "broken XML in the workbook";
	XML_ParserFree(r->parser);
	return b->error ? -1 : got;
}

static void
add_text(struct workbook *b, const char *text, size_t *at)
{
	*at = b->names.n;
	buf_add(&b->names, text, strlen(text) + 1);
}

static void
start_book(void *p, const char *name, const char **attributes)
{
	struct reading *r = p;
	struct workbook *b = r->book;
	const char *sheet = attribute(attributes, "name"),
		   *id = attribute(attributes, "id");
	struct sheet *added;

	if (!is(name, "sheet") || !sheet || !id)
		return;
	ARRAY_RESERVE(b->sheet, &b->sheet_cap, b->sheets + 1);
	added = &b->sheet[b->sheets];
	add_text(b, sheet, &added->name);
	add_text(b, id, &added->id);
	b->sheets++;
}

/* A target is relative to xl/, unless it begins with a slash. */
static void
start_rels(void *p, const char *name, const char **attributes)
{
	struct reading *r = p;
	const char *id = attribute(attributes, "Id"),
		   *target = attribute(attributes, "Target");

	if (!is(name, "Relationship") || !id || !target ||
	    strcmp(id, r->wanted) != 0)
		return;
	snprintf(r->target, sizeof r->target, "%s%s",
	    *target == '/' ? "" : "xl/", *target == '/' ? target + 1 : target);
}

static void
add_characters(void *p, const char *text, int n)
{
	struct reading *r = p;

	if (r->in_text)
		buf_add(&r->text, text, (size_t)n);
}

/* The character that stands escaped at the start, but for NUL and surrogates,
 * which stay as they are; 0: none does. */
static uint32_t
escaped(struct span s)
{
	int32_t unit = xstring_unit(s);

	return unit < 0 || (unit >= 0xD800 && unit < 0xE000) ? 0
							     : (uint32_t)unit;
}

/* The text from there on, without escapes, which are the longer ones. */
static void
unescape(struct buf *text, size_t from)
{
	size_t to = from;

	for (size_t at = from; at < text->n;) {
		uint32_t c = escaped((struct span){text->p + at, text->n - at});

		if (c) {
			to += utf8_encode(text->p + to, c);
			at += XSTRING_ESCAPE;
		} else {
			text->p[to++] = text->p[at++];
		}
	}
	text->n = to;
}

/* A string may be in several runs of text; how it sounds is no part of it. */
static void
end_string(struct reading *r)
{
	struct workbook *b = r->book;

	unescape(&r->text, 0);
	buf_add(&b->shared, r->text.p, r->text.n);
	ARRAY_PUSH(b->end, b->strings, &b->end_cap, b->shared.n);
	r->text.n = 0;
}

/* The column of a place such as AB12, from 0; the next one without a place. */
static size_t
find_column(const struct reading *r, const char *place)
{
	size_t column = 0;

	if (!place)
		return r->columns;
	for (; *place >= 'A' && *place <= 'Z' && column <= WORKBOOK_COLUMNS;
	     place++)
		column = column * 26 + (size_t)(*place - 'A' + 1);
	return column - 1;
}

static void
start_cell(struct reading *r, const char **attributes)
{
	const char *type = attribute(attributes, "t");

	r->column = find_column(r, attribute(attributes, "r"));
	r->type = !type ? 'n' : strcmp(type, "s") == 0 ? 's' : 'i';
	r->from = r->text.n;
	if (r->column >= WORKBOOK_COLUMNS) {
		stop(r, "a cell without a column");
		return;
	}
	ARRAY_RESERVE(r->cell, &r->cell_cap, r->column + 1);
	for (; r->columns <= r->column; r->columns++)
		r->cell[r->columns] = (struct cell){0};
	if (r->cell[r->column].taken)
		stop(r, "a row has two cells in one column");
	r->cell[r->column].taken = true;
}

/* A row without a number, or with one that was there, is the next. */
static void
start_row(struct reading *r, const char *number)
{
	int64_t n;

	r->columns = r->text.n = 0;
	if (!number || fixed_parse_int(span_of(number), &n) || n <= r->number)
		n = r->number + 1;
	r->number = n;
	if (n > WORKBOOK_ROWS)
		stop(r, "a row beyond the last one of a sheet");
}

/* Of a sheet, or of its shared strings. */
static void
start_text(void *p, const char *name, const char **attributes)
{
	struct reading *r = p;

	if (is(name, "rPh"))
		r->phonetic = true;
	else if (r->row && is(name, "row"))
		start_row(r, attribute(attributes, "r"));
	else if (r->row && is(name, "c"))
		start_cell(r, attributes);
	r->in_text = is(name, "v") || (is(name, "t") && !r->phonetic);
}

/* The number of a shared string becomes its text. */
static void
take_shared(struct reading *r)
{
	struct workbook *b = r->book;
	struct span number = {r->text.p + r->from, r->text.n - r->from};
	int64_t i;
	size_t from;

	if (fixed_parse_int(number, &i) || i < 0 || (uint64_t)i >= b->strings) {
		stop(r, "a missing shared string");
		return;
	}
	from = i ? b->end[i - 1] : 0;
	r->text.n = r->from;
	buf_add(&r->text, b->shared.p + from, b->end[i] - from);
}

/* Rows without cells between others are empty, whether they are there or not.
 */
static void
end_row(struct reading *r)
{
	bool stopped = false;

	if (r->columns == 0)
		return;
	while (!stopped && r->given && ++r->given < r->number)
		stopped = r->row(r->to, NULL, 0);
	r->given = r->number;
	ARRAY_RESERVE(r->field, &r->field_cap, r->columns + 1);
	for (size_t i = 0; i < r->columns; i++)
		r->field[i] = r->cell[i].n
		    ? (struct span){r->text.p + r->cell[i].from, r->cell[i].n}
		    : (struct span){NULL, 0};
	if (stopped || r->row(r->to, r->field, r->columns))
		stop(r, "stopped");
}

static void
end_cell(struct reading *r)
{
	if (r->type == 's' && r->text.n > r->from)
		take_shared(r);
	if (r->type == 'i')
		unescape(&r->text, r->from);
	r->cell[r->column] = (struct cell){r->from, r->text.n - r->from, true};
}

static void
end_text(void *p, const char *name)
{
	struct reading *r = p;

	r->in_text = false;
	if (is(name, "rPh"))
		r->phonetic = false;
	else if (!r->row && is(name, "si"))
		end_string(r);
	else if (r->row && is(name, "row"))
		end_row(r);
	else if (r->row && is(name, "c") && r->column < r->columns)
		end_cell(r);
}

static void
reading_free(struct reading *r)
{
	free(r->cell);
	free(r->field);
	buf_free(&r->text);
}

int
workbook_open(struct workbook *b, const void *bytes, size_t n)
{
	struct reading r = {.book = b};
	int got;

	*b = (struct workbook){0};
	if (archive_open(&b->archive, bytes, n)) {
		b->error = b->archive.error;
		return -1;
	}
	got = parse(&r, "xl/workbook.xml", start_book, NULL, NULL);
	if (got == 0)
		b->error = "no workbook";
	if (got > 0)
		parse(&r, "xl/sharedStrings.xml", start_text, end_text,
		    add_characters);
	reading_free(&r);
	return b->error ? -1 : 0;
}

void
workbook_close(struct workbook *b)
{
	free(b->sheet);
	free(b->end);
	buf_free(&b->names);
	buf_free(&b->shared);
}

const char *
workbook_sheet_name(const struct workbook *b, size_t i)
{
	return b->names.p + b->sheet[i].name;
}

int
workbook_read(struct workbook *b, size_t sheet, workbook_row *row, void *to)
{
	struct reading r = {.book = b,
	    .wanted = b->names.p + b->sheet[sheet].id,
	    .row = row,
	    .to = to};
	int got =
	    parse(&r, "xl/_rels/workbook.xml.rels", start_rels, NULL, NULL);

	if (got > 0 && r.target[0])
		got = parse(&r, r.target, start_text, end_text, add_characters);
	else if (got >= 0)
		got = 0;
	if (got == 0)
		b->error = "the sheet is not in the workbook";
	reading_free(&r);
	return got > 0 ? 0 : -1;
}
