#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/utf8.h"
#include "common/table/csv.h"
#include "common/table/csvrec.h"
#include "common/table/files.h"

enum { MESSAGE = 512 };

struct csvr {
	struct files files;

	struct buf header; /* the names' bytes */
	struct span *names;
	int columns;

	struct csvrec record;
	bool bad_record; /* the error is one of a record */

	int64_t number; /* of the record's first line */
	char error[MESSAGE];
};

struct csvr *
csvr_open(char *const *paths, int n)
{
	struct csvr *r = xcalloc(1, sizeof *r);

	r->files = (struct files){.paths = paths, .n = n};
	csvrec_open(&r->record);
	return r;
}

struct csvr *
csvr_open_lines(struct lines *lines)
{
	struct csvr *r = csvr_open(NULL, 0);

	r->files.lines = lines;
	return r;
}

void
csvr_close(struct csvr *r)
{
	if (!r)
		return;
	files_close(&r->files);
	csvrec_close(&r->record);
	buf_free(&r->header);
	free(r->names);
	free(r);
}

const char *
csvr_error(const struct csvr *r)
{
	return r->error[0] ? r->error : NULL;
}

const char *
csvr_file(const struct csvr *r)
{
	return lines_name(r->files.lines);
}

bool
csvr_cut(const struct csvr *r)
{
	return lines_cut(r->files.lines);
}

size_t
csvr_bytes(const struct csvr *r)
{
	return r->record.bytes;
}

int64_t
csvr_line_number(const struct csvr *r)
{
	return r->number;
}

int
csvr_columns(const struct csvr *r)
{
	return r->columns;
}

struct span
csvr_name(const struct csvr *r, int column)
{
	return r->names[column];
}

struct span
csvr_field(const struct csvr *r, int column)
{
	return r->record.fields[column];
}

/* An error of the file as a whole. */
static int
fail_file(struct csvr *r, const char *what)
{
	snprintf(r->error, sizeof r->error, "%s: %s",
	    r->files.lines ? csvr_file(r) : "input", what);
	r->bad_record = false;
	return -1;
}

static int
fail_record(struct csvr *r, const char *what)
{
	snprintf(r->error, sizeof r->error, "%s:%lld: %s", csvr_file(r),
	    (long long)r->number, what);
	r->bad_record = true;
	return -1;
}

static bool
is_empty(struct span line)
{
	return line.n == 0 || (line.n == 1 && line.p[0] == '\r');
}

static struct span
without_mark(struct span line)
{
	size_t mark = span_starts(line, UTF8_MARK) ? strlen(UTF8_MARK) : 0;

	return span_cut(line, mark, line.n);
}

static int
read_record(struct csvr *r, struct span line)
{
	r->number = lines_number(r->files.lines);
	if (csvrec_read(&r->record, r->files.lines, line) == 0)
		return 0;
	return r->record.file_fault ? fail_file(r, r->record.fault)
				    : fail_record(r, r->record.fault);
}

/* Opens the next file and reads its header. */
static int
next_file(struct csvr *r)
{
	struct span line;
	const char *why = files_next(&r->files, &line);

	if (why)
		return fail_file(r, why);
	line = without_mark(line);
	if (is_empty(line))
		return fail_file(r, "no header: the first line is empty");
	return read_record(r, line);
}

/* Copies the names: fields do not outlive their record. */
static int
keep_header(struct csvr *r)
{
	const struct csvrec *in = &r->record;
	const char *p;

	if (in->n > CSVREC_MAX_FIELDS)
		return fail_record(r, "more than 16384 columns");
	r->names = xcalloc(in->n, sizeof *r->names);
	for (size_t i = 0; i < in->n; i++)
		buf_add(&r->header, in->fields[i].p, in->fields[i].n);
	p = r->header.p;
	for (size_t i = 0; i < in->n; i++) {
		r->names[i] = (struct span){p, in->fields[i].n};
		p += r->names[i].n;
	}
	r->columns = (int)in->n;
	return 0;
}

int
csvr_header(struct csvr *r)
{
	return next_file(r) ? -1 : keep_header(r);
}

int
csvr_resume(struct csvr *r)
{
	if (!r->bad_record)
		return -1;
	r->error[0] = '\0';
	csvrec_restart(&r->record);
	return 0;
}

static bool
is_header(const struct csvr *r)
{
	if (r->record.n != (size_t)r->columns)
		return false;
	for (int i = 0; i < r->columns; i++)
		if (!span_equal(r->names[i], r->record.fields[i]))
			return false;
	return true;
}

/* The next line that is not to be passed over: 1, 0 at the end, -1. */
static int
next_line(struct csvr *r, struct span *line)
{
	for (;;) {
		int got = lines_next(r->files.lines, line);

		if (got < 0)
			return fail_file(r, lines_error(r->files.lines));
		if (got == 0 || r->columns == 1 || !is_empty(*line))
			return got;
	}
}

static int
check_fields(struct csvr *r)
{
	char what[80];

	if (r->record.n == (size_t)r->columns)
		return 1;
	snprintf(what, sizeof what, "%zu fields, but the header has %d",
	    r->record.n, r->columns);
	return fail_record(r, what);
}

int
csvr_next(struct csvr *r)
{
	struct span line;
	int got;

	while ((got = next_line(r, &line)) == 0) {
		if (!files_left(&r->files))
			return 0;
		if (next_file(r))
			return -1;
		if (!is_header(r))
			return fail_record(r,
			    "the header differs from that of the previous file");
	}
	return got < 0 || read_record(r, line) ? -1 : check_fields(r);
}
