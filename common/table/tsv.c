/*
 * The reader: lines split by memchr, fields where they stand in the line.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/utf8.h"
#include "common/input/lines.h"
#include "common/table/tsv.h"

enum { MESSAGE = 512, SHOWN = 60 };

struct tsv {
	char *const *paths;    /* "-" is standard input, and so is no path */
	int paths_n, next;     /* 0 of them, and lines: those alone */
	struct lines *lines;   /* of the file at hand */
	struct tsv_form *form; /* NULL: TSV */

	struct buf header; /* the names' bytes */
	struct span *names;
	int columns;

	struct span line;    /* the record's first one */
	struct span *fields; /* those of the form, or as many as columns */
	size_t n, most;      /* how many there are, and at most */
	bool bad_record;     /* the error is one of a record */
	char error[MESSAGE];
};

struct tsv *
tsv_open_form(
    char *const *paths, int n, struct lines *lines, struct tsv_form *form)
{
	struct tsv *t = xcalloc(1, sizeof *t);

	t->paths = paths;
	t->paths_n = n;
	t->lines = lines;
	t->form = form;
	return t;
}

struct tsv *
tsv_open(char *const *paths, int n)
{
	return tsv_open_form(paths, n, NULL, NULL);
}

struct tsv *
tsv_open_lines(struct lines *lines)
{
	return tsv_open_form(NULL, 0, lines, NULL);
}

void
tsv_close(struct tsv *t)
{
	if (!t)
		return;
	lines_close(t->lines);
	buf_free(&t->header);
	free(t->names);
	if (t->form)
		t->form->close(t->form);
	else
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
	return input_name(t->lines->in);
}

int64_t
tsv_line_number(const struct tsv *t)
{
	return t->form ? t->form->line : t->lines->number;
}

bool
tsv_cut(const struct tsv *t)
{
	return t->lines->cut;
}

size_t
tsv_bytes(const struct tsv *t)
{
	return t->form->bytes;
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
	    t->lines ? tsv_file(t) : "input", what);
	t->bad_record = false;
	return -1;
}

int
tsv_fail(struct tsv *t, const char *what, struct span text)
{
	bool cut = text.n > SHOWN;

	snprintf(t->error, sizeof t->error, "%s:%lld: %s%s%.*s%s", tsv_file(t),
	    (long long)tsv_line_number(t), what, text.n ? ": " : "",
	    cut ? SHOWN : (int)text.n, text.n ? text.p : "", cut ? "..." : "");
	t->bad_record = true;
	return -1;
}

static int
fail_line(struct tsv *t, const char *what)
{
	return tsv_fail(t, what, (struct span){0});
}

static bool
is_empty(struct span line)
{
	return line.n == 0 || (line.n == 1 && line.p[0] == '\r');
}

/* Whatever wrote a line of TSV without an end was cut off. */
static int
check_end(struct tsv *t)
{
	if (!t->lines->cut || t->form)
		return 1;
	return fail_line(t, "the last line has no line feed: it was cut off");
}

/* The next line of this file into t->line: 1, 0 at its end, -1. */
static int
next_line(struct tsv *t)
{
	int got;

	do
		got = lines_next(t->lines, &t->line);
	while (got > 0 && t->form && t->columns != 1 && is_empty(t->line));
	if (got < 0)
		return fail_file(t, t->lines->error);
	return got ? check_end(t) : 0;
}

static bool
is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static struct span
without_blanks(struct span s)
{
	while (s.n && is_one_of(*s.p, " \t\r"))
		s = span_cut(s, 1, s.n);
	return s;
}

/* A brace or bracket, and after it, blanks apart, what JSON has there. */
static bool
is_json(struct span line)
{
	size_t mark = span_starts(line, UTF8_MARK) ? strlen(UTF8_MARK) : 0;

	line = without_blanks(span_cut(line, mark, line.n));
	if (line.n == 0 || !is_one_of(*line.p, "{["))
		return false;
	line = without_blanks(span_cut(line, 1, line.n));
	return line.n == 0 || is_one_of(*line.p, "\"{}[]");
}

/*
 * The first field of a protobuf that is a trace, of length 1 and more, begins
 * with a byte that is a line feed. Text has no such bytes as follow.
 */
static bool
is_protobuf(struct span line, struct lines *lines)
{
	struct span next;

	if (line.n || lines_peek(lines, &next) <= 0)
		return false;
	for (size_t i = 0; i < next.n; i++)
		if ((unsigned char)next.p[i] < ' ' &&
		    !is_one_of(next.p[i], "\t\r"))
			return true;
	return false;
}

/* NULL, or what begins so and is no table, and what reads it. */
static const char *
foreign(struct span line, struct lines *lines)
{
	if (is_json(line))
		return "this is JSON, not a table; trace-extract turns a "
		       "trace into one";
	if (span_starts(line, "SQLite format 3"))
		return "this is an SQLite database, not a table; "
		       "trace-extract reads those of Nsight Systems and "
		       "rocprofv3";
	if (span_starts(line, "<?xml"))
		return "this is XML, not a table; xlsx2tsv turns a workbook into one";
	if (is_protobuf(line, lines))
		return "this is protobuf, not a table; trace-extract turns "
		       "a Perfetto or XLA trace into one";
	return NULL;
}

