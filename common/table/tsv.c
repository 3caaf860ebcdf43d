/*
 * The reader: lines split by memchr, fields where they stand in the line.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/table/files.h"
#include "common/table/tsv.h"

enum { MESSAGE = 512, SHOWN = 60 };

struct tsv {
	struct files files;

	struct buf header; /* the header line */
	struct span *names;
	struct span *fields;
	int columns;

	struct span line;
	char error[MESSAGE];
};

struct tsv *
tsv_open(char *const *paths, int n)
{
	struct tsv *t = xcalloc(1, sizeof *t);

	t->files = (struct files){.paths = paths, .n = n};
	return t;
}

struct tsv *
tsv_open_lines(struct lines *lines)
{
	struct tsv *t = tsv_open(NULL, 0);

	t->files.lines = lines;
	return t;
}

void
tsv_close(struct tsv *t)
{
	if (!t)
		return;
	files_close(&t->files);
	buf_free(&t->header);
	free(t->names);
	free(t->fields);
	free(t);
}

const char *
tsv_error(const struct tsv *t)
{
	return t->error[0] ? t->error : NULL;
}

const char *
tsv_file(const struct tsv *t)
{
	return lines_name(t->files.lines);
}

int64_t
tsv_line_number(const struct tsv *t)
{
	return lines_number(t->files.lines);
}

int
tsv_columns(const struct tsv *t)
{
	return t->columns;
}

struct span
tsv_name(const struct tsv *t, int column)
{
	return t->names[column];
}

struct span
tsv_line(const struct tsv *t)
{
	return t->line;
}

struct span
tsv_field(const struct tsv *t, int column)
{
	return t->fields[column];
}

struct span
tsv_field_or_none(const struct tsv *t, int column)
{
	return column == TSV_MISSING ? span_of("") : t->fields[column];
}

int
tsv_find(const struct tsv *t, const char *name)
{
	int found = TSV_MISSING;

	for (int i = 0; i < t->columns; i++) {
		if (!span_is(t->names[i], name))
			continue;
		if (found != TSV_MISSING)
			return TSV_DOUBLED;
		found = i;
	}
	return found;
}

/* An error of the file as a whole. */
static int
fail_file(struct tsv *t, const char *what)
{
	snprintf(t->error, sizeof t->error, "%s: %s",
	    t->files.lines ? tsv_file(t) : "input", what);
	return -1;
}

int
tsv_fail(struct tsv *t, const char *what, struct span text)
{
	bool cut = text.n > SHOWN;

	snprintf(t->error, sizeof t->error, "%s:%lld: %s%s%.*s%s", tsv_file(t),
	    (long long)tsv_line_number(t), what, text.n ? ": " : "",
	    cut ? SHOWN : (int)text.n, text.n ? text.p : "", cut ? "..." : "");
	return -1;
}

static int
fail_line(struct tsv *t, const char *what)
{
	return tsv_fail(t, what, (struct span){0});
}

/* Whatever wrote a line without an end was cut off. */
static int
check_end(struct tsv *t)
{
	if (!lines_cut(t->files.lines))
		return 1;
	return fail_line(t, "the last line has no line feed: it was cut off");
}

/* The next line of this file into t->line: 1, 0 at its end, -1. */
static int
next_line(struct tsv *t)
{
	int got = lines_next(t->files.lines, &t->line);

	if (got < 0)
		return fail_file(t, lines_error(t->files.lines));
	return got ? check_end(t) : 0;
}

/* Opens the next file and reads its header line: 1, or -1. */
static int
next_file(struct tsv *t)
{
	const char *why = files_next(&t->files, &t->line);

	return why ? fail_file(t, why) : check_end(t);
}

/* The same of a first line. */
static const char *
advice_for(struct span line)
{
	if (span_holds(line, ',') && !span_holds(line, '\t'))
		return "this looks like CSV; csv2tsv converts it, and "
		       "trace-extract reads that of rocprofv3";
	return NULL;
}

const char *
tsv_advice(const struct tsv *t)
{
	return advice_for(buf_span(&t->header));
}

static int
fail_cr(struct tsv *t)
{
	const char *advice = advice_for(t->line);

	return fail_line(t,
	    advice ? advice
		   : "lines end in CR LF: tr -d '\\r' removes the carriage "
		     "returns");
}

static int
keep_header(struct tsv *t)
{
	size_t n = lines_split(t->line, '\t', NULL, 0);

	if (n > TSV_MAX_COLUMNS)
		return fail_line(t, "more than 16384 columns");
	if (t->line.n && t->line.p[t->line.n - 1] == '\r')
		return fail_cr(t);
	t->names = xcalloc(n, sizeof *t->names);
	t->fields = xcalloc(n, sizeof *t->fields);
	buf_add(&t->header, t->line.p, t->line.n);
	t->columns = (int)lines_split(buf_span(&t->header), '\t', t->names, n);
	return 0;
}

int
tsv_header(struct tsv *t)
{
	return next_file(t) < 0 ? -1 : keep_header(t);
}

int
tsv_next(struct tsv *t)
{
	char what[80];
	size_t n;
	int got;

	while ((got = next_line(t)) == 0) {
		if (!files_left(&t->files))
			return 0;
		if (next_file(t) < 0)
			return -1;
		if (!span_equal(t->line, buf_span(&t->header)))
			return fail_line(t,
			    "the header differs from that of the previous file");
	}
	if (got < 0)
		return -1;
	n = lines_split(t->line, '\t', t->fields, (size_t)t->columns);
	if (n == (size_t)t->columns)
		return 1;
	snprintf(what, sizeof what, "%zu fields, but the header has %d", n,
	    t->columns);
	return fail_line(t, what);
}

static int
bad_field(struct tsv *t, int column, const char *wanted)
{
	char what[120];
	struct span name = t->names[column];

	snprintf(what, sizeof what, "%.*s is not %s", SPAN_MOST(name, SHOWN),
	    wanted);
	return tsv_fail(t, what, t->fields[column]);
}

int
tsv_us(struct tsv *t, int column, int64_t *ns)
{
	struct span f = t->fields[column];

	if (f.n == 0)
		return 0;
	return fixed_parse_us(f, ns) ? bad_field(t, column, "a time") : 1;
}

int
tsv_int(struct tsv *t, int column, int64_t *v)
{
	struct span f = t->fields[column];

	if (f.n == 0)
		return 0;
	return fixed_parse_int(f, v) ? bad_field(t, column, "a whole number")
				     : 1;
}
