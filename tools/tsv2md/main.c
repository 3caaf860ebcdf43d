/*
 * tsv2md - show tab-separated records as a table in Markdown
 *
 * The line below the header says which columns are aligned to the right. So the
 * first SAMPLE records are kept until it is known which columns hold numbers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/input/lines.h"
#include "common/meaning/column.h"
#include "tools/tsv2md/markdown.h"

enum { SAMPLE = 1000, FLUSH_AT = 64 * 1024, WIDTH_LEAST = 8, MOST = 1 << 30 };

struct options {
	size_t rows;  /* 0: all */
	size_t width; /* 0: any */
};

/* What the sample tells of a column. */
struct known {
	bool numbers;
	bool texts;
};

struct page {
	const struct options *o;
	struct tsv *in;
	size_t n;
	struct span *fields;
	struct known *known;
	struct buf sample; /* lines, each with its LF */
	size_t rows;       /* printed */
	size_t left;       /* and left out */
	struct buf out;
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

/* Keeps the first records; returns false at the end. */
static bool
read_sample(struct page *p)
{
	for (int i = 0; i < SAMPLE; i++) {
		struct span line;

		if (!xtsv_next(p->in))
			return false;
		line = tsv_line(p->in);
		lines_split(line, '\t', p->fields, p->n);
		look(p);
		buf_add(&p->sample, line.p, line.n);
		buf_add(&p->sample, "\n", 1);
	}
	return true;
}

static bool
is_number(const struct page *p, size_t i)
{
	enum column_kind kind = column_of(tsv_name(p->in, (int)i)).kind;

	if (kind == COLUMN_OTHER)
		return p->known[i].numbers && !p->known[i].texts;
	return column_is_number(kind);
}

static void
put(struct page *p, const char *text)
{
	buf_add_text(&p->out, text);
}

/* A line of cells, of which texts are shortened to the width, if any. */
static void
put_line(struct page *p, size_t width)
{
	put(p, "|");
	for (size_t i = 0; i < p->n; i++) {
		struct span field = p->fields[i];

		put(p, " ");
		markdown_cell(&p->out, field, number_is(field) ? 0 : width);
		put(p, field.n ? " |" : "|");
	}
	put(p, "\n");
}

static void
put_header(struct page *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->fields[i] = tsv_name(p->in, (int)i);
	put_line(p, 0);
	put(p, "|");
	for (size_t i = 0; i < p->n; i++)
		put(p, is_number(p, i) ? " ---: |" : " --- |");
	put(p, "\n");
}

static void
put_record(struct page *p, struct span line)
{
	if (p->o->rows && p->rows >= p->o->rows) {
		p->left++;
		return;
	}
	lines_split(line, '\t', p->fields, p->n);
	put_line(p, p->o->width);
	p->rows++;
	if (p->out.n >= FLUSH_AT)
		xbuf_write(&p->out);
}

static void
put_sample(struct page *p)
{
	struct span rest = buf_span(&p->sample);

	while (rest.n)
		put_record(p, span_take(&rest, '\n'));
}

static void
run(struct tsv *in, const struct options *o)
{
	struct page p = {.o = o, .in = in, .n = (size_t)tsv_columns(in)};
	bool more;
	char text[64];

	p.fields = xcalloc(p.n, sizeof *p.fields);
	p.known = xcalloc(p.n, sizeof *p.known);
	more = read_sample(&p);
	put_header(&p);
	put_sample(&p);
	while (more && xtsv_next(in))
		put_record(&p, tsv_line(in));
	if (p.left) {
		snprintf(text, sizeof text, "\n%zu more row%s\n", p.left,
		    p.left == 1 ? "" : "s");
		put(&p, text);
	}
	xbuf_write(&p.out);
	free(p.fields);
	free(p.known);
	buf_free(&p.sample);
	buf_free(&p.out);
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

static void
parse_options(struct options *o, int argc, char **argv)
{
	const struct opt table[] = {
	    {"rows", .size = &o->rows, .low = 1, .high = MOST},
	    {"width", .size = &o->width, .low = WIDTH_LEAST, .high = MOST},
	    {0},
	};

	opt_parse(argc, argv, usage, table, o);
}

int
main(int argc, char **argv)
{
	struct options o = {0};
	struct tsv *in;

	tool_start(argv);
	parse_options(&o, argc, argv);
	in = xtsv_open(argv + optind, argc - optind);
	run(in, &o);
	tsv_close(in);
	return tool_finish(STATUS_OK);
}
