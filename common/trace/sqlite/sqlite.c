/*
 * Databases of SQLite as traces: their tables are read one after
 * another.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/json/jsontext.h"
#include "common/trace/formats.h"
#include "common/trace/sqlite/sqlite.h"

struct span
sqlite_unknown_name(struct sqlite_reader *s, int64_t number)
{
	s->r.unreadable++;
	return (struct span){s->unknown,
	    (size_t)snprintf(s->unknown, sizeof s->unknown, "unknown_name_%lld",
		(long long)number)};
}

bool
sqlite_integer(struct sqlite_reader *s, size_t column, int64_t *v)
{
	if (database_rows_integer(s->rows, column, v))
		return true;
	s->r.unreadable += database_rows_text(s->rows, column).n > 0;
	return false;
}

void
sqlite_keep_whole(struct sqlite_reader *s, const struct raw_event *e)
{
	struct whole *w = s->r.whole;
	bool got;

	if (!w)
		return;
	got = s->all && database_rows_find(s->all, database_rows_id(s->rows));
	whole_begin(w, e);
	for (size_t i = 0; got && i < s->all->n; i++) {
		struct span text = database_rows_text(s->all, i);

		if (text.n)
			whole_put(w, database_rows_name(s->all, i), text);
	}
	whole_end(w);
}

void
sqlite_add_text(struct sqlite_reader *s, const char *key, struct span text)
{
	char *quoted = xmalloc(QUOTE_MAX * text.n + 2);

	members_add(&s->r.members, span_of(key),
	    (struct span){quoted, (size_t)(quote(quoted, text) - quoted)});
	free(quoted);
}

/* One row as an object, after a comma or bracket. */
static void
add_object(struct buf *list, struct whole *w, const struct database_rows *r,
    const char *const *key, size_t n)
{
	w->args.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct span text = database_rows_text(r, i);

		if (key[i] && text.n)
			whole_put(w, span_of(key[i]), text);
	}
	whole_end(w);
	buf_add(list, list->n ? "," : "[", 1);
	buf_add(list, w->args.p, w->args.n);
}

void
sqlite_add_gpus(struct sqlite_reader *s, const char *table,
    const struct span *column, const char *const *key, size_t n,
    const char *only)
{
	struct database_rows *r = database_rows_open(s->db, table, column, n);
	struct whole w = {0};
	struct buf list = {0};

	while (r && list.n < MEMBER_MAX && database_rows_next(r))
		if (!only || span_is(database_rows_text(r, 0), only))
			add_object(&list, &w, r, key, n);
	if (list.n) {
		buf_add(&list, "]", 1);
		members_add(&s->r.members, span_of("deviceProperties"),
		    buf_span(&list));
	}
	database_rows_close(r);
	whole_free(&w);
	buf_free(&list);
}

static const struct sqlite_dialect *const dialects[] = {
    &nsys_dialect, &rocpd_dialect};

static void
close_reader(struct trace_reader *r)
{
	struct sqlite_reader *s = (struct sqlite_reader *)r;

	database_rows_close(s->rows);
	database_rows_close(s->all);
	if (s->dialect)
		s->dialect->close(s->state);
	database_close(s->db);
	database_file_close(&s->file);
	free(s->columns);
	reader_free(r);
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
		for (size_t i = 0; i < s->r.nargs; i++)
			s->columns[d->columns + i] =
			    d->arg ? d->arg(s->r.args[i]) : s->r.args[i];
		s->rows = database_rows_open(
		    s->db, t.name, s->columns, d->columns + s->r.nargs);
		while (s->rows && has < d->needed && s->rows->has[has])
			has++;
		if (s->rows && has == d->needed) {
			if (s->r.whole)
				s->all =
				    database_rows_open(s->db, t.name, NULL, 0);
			return true;
		}
		if (s->rows && database_rows_next(s->rows))
			s->r.damage = "rows of a table have no times";
		database_rows_close(s->rows);
		s->rows = NULL;
	}
	return false;
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
	s->columns = xcalloc(d->columns + s->r.nargs + 1, sizeof *s->columns);
	if (next_table(s))
		return true;
	d->close(s->state);
	free(s->columns);
	s->columns = NULL;
	s->dialect = NULL;
	return false;
}

/* Databases of others, by a table that only they have, with advice. */
static const struct {
	const char *table, *hint;
} others[] = {
    {"StringTable",
	"an SQLite database of nvprof, whose successor nsys is read"},
    {"rocpd_api_ops",
	"an SQLite database of rocmProfileData: its rpd2tracing.py makes JSON "
	"of it, which is read"},
};

/* The advice on a database of others; NULL: it is none of these. */
static const char *
other_hint(const struct sqlite_reader *s)
{
	struct database_rows *rows;

	for (size_t i = 0; i < COUNT(others); i++) {
		rows = database_rows_open(s->db, others[i].table, NULL, 0);
		database_rows_close(rows);
		if (rows)
			return others[i].hint;
	}
	return NULL;
}

/* Up to the first table. */
static int
start(struct trace_reader *r)
{
	struct sqlite_reader *s = (struct sqlite_reader *)r;
	const char *hint;

	if (database_file_open(&s->file, s->in))
		return reader_fail(
		    r, s->file.error ? s->file.error : "cannot read");
	s->r.complete = s->file.complete;
	if (database_open(&s->db, s->file.path))
		return reader_fail(r, database_error(s->db));
	if ((hint = other_hint(s)))
		return reader_fail(&s->r, hint);
	for (size_t i = 0; i < COUNT(dialects); i++)
		if (try(s, dialects[i]))
			return 0;
	return reader_fail(&s->r,
	    s->db->damaged
		? "the database is damaged, and no table can be read"
		: "an SQLite database, but not one from Nsight Systems "
		  "or rocprofv3");
}

static int
next_event(struct trace_reader *r, struct raw_event *e)
{
	struct sqlite_reader *s = (struct sqlite_reader *)r;

	while (s->rows) {
		if (!database_rows_next(s->rows)) {
			s->r.lost += database_rows_lost(s->rows);
			database_rows_close(s->rows);
			database_rows_close(s->all);
			s->rows = s->all = NULL;
			if (!next_table(s) && !s->file.damage)
				database_check(s->db);
			continue;
		}
		s->r.events++;
		if (s->dialect->read(s, e))
			return 1;
	}
	return 0;
}

static const char *
damage(const struct trace_reader *r)
{
	const struct sqlite_reader *s = (const struct sqlite_reader *)r;

	if (s->file.damage)
		return s->file.damage;
	if (s->db && s->db->damaged)
		return "pages of the database are damaged: rows may be "
		       "missing";
	return r->damage;
}

static const struct trace_reader_ops ops = {.start = start,
    .next = next_event,
    .close = close_reader,
    .damage = damage};

bool
sqlite_sniff(struct input *in)
{
	return span_starts(input_peek(in, 16), "SQLite format 3");
}

struct trace_reader *
sqlite_open(struct input *in, const struct span *args, size_t n)
{
	struct sqlite_reader *s = reader_new(sizeof *s, &ops, args, n);

	s->in = in;
	return &s->r;
}
