#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"

void
die_error(const char *error)
{
	if (!error)
		memory_out();
	die("%s", error);
}

__attribute__((noreturn)) static void
die_output(int error)
{
	die("cannot write standard output: %s", strerror(error));
}

void
xbuf_write(struct buf *b)
{
	if (descriptor_write(STDOUT_FILENO, b->p, b->n))
		die_output(errno);
	b->n = 0;
}

struct tsv *
xtsv_open(char *const *paths, int n)
{
	struct tsv *t = tsv_open(paths, n);

	tool_reads("a table", paths, n);
	if (tsv_header(t))
		die("%s", tsv_error(t));
	return t;
}

struct tsv *
xtsv_open_file(const char *path)
{
	char *paths[] = {(char *)path};

	return xtsv_open(paths, 1);
}

int
xtsv_optional(const struct tsv *t, const char *name)
{
	int column = tsv_find(t, name);

	if (column == TSV_DOUBLED)
		die("%s: two columns are called %s", tsv_file(t), name);
	return column;
}

int
xtsv_column(const struct tsv *t, const char *name, const char *maker)
{
	int column = xtsv_optional(t, name);
	const char *advice = tsv_advice(t);

	if (column == TSV_MISSING && advice)
		die("%s: no column %s: %s", tsv_file(t), name, advice);
	if (column == TSV_MISSING)
		die("%s: no column %s; %s makes it", tsv_file(t), name, maker);
	return column;
}

void
xtsv_fail(struct tsv *t, const char *what, struct span text)
{
	tsv_fail(t, what, text);
	die("%s", tsv_error(t));
}

bool
xtsv_next(struct tsv *t)
{
	int got = tsv_next(t);

	if (got < 0)
		die("%s", tsv_error(t));
	return got;
}

static void
check_number(struct tsv *t, int column, int got)
{
	char what[100];
	struct span name = tsv_name(t, column);

	if (got == 0) {
		snprintf(
		    what, sizeof what, "%.*s is empty", SPAN_MOST(name, 60));
		tsv_fail(t, what, (struct span){0});
	}
	if (got != 1)
		die("%s", tsv_error(t));
}

int64_t
xtsv_us(struct tsv *t, int column)
{
	int64_t ns = 0;

	check_number(t, column, tsv_us(t, column, &ns));
	return ns;
}

int64_t
xtsv_int(struct tsv *t, int column)
{
	int64_t v = 0;

	check_number(t, column, tsv_int(t, column, &v));
	return v;
}

int64_t
xtsv_us_or(struct tsv *t, int column, int64_t none)
{
	return tsv_field_or_none(t, column).n ? xtsv_us(t, column) : none;
}

int64_t
xtsv_int_or(struct tsv *t, int column, int64_t none)
{
	return tsv_field_or_none(t, column).n ? xtsv_int(t, column) : none;
}

double
xtsv_real(struct tsv *t, int column)
{
	struct span field = tsv_field(t, column);

	if (!number_is(field) || field.n > NUMBER_TEXT)
		xtsv_fail(t, "not a number", field);
	return number_read(field);
}

bool
xtsv_is_complete(const struct tsv *t, int ts, int dur, int ph)
{
	return tsv_field(t, ts).n && tsv_field(t, dur).n &&
	    (ph == TSV_MISSING || span_is(tsv_field(t, ph), "X"));
}

struct interval
xtsv_start_and_duration(struct tsv *t, int ts_column, int dur_column)
{
	int64_t ts = xtsv_us(t, ts_column), dur = xtsv_us(t, dur_column);

	if (dur < 0)
		tsv_fail(t, "a negative duration", tsv_field(t, dur_column));
	else if (ts <= -INTERVAL_MOST || dur >= INTERVAL_MOST ||
	    ts >= INTERVAL_MOST - dur)
		tsv_fail(t, "a time beyond 146 years", tsv_field(t, ts_column));
	else
		return (struct interval){ts, ts + dur};
	die("%s", tsv_error(t));
}

void
xtsvw_end(struct tsvw *w)
{
	if (tsvw_end(w))
		die_output(w->error);
}

void
xtsvw_flush(struct tsvw *w)
{
	if (tsvw_flush(w))
		die_output(w->error);
}

void
xtsvw_as_it_is(struct tsvw *w, const struct tsv *t, int n)
{
	tsvw_field(w, tsv_line(t));
	for (int i = 0; i < n; i++)
		tsvw_empty(w);
	xtsvw_end(w);
}

void
xtsvw_new_columns(struct tsvw *w, const struct tsv *t, const char *names)
{
	for (int i = 0; i < tsv_columns(t); i++)
		if (span_is_among(tsv_name(t, i), names))
			die("%s: the input already has a column %.*s: remove it first",
			    tsv_file(t), SPAN_MOST(tsv_name(t, i), 60));
	tsvw_titles(w, names);
}

void
xtsvw_end_header(struct tsvw *w)
{
	xtsvw_end(w);
	xtsvw_flush(w);
}

void
xtable_open(struct xtable *t, const char *path)
{
	t->path = path;
	t->file = path ? outfile_open(path) : NULL;
	if (path && !t->file)
		die("%s: %s", path, strerror(errno));
	tsvw_init(&t->out, path ? t->file->temporary.fd : STDOUT_FILENO);
}

void
xtable_close(struct xtable *t)
{
	if (!t->path)
		xtsvw_flush(&t->out);
	else if (tsvw_flush(&t->out) || outfile_commit(t->file))
		die("%s: %s", t->path,
		    strerror(t->out.error ? t->out.error : errno));
}

void
xtsvw_header(struct tsvw *w)
{
	struct pool *names = pool_new();
	struct span rest = {w->buffer, w->n};

	while (rest.n) {
		struct span name = span_take(&rest, '\t');

		if (pool_find(names, name) != POOL_NONE)
			die("two columns of the output would be called %.*s",
			    SPAN_MOST(name, 60));
		pool_add(names, name);
	}
	pool_free(names);
	xtsvw_end_header(w);
}

int
xfilter(int argc, char **argv,
    int (*run)(const void *options, struct tsv *, struct tsvw *),
    const void *options)
{
	static struct tsvw out;
	struct tsv *in = xtsv_open(argv + optind, argc - optind);
	int status;

	tsvw_init(&out, STDOUT_FILENO);
	status = run(options, in, &out);
	tsv_close(in);
	return tool_finish(status);
}
