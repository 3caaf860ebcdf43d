/*
 * Databases of SQLite as traces: their tables are read one after
 * another.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/formats.h"
#include "common/trace/sqlite/dialect.h"

static const struct sqlite_dialect *const dialects[] = {
    &nsys_dialect, &rocpd_dialect};

static struct sqlite_reader *
sqlite_of(const struct trace_reader *r)
{
	return (struct sqlite_reader *)r;
}

static void
close_reader(struct trace_reader *r)
{
	struct sqlite_reader *s = sqlite_of(r);

	database_rows_close(s->rows);
	database_rows_close(s->all);
	if (s->dialect)
		s->dialect->close(s->state);
	database_close(s->db);
	database_file_close(&s->file);
	members_free(&s->r.members);
	free(s->columns);
	free(s->asked);
	free(s);
}

static int
open_database(struct sqlite_reader *s)
{
	if (database_file_open(&s->file, s->in))
		return reader_fail(
		    &s->r, s->file.error ? s->file.error : "cannot read");
	if (database_open(&s->db, s->file.path))
		return reader_fail(
		    &s->r, s->db ? database_error(s->db) : "out of memory");
	return 0;
}

/* Begins the next table that there is: true; false after the last one. */
static bool
next_table(struct sqlite_reader *s)
{
	const struct sqlite_dialect *d = s->dialect;
	struct sqlite_table t;

	while (d->table(s->state, s->next_table++, &t)) {
		size_t has = 0;

		memcpy(s->columns, t.column, d->columns * sizeof *t.column);
		for (size_t i = 0; i < s->nargs; i++)
			s->columns[d->columns + i] = d->arg(s->args[i]);
		s->rows = database_rows_open(
		    s->db, t.name, s->columns, d->columns + s->nargs);
		while (s->rows && has < d->needed &&
		    database_rows_has(s->rows, has))
			has++;
		if (s->rows && has == d->needed) {
			if (s->r.whole)
				s->all =
				    database_rows_open(s->db, t.name, NULL, 0);
			return true;
		}
		database_rows_close(s->rows);
		s->rows = NULL;
	}
	return false;
}

static void
end_table(struct sqlite_reader *s)
{
	s->r.lost += database_rows_gaps(s->rows);
	database_rows_close(s->rows);
	database_rows_close(s->all);
	s->rows = s->all = NULL;
}

/* Tries a dialect: true if the file is of it. */
static bool
try(struct sqlite_reader *s, const struct sqlite_dialect *d)
{
	s->state = d->open(s);
	if (!s->state)
		return false;
	s->dialect = d;
	s->next_table = 0;
	s->columns = xcalloc(d->columns + s->nargs + 1, sizeof *s->columns);
	if (next_table(s))
		return true;
	d->close(s->state);
	free(s->columns);
	s->columns = NULL;
	s->dialect = NULL;
	return false;
}

/* Up to the first table. */
static int
start(struct trace_reader *r)
{
	struct sqlite_reader *s = sqlite_of(r);

	if (s->opened)
		return *s->r.error ? -1 : 0;
	s->opened = true;
	if (open_database(s))
		return -1;
	for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
		if (try(s, dialects[i]))
			return 0;
	if (s->db->no_memory)
		return reader_fail(&s->r, "out of memory");
	return reader_fail(&s->r,
	    s->db->damaged
		? "the database is damaged, and no table can be read"
		: "an SQLite database, but not one from Nsight Systems "
		  "or rocprofv3");
}

static int
next_event(struct trace_reader *r, struct kevent *e)
{
	struct sqlite_reader *s = sqlite_of(r);
	int got;

	if (start(r))
		return -1;
	while (s->rows) {
		got = database_rows_next(s->rows);
		if (got == 0) {
			end_table(s);
			next_table(s);
			continue;
		}
		s->r.events++;
		if (got > 0)
			got = s->dialect->read(s, e);
		if (got < 0 || s->db->no_memory)
			return reader_fail(&s->r, "out of memory");
		if (got > 0)
			return 1;
	}
	return s->db->no_memory ? reader_fail(&s->r, "out of memory") : 0;
}

static const char *
damage(const struct trace_reader *r)
{
	const struct sqlite_reader *s = sqlite_of(r);

	if (s->file.damage || !s->db || !s->db->damaged)
		return s->file.damage;
	return "pages of the database are damaged: rows may be missing";
}

static int64_t
unreadable(const struct trace_reader *r)
{
	return sqlite_of(r)->unreadable;
}

static const struct trace_reader_ops ops = {start, next_event, close_reader,
    NULL, NULL, damage, NULL, NULL, NULL, unreadable, NULL, NULL};

bool
sqlite_sniff(struct input *in)
{
	return span_starts(input_peek(in, 16), "SQLite format 3");
}

struct trace_reader *
sqlite_open(struct input *in, const struct span *args, size_t nargs)
{
	struct sqlite_reader *s = xcalloc(1, sizeof *s);

	s->r.ops = &ops;
	s->in = in;
	s->args = args;
	s->nargs = nargs;
	s->asked = xcalloc(nargs + 1, sizeof *s->asked);
	return &s->r;
}
