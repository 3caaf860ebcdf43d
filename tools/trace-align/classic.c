#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/table/csvrec.h"
#include "tools/trace-align/classic.h"

/* A table while it is read. */
struct reader {
	struct lines *lines;
	struct csvrec record;
	int name, time; /* columns */
	struct buf text;
	struct tsvw writer; /* which escapes names */
};

static void
fail(const struct reader *r, const char *what, struct span text)
{
	die("%s:%" PRId64 ": %s%.*s", lines_name(r->lines),
	    lines_number(r->lines), what, (int)text.n, text.p);
}

/* The next record: false at the end. */
static bool
read_record(struct reader *r)
{
	struct span line;
	int status = lines_next(r->lines, &line);

	if (status < 0)
		die("%s: %s", lines_name(r->lines), lines_error(r->lines));
	if (status == 0)
		return false;
	if (csvrec_read(&r->record, r->lines, line))
		fail(r, r->record.fault, (struct span){0});
	return true;
}

static bool
ends_with(struct span s, const char *end)
{
	struct span e = span_of(end);

	return s.n >= e.n && memcmp(s.p + s.n - e.n, e.p, e.n) == 0;
}

/* Is this the record with the names? A byte order mark may be before them. */
static bool
find_columns(struct reader *r)
{
	r->name = r->time = -1;
	for (size_t i = 0; i < r->record.n; i++) {
		if (ends_with(r->record.fields[i], "kernel_name"))
			r->name = (int)i;
		if (ends_with(r->record.fields[i], "avg_duration_us"))
			r->time = (int)i;
	}
	if (r->name >= 0 && r->time < 0)
		fail(r, "no column avg_duration_us", (struct span){0});
	return r->name >= 0;
}

/* A name as the fields of TSV have it, which is what the pool holds. */
static uint32_t
add_name(struct reader *r, struct pool *names, struct span name)
{
	r->text.n = 0;
	tsvw_text(&r->writer, name);
	if (tsvw_end(&r->writer) || tsvw_flush(&r->writer))
		die_memory();
	return xpool_add(
	    names, (struct span){r->text.p, r->text.n - 1}); /* no LF */
}

static void
add_row(struct reader *r, struct cycle_table *t, struct pool *names)
{
	struct span *field = r->record.fields;
	struct row row = {.position = (int64_t)t->nrows + 1,
	    .line = t->nrows,
	    .count = -1,
	    .median = -1,
	    .deviation = -1};

	if (r->record.n == 1 && field[0].n == 0)
		return;
	if (r->record.n <= (size_t)r->name || r->record.n <= (size_t)r->time)
		fail(r, "too few fields", (struct span){0});
	if (fixed_parse_us(field[r->time], &row.sum) || row.sum < 0)
		fail(r, "avg_duration_us is not a time: ", field[r->time]);
	row.name = add_name(r, names, field[r->name]);
	if (fixed_add(&t->cycles[0].total, row.sum))
		fail(r, "the times add up to more than 292 years",
		    (struct span){0});
	XARRAY_PUSH(t->rows, t->nrows, &t->rows_cap, row);
}

void
classic_read(struct cycle_table *t, const char *path, struct pool *names)
{
	struct reader r = {.lines = lines_open(path), .name = -1};

	*t = (struct cycle_table){
	    .cycles = xcalloc(1, sizeof *t->cycles), .ncycles = 1};
	if (!r.lines || csvrec_open(&r.record))
		die_memory();
	tsvw_init_memory(&r.writer, &r.text);
	while (r.name < 0)
		if (!read_record(&r))
			die("%s: no column kernel_name: has uplifter written "
			    "it?",
			    path);
		else
			find_columns(&r);
	while (read_record(&r))
		add_row(&r, t, names);
	if (t->nrows == 0)
		die("%s: no kernels", path);
	t->cycles[0].number = t->cycles[0].reps = 1;
	t->cycles[0].period = -1;
	t->cycles[0].file = path;
	t->cycles[0].rows = t->rows;
	t->cycles[0].nrows = t->nrows;
	csvrec_close(&r.record);
	lines_close(r.lines);
	buf_free(&r.text);
}

/* --- the result --- */

void
classic_header(struct tsvw *out)
{
	static const char *const columns[] = {
	    "eager_kernel", "compiled_kernel", "duration_us", "match_type"};

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		tsvw_field(out, span_of(columns[i]));
	xtsvw_end(out);
}

static void
write_totals(struct tsvw *out, const struct report *r)
{
	char text[64];

	(void)snprintf(
	    text, sizeof text, "Total (%zu eager kernels)", r->a->nrows);
	tsvw_field(out, span_of(text));
	(void)snprintf(
	    text, sizeof text, "Total (%zu compiled kernels)", r->b->nrows);
	tsvw_field(out, span_of(text));
	tsvw_us(out, r->b->cycle->total);
	tsvw_empty(out);
	xtsvw_end(out);
}

static const char *
match_type(const struct pair *p)
{
	if (!p->a)
		return "compiled_only";
	return p->a->name == p->b->name ? "exact" : "similar";
}

static void
write_pair(struct tsvw *out, const struct report *r, const struct pair *p)
{
	tsvw_field(
	    out, p->a ? pool_get(r->names, p->a->name) : span_of("(none)"));
	tsvw_field(out, pool_get(r->names, p->b->name));
	tsvw_us(out, p->b->each);
	tsvw_field(out, span_of(match_type(p)));
	xtsvw_end(out);
}

static void
write_gone(struct tsvw *out, const struct report *r, const struct row *row)
{
	tsvw_field(out, pool_get(r->names, row->name));
	tsvw_field(out, span_of("."));
	tsvw_empty(out);
	tsvw_field(out, span_of("fused"));
	xtsvw_end(out);
}

void
classic_rows(struct tsvw *out, const struct report *r)
{
	const struct comparison *c = r->comparison;
	const struct row **gone = xcalloc(r->a->nrows + 1, sizeof *gone);

	write_totals(out, r);
	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];

		if (p->b)
			write_pair(out, r, p);
		else
			gone[p->a->position - 1] = p->a;
	}
	for (size_t i = 0; i < r->a->nrows; i++)
		if (gone[i])
			write_gone(out, r, gone[i]);
	free(gone);
	xtsvw_flush(out);
}
