#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/input/lines.h"
#include "common/table/csv.h"
#include "common/table/table.h"
#include "common/table/tsv.h"

enum { MESSAGE = 512 };

/* Records that were read ahead. */
struct ahead {
	struct buf text;
	size_t *end; /* of each field in the text */
	int64_t *line;
	size_t nfields, end_cap, line_cap;
	int n, at; /* records, and how many of them table_next has given */
	int then;  /* what reading said after them */
	bool on;   /* the record is one of them */
};

struct table {
	const char *path;
	enum table_format format;
	struct tsv *in;  /* once the format is known */
	struct buf text; /* a field without its escapes */
	struct ahead ahead;
	char error[MESSAGE];
};

struct table *
table_open(const char *path, enum table_format format)
{
	struct table *t = xcalloc(1, sizeof *t);

	t->path = path;
	t->format = format;
	t->ahead.then = 1;
	return t;
}

void
table_close(struct table *t)
{
	if (!t)
		return;
	tsv_close(t->in);
	buf_free(&t->text);
	buf_free(&t->ahead.text);
	free(t->ahead.end);
	free(t->ahead.line);
	free(t);
}

const char *
table_file(const struct table *t)
{
	return strcmp(t->path, "-") == 0 ? "standard input" : t->path;
}

const char *
table_error(const struct table *t)
{
	return t->error[0] ? t->error : tsv_error(t->in);
}

static enum table_format
tell_format(struct span first_line)
{
	if (span_holds(first_line, '\t'))
		return TABLE_TSV;
	if (span_holds(first_line, ',') || span_holds(first_line, '"') ||
	    span_holds(first_line, '\r'))
		return TABLE_CSV;
	return TABLE_TSV;
}

int
table_header(struct table *t)
{
	struct lines *lines = lines_open(t->path);
	struct span line = {NULL, 0};

	/* if it cannot be read, the reader fails again, with a message */
	if (t->format == TABLE_TOLD)
		t->format = lines_peek(lines, &line) > 0 ? tell_format(line)
							 : TABLE_TSV;
	t->in = t->format == TABLE_TSV ? tsv_open_lines(lines)
				       : csvr_open_lines(lines);
	return tsv_header(t->in);
}

int
table_columns(const struct table *t)
{
	return tsv_columns(t->in);
}

int
table_next(struct table *t)
{
	struct ahead *a = &t->ahead;

	a->on = a->at < a->n;
	if (a->on) {
		a->at++;
		return 1;
	}
	return a->then > 0 ? tsv_next(t->in) : a->then;
}

static int64_t
line_number(const struct table *t)
{
	return t->ahead.on ? t->ahead.line[t->ahead.at - 1]
			   : tsv_line_number(t->in);
}

int
table_fail(struct table *t, int column, const char *what)
{
	struct span name = tsv_name(t->in, column);

	snprintf(t->error, sizeof t->error,
	    "%s:%" PRId64 ": column %d (%.*s): %s", table_file(t),
	    line_number(t), column + 1, SPAN_MOST(name, 60), what);
	return -1;
}

/* The text that a field or name stands for. */
static struct span
text_of(struct table *t, struct span field)
{
	if (t->format == TABLE_CSV || !span_holds(field, '\\'))
		return field;
	return tsv_text(&t->text, field);
}

struct span
table_name(struct table *t, int column)
{
	return text_of(t, tsv_name(t->in, column));
}

struct span
table_field(struct table *t, int column)
{
	return t->ahead.on ? table_seen(t, t->ahead.at - 1, column)
			   : text_of(t, tsv_field(t->in, column));
}

/* Keeps the record at hand. */
static void
keep_record(struct table *t)
{
	struct ahead *a = &t->ahead;
	size_t columns = (size_t)table_columns(t);

	ARRAY_RESERVE(a->end, &a->end_cap, a->nfields + columns);
	ARRAY_PUSH(a->line, a->n, &a->line_cap, line_number(t));
	for (int c = 0; c < (int)columns; c++) {
		buf_add_span(&a->text, table_field(t, c));
		a->end[a->nfields++] = a->text.n;
	}
}

int
table_look(struct table *t, int most)
{
	struct ahead *a = &t->ahead;

	while (a->n < most) {
		a->then = tsv_next(t->in);
		if (a->then <= 0)
			break;
		keep_record(t);
	}
	return a->n;
}

struct span
table_seen(const struct table *t, int record, int column)
{
	const struct ahead *a = &t->ahead;
	size_t i = (size_t)record * (size_t)table_columns(t) + (size_t)column;
	size_t start = i ? a->end[i - 1] : 0;

	return (struct span){a->text.p + start, a->end[i] - start};
}