/* Opens the next file and reads its header line: 1, or -1. */
static int
next_file(struct tsv *t)
{
	const char *why;
	int got;

	if (t->next || !t->lines) {
		lines_close(t->lines);
		t->lines = lines_open(t->paths_n ? t->paths[t->next] : NULL);
	}
	t->next++;
	got = lines_next(t->lines, &t->line);
	if (got < 0)
		return fail_file(t, t->lines->error);
	if (got == 0)
		return fail_file(t,
		    "no header: empty input; the program that should have "
		    "written it failed");
	why = foreign(t->line, t->lines);
	if (why)
		return fail_file(t, why);
	if (t->form && span_starts(t->line, UTF8_MARK))
		t->line = span_cut(t->line, strlen(UTF8_MARK), t->line.n);
	if (t->form && is_empty(t->line))
		return fail_file(t, "no header: the first line is empty");
	return check_end(t);
}

static int
read_form(struct tsv *t)
{
	struct tsv_form *form = t->form;

	if (form->read(form, t->lines, t->line))
		return form->file_fault ? fail_file(t, form->fault)
					: fail_line(t, form->fault);
	t->n = form->n;
	return 0;
}

/* The fields of the record that begins with the line: 0, or -1. */
static inline int
read_fields(struct tsv *t)
{
	if (t->form)
		return read_form(t);
	t->n = lines_split(t->line, '\t', t->fields, t->most);
	return 0;
}

/* As tsv_advice, of a first line. */
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
	int64_t time;

	for (int i = 0; i < t->columns; i++)
		if (fixed_parse_usual(t->names[i], &time))
			return "the first line is a row, as after sort or "
			       "tail; trace-tsv(5) shows how to keep the header";
	return t->columns == 1 ? advice_for(t->names[0]) : NULL;
}

/* Copies the names: fields do not outlive their record. */
static int
keep_header(struct tsv *t)
{
	const char *p;

	if (t->n > TSV_MAX_COLUMNS)
		return fail_line(t, "more than 16384 columns");
	if (!t->form && t->line.n && t->line.p[t->line.n - 1] == '\r') {
		p = advice_for(t->line);
		return fail_line(t,
		    p ? p
		      : "lines end in CR LF: tr -d '\\r' removes the carriage "
			"returns");
	}
	t->names = xcalloc(t->n, sizeof *t->names);
	for (size_t i = 0; i < t->n; i++)
		buf_add_span(&t->header, t->fields[i]);
	p = t->header.p;
	for (size_t i = 0; i < t->n; i++) {
		t->names[i] = (struct span){p, t->fields[i].n};
		p += t->names[i].n;
	}
	t->columns = (int)t->n;
	return 0;
}

int
tsv_header(struct tsv *t)
{
	if (next_file(t) < 0)
		return -1;
	t->most = t->form ? 0 : lines_split(t->line, '\t', NULL, 0);
	if (t->most > TSV_MAX_COLUMNS) /* keep_header says so */
		t->most = TSV_MAX_COLUMNS;
	t->fields =
	    t->form ? t->form->fields : xcalloc(t->most, sizeof *t->fields);
	return read_fields(t) ? -1 : keep_header(t);
}

int
tsv_resume(struct tsv *t)
{
	if (!t->bad_record)
		return -1;
	t->error[0] = '\0';
	return 0;
}

static bool
is_header(const struct tsv *t)
{
	if (t->n != (size_t)t->columns)
		return false;
	for (int i = 0; i < t->columns; i++)
		if (!span_equal(t->names[i], t->fields[i]))
			return false;
	return true;
}

/*
 * On to the next file, which has the same header: 1, 0 if there is none, -1.
 * Out of line: tsv_next has fewer registers to save.
 */
__attribute__((noinline)) static int
next_header(struct tsv *t)
{
	if (t->next >= t->paths_n)
		return 0;
	if (next_file(t) < 0 || read_fields(t))
		return -1;
	if (!is_header(t))
		return fail_line(
		    t, "the header differs from that of the previous file");
	return 1;
}

int
tsv_next(struct tsv *t)
{
	char what[80];
	int got;

	while ((got = next_line(t)) == 0)
		if ((got = next_header(t)) <= 0)
			return got;
	if (got < 0 || read_fields(t))
		return -1;
	if (t->n == (size_t)t->columns)
		return 1;
	snprintf(what, sizeof what, "%zu field%s, but the header has %d", t->n,
	    t->n == 1 ? "" : "s", t->columns);
	return fail_line(t, what);
}

static int
bad_field(struct tsv *t, int column, const char *wanted)
{
	char what[120];
	struct span name = t->names[column];

	if (is_header(t))
		return fail_line(t,
		    "a header among the rows, as after cat: "
		    "give the tool the files instead");
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
