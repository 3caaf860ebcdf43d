#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/table/csv_write.h"
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

/* As the classic has it, status 1 says that a table is of no use. */
__attribute__((noreturn)) static void
refuse(const char *path, const char *what)
{
	warn("%s: %s", path, what);
	exit(STATUS_NO);
}

/* The same, for the record that was read last. */
__attribute__((noreturn)) static void
refuse_record(const struct reader *r, const char *what, struct span text)
{
	warn("%s:%" PRId64 ": %s%.*s", lines_name(r->lines),
	    lines_number(r->lines), what, (int)text.n, text.p);
	exit(STATUS_NO);
}

/* The next record: false at the end. */
static bool
read_record(struct reader *r)
{
	struct span line;
	int status = lines_next(r->lines, &line);

	if (status < 0)
		refuse(lines_name(r->lines), lines_error(r->lines));
	if (status == 0)
		return false;
	if (csvrec_read(&r->record, r->lines, line))
		refuse_record(r, r->record.fault, (struct span){0});
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
		refuse_record(r, "no column avg_duration_us", (struct span){0});
	return r->name >= 0;
}

/* A name as the fields of TSV have it, which is what the pool holds. */
static uint32_t
add_name(struct reader *r, struct pool *names, struct span name)
{
	r->text.n = 0;
	tsvw_text(&r->writer, name);
	if (tsvw_end(&r->writer) || tsvw_flush(&r->writer))
		memory_out();
	return pool_add(
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
		refuse_record(r, "too few fields", (struct span){0});
	if (fixed_parse_us(field[r->time], &row.sum) || row.sum < 0)
		refuse_record(
		    r, "avg_duration_us is not a time: ", field[r->time]);
	row.name = add_name(r, names, field[r->name]);
	if (fixed_add(&t->cycles[0].total, row.sum))
		refuse_record(r, "the times add up to more than 292 years",
		    (struct span){0});
	ARRAY_PUSH(t->rows, t->nrows, &t->rows_cap, row);
}

void
classic_read(struct cycle_table *t, const char *path, struct pool *names)
{
	struct reader r = {.lines = lines_open(path), .name = -1};

	*t = (struct cycle_table){
	    .cycles = xcalloc(1, sizeof *t->cycles), .ncycles = 1};
	if (!r.lines || csvrec_open(&r.record))
		memory_out();
	tsvw_init_memory(&r.writer, &r.text);
	while (r.name < 0)
		if (!read_record(&r))
			refuse(path,
			    "no column kernel_name: has uplifter written it?");
		else
			find_columns(&r);
	while (read_record(&r))
		add_row(&r, t, names);
	if (t->nrows == 0)
		refuse(path, "no kernels");
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

static void
write_row(struct tsvw *out, struct csvw *w, struct span eager,
    struct span compiled, struct span time, const char *type)
{
	const struct span fields[] = {eager, compiled, time, span_of(type)};

	w->out.n = 0;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		csvw_field(w, fields[i], false);
	csvw_end(w);
	tsvw_lines(out, buf_span(&w->out));
}

static void
write_totals(struct tsvw *out, struct csvw *w, const struct report *r)
{
	char a[64], b[64], time[FIXED_MAX];

	(void)snprintf(a, sizeof a, "Total (%zu eager kernels)", r->a->nrows);
	(void)snprintf(
	    b, sizeof b, "Total (%zu compiled kernels)", r->b->nrows);
	write_row(out, w, span_of(a), span_of(b),
	    (struct span){time, fixed_print_us(time, r->b->cycle->total)}, "");
}

const char *
classic_match(const struct pair *p)
{
	if (!p->a)
		return "compiled_only";
	if (!p->b)
		return "fused";
	return p->a->name == p->b->name ? "exact" : "similar";
}

static void
write_pair(struct tsvw *out, struct csvw *w, const struct report *r,
    const struct pair *p)
{
	char time[FIXED_MAX];
	struct span a = span_of("(none)"), b = span_of("."), none = {0};

	if (p->a)
		a = pool_get(r->names, p->a->name);
	if (p->b)
		b = pool_get(r->names, p->b->name);
	write_row(out, w, a, b,
	    p->b ? (struct span){time, fixed_print_us(time, p->b->each)} : none,
	    classic_match(p));
}

const struct pair **
classic_order(const struct report *r)
{
	const struct comparison *c = r->comparison;
	const struct pair **order = xcalloc(c->npairs + 1, sizeof *order);
	const struct pair **gone = xcalloc(r->a->nrows + 1, sizeof *gone);
	size_t n = 0;

	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];

		if (p->b)
			order[n++] = p;
		else
			gone[p->a->position - 1] = p;
	}
	for (size_t i = 0; i < r->a->nrows; i++)
		if (gone[i])
			order[n++] = gone[i];
	free(gone);
	return order;
}

void
classic_rows(struct tsvw *out, const struct report *r)
{
	const struct pair **order = classic_order(r);
	struct csvw w = {0};

	write_row(out, &w, span_of("eager_kernel"), span_of("compiled_kernel"),
	    span_of("duration_us"), "match_type");
	write_totals(out, &w, r);
	for (size_t i = 0; i < r->comparison->npairs; i++)
		write_pair(out, &w, r, order[i]);
	xtsvw_flush(out);
	buf_free(&w.out);
	buf_free(&w.text);
	free(order);
}
