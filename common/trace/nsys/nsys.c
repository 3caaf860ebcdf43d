/*
 * The tables are read one after another, first those of the GPU. Texts stand in
 * a table of their own, StringIds, and are looked up by their numbers.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/nsys/file.h"
#include "common/trace/nsys/nsys.h"
#include "common/trace/nsys/row.h"

struct nsys {
	struct trace_reader r; /* first: see reader.h */
	struct input *in;
	struct nsys_file file;
	bool opened;
	struct database *db;
	struct nsys_row row;
	size_t kind; /* so many have been begun */
};

static struct nsys *
nsys_of(const struct trace_reader *r)
{
	return (struct nsys *)r;
}

static void
close_reader(struct trace_reader *r)
{
	struct nsys *n = nsys_of(r);

	database_rows_close(n->row.rows);
	database_rows_close(n->row.all);
	nsys_texts_close(&n->row.texts);
	database_close(n->db);
	nsys_file_close(&n->file);
	nsys_target_free(&n->row.target);
	free(n->row.columns);
	free(n->row.asked);
	free(n);
}

static int
open_database(struct nsys *n)
{
	if (nsys_file_open(&n->file, n->in))
		return reader_fail(
		    &n->r, n->file.error ? n->file.error : "cannot read");
	if (database_open(&n->db, n->file.path))
		return reader_fail(
		    &n->r, n->db ? database_error(n->db) : "out of memory");
	nsys_texts_open(&n->row.texts, n->db);
	return nsys_target_read(&n->row.target, n->db)
	    ? reader_fail(&n->r, "out of memory")
	    : 0;
}

/* Begins the next table that there is: 1, 0 after the last one. */
static int
next_kind(struct nsys *n)
{
	const struct nsys_kind *kind;

	while ((kind = nsys_kind(n->kind++))) {
		memcpy(n->row.columns, kind->column, sizeof kind->column);
		n->row.rows = database_rows_open(n->db, kind->table,
		    n->row.columns, NSYS_COLUMNS + n->row.nargs);
		if (n->row.rows && database_rows_has(n->row.rows, NSYS_START) &&
		    database_rows_has(n->row.rows, NSYS_END)) {
			if (n->r.whole)
				n->row.all = database_rows_open(
				    n->db, kind->table, NULL, 0);
			return 1;
		}
		database_rows_close(n->row.rows);
		n->row.rows = NULL;
	}
	return 0;
}

static void
end_kind(struct nsys *n)
{
	n->row.lost += database_rows_gaps(n->row.rows);
	database_rows_close(n->row.rows);
	database_rows_close(n->row.all);
	n->row.rows = n->row.all = NULL;
}

/* Up to the first table. */
static int
start(struct trace_reader *r)
{
	struct nsys *n = nsys_of(r);

	if (n->opened)
		return *n->r.error ? -1 : 0;
	n->opened = true;
	if (open_database(n))
		return -1;
	if (next_kind(n))
		return 0;
	if (n->db->no_memory || n->db->damaged)
		return reader_fail(&n->r,
		    n->db->no_memory
			? "out of memory"
			: "the database is damaged, and no table can be read");
	return reader_fail(&n->r,
	    "an SQLite database, but no export of Nsight Systems; if rocprofv3 "
	    "wrote it: rocpd convert -i FILE -f csv");
}

static int
next_event(struct trace_reader *r, struct kevent *e)
{
	struct nsys *n = nsys_of(r);
	int got;

	if (start(r))
		return -1;
	n->row.whole = r->whole;
	while (n->row.rows) {
		got = database_rows_next(n->row.rows);
		if (got == 0) {
			end_kind(n);
			next_kind(n);
			continue;
		}
		n->r.events++;
		if (got > 0)
			got = nsys_row_read(&n->row, nsys_kind(n->kind - 1), e);
		if (got < 0 || n->db->no_memory)
			return reader_fail(&n->r, "out of memory");
		if (got > 0)
			return 1;
	}
	if (n->db->no_memory)
		return reader_fail(&n->r, "out of memory");
	return 0;
}

static int64_t
lost(const struct trace_reader *r)
{
	return nsys_of(r)->row.lost;
}

static int64_t
unreadable(const struct trace_reader *r)
{
	return nsys_of(r)->row.unreadable;
}

static const char *
damage(const struct trace_reader *r)
{
	const struct nsys *n = nsys_of(r);

	if (n->file.damage || !n->db || !n->db->damaged)
		return n->file.damage;
	return "pages of the database are damaged: rows may be missing";
}

static const struct members *
members(const struct trace_reader *r)
{
	return &nsys_of(r)->row.target.members;
}

static const struct trace_reader_ops ops = {start, next_event, close_reader,
    NULL, lost, damage, members, NULL, NULL, unreadable, NULL, NULL};

bool
nsys_sniff(struct input *in)
{
	return span_starts(input_peek(in, 16), "SQLite format 3");
}

struct trace_reader *
nsys_open(struct input *in, const struct span *args, size_t nargs)
{
	struct nsys *n = xcalloc(1, sizeof *n);

	n->r.ops = &ops;
	n->in = in;
	n->row.nargs = nargs;
	n->row.first_process = -1;
	n->row.columns = xcalloc(NSYS_COLUMNS + nargs, sizeof *n->row.columns);
	n->row.asked = xcalloc(nargs + 1, sizeof *n->row.asked);
	if (nargs)
		memcpy(
		    n->row.columns + NSYS_COLUMNS, args, nargs * sizeof *args);
	return &n->r;
}
