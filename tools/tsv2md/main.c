/*
 * tsv2md - show tab-separated records as a table in Markdown
 *
 * The line below the header says which columns are aligned to the right. So the
 * first SAMPLE records are kept until it is known which columns hold numbers.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/cli/convert.h"
#include "common/input/lines.h"
#include "common/meaning/column.h"
#include "tools/tsv2md/markdown.h"

enum { SAMPLE = 1000, WIDTH_LEAST = 8, MOST = 1 << 30 };

/* The kinds of values of a column in the sample. */
struct known {
	bool numbers;
	bool texts;
};

struct page {
	size_t most;  /* rows; 0: all */
	size_t width; /* of texts; 0: any */
	size_t n;
	struct span *fields;
	struct known *known;
	struct buf sample; /* lines, each with its LF */
	size_t read;
	size_t rows; /* printed */
};

static void
look(struct page *p)
{
	for (size_t i = 0; i < p->n; i++) {
		if (p->fields[i].n && number_is(p->fields[i]))
			p->known[i].numbers = true;
		else if (p->fields[i].n)
			p->known[i].texts = true;
	}
}

static bool
is_number(const struct page *p, const struct tsv *in, size_t i)
{
	enum column_kind kind = column_of(tsv_name(in, (int)i)).kind;

	if (kind == COLUMN_OTHER)
		return p->known[i].numbers && !p->known[i].texts;
	return column_is_number(kind);
}

/* A line of cells, of which texts are shortened to the width, if any. */
static void
put_line(struct buf *out, const struct page *p, size_t width)
{
	buf_add_text(out, "|");
	for (size_t i = 0; i < p->n; i++) {
		struct span field = p->fields[i];

		buf_add_text(out, " ");
		markdown_cell(out, field, number_is(field) ? 0 : width);
		buf_add_text(out, field.n ? " |" : "|");
	}
	buf_add_text(out, "\n");
}

static void
put_header(struct buf *out, const struct page *p, const struct tsv *in)
{
	for (size_t i = 0; i < p->n; i++)
		p->fields[i] = tsv_name(in, (int)i);
	put_line(out, p, 0);
	buf_add_text(out, "|");
	for (size_t i = 0; i < p->n; i++)
		buf_add_text(out, is_number(p, in, i) ? " ---: |" : " --- |");
	buf_add_text(out, "\n");
}

static void
put_row(struct buf *out, struct page *p, struct span line)
{
	if (p->most && p->rows >= p->most)
		return;
	lines_split(line, '\t', p->fields, p->n);
	put_line(out, p, p->width);
	p->rows++;
}

/* The header and the first rows, once it is known which columns are numbers. */
static void
put_sample(struct buf *out, struct page *p, const struct tsv *in)
{
	struct span rest = buf_span(&p->sample);

	put_header(out, p, in);
	while (rest.n)
		put_row(out, p, span_take(&rest, '\n'));
	buf_free(&p->sample);
}

static void
begin(void *page, struct buf *out, const struct tsv *in)
{
	struct page *p = page;

	(void)out;
	p->n = (size_t)tsv_columns(in);
	p->fields = xcalloc(p->n, sizeof *p->fields);
	p->known = xcalloc(p->n, sizeof *p->known);
}

static void
put_record(void *page, struct buf *out, const struct tsv *in)
{
	struct page *p = page;
	struct span line = tsv_line(in);

	if (p->read++ >= SAMPLE) {
		put_row(out, p, line);
		return;
	}
	lines_split(line, '\t', p->fields, p->n);
	look(p);
	BUF_ADD_ALL(&p->sample, line, span_of("\n"));
	if (p->read == SAMPLE)
		put_sample(out, p, in);
}

static void
end(void *page, struct buf *out, const struct tsv *in)
{
	struct page *p = page;
	char text[64];
	size_t left;

	if (p->read < SAMPLE)
		put_sample(out, p, in);
	left = p->read - p->rows;
	snprintf(text, sizeof text, "\n%zu more row%s\n", left,
	    left == 1 ? "" : "s");
	buf_add_text(out, left ? text : "");
}

static const char usage[] =
    "usage: tsv2md [-hV] [--rows N] [--width N] [FILE...]\n"
    "Show TSV, the stream between the trace tools, as a table in Markdown.\n"
    "\n"
    "  -h, --help      print this help\n"
    "      --rows N    show the first N rows and count the rest\n"
    "  -V, --version   print the version\n"
    "      --width N   shorten longer texts in the middle, to N characters (at\n"
    "                  least 8)\n"
    "\n"
    "Numbers are aligned to the right. A cell shows the field as it is: a\n"
    "backslash precedes what Markdown would interpret.\n"
    "FILE: TSV with a header, also gzipped; standard input if none or '-'.\n"
    "Several files must have the same header and are read as one table.\n"
    "Exit status: 0 success, 2 error.\n";

int
main(int argc, char **argv)
{
	struct page p = {0};
	const struct opt options[] = {
	    {"rows", .size = &p.most, .low = 1, .high = MOST},
	    {"width", .size = &p.width, .low = WIDTH_LEAST, .high = MOST},
	    {0},
	};
	int status;

	status = convert(argc, argv,
	    &(struct format){usage, options, &p, begin, put_record, end});
	free(p.fields);
	free(p.known);
	return status;
}
