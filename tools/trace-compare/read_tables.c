/*
 * Reads tables into the join. A key is written as trace-tsv(5) has fields, with
 * tabs between them, so that it prints as it is.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "tools/trace-compare/options.h"

enum { TEXT_MAX = 60 };

struct reader {
	struct table *table;
	struct plan *plan;
	struct join *join;
	size_t number; /* of the table */
	int *key, *column;
	struct noise_columns noise; /* of the first value */
	int level; /* of cycles whose sums are added up, or below 0 */
	struct levels levels;
	struct buf text;
	struct tsvw writer; /* of the key, into the text */
};

static void
check(const struct reader *r, int status)
{
	if (status < 0)
		die("%s", table_error(r->table));
}

/* The caller frees their array. */
static struct names
read_names(struct reader *r, struct pool *texts)
{
	struct span *list;
	size_t n;

	check(r, table_header(r->table));
	n = (size_t)table_columns(r->table);
	list = xcalloc(n, sizeof *list);
	for (size_t i = 0; i < n; i++) {
		list[i] = table_name(r->table, (int)i);
		pool_keep(texts, &list[i]);
	}
	return (struct names){list, n};
}

static int
find(const struct reader *r, const struct names *names, struct span name)
{
	int at = plan_column(r->plan, names, name);

	if (at < 0)
		die("%s: %s", table_file(r->table), r->plan->error);
	return at;
}

/* The column of levels that no key keeps apart; below 0: none. */
static int
find_levels(const struct plan *p, const struct names *names)
{
	const struct names columns = {p->column, p->columns};

	for (size_t i = 0; i < p->keys; i++)
		if (levels_apart(p->key[i]))
			return -1;
	return plan_find(&columns, span_of("sum_us")) < 0
	    ? -1
	    : plan_find(names, span_of("level"));
}

static void
find_columns(struct reader *r, const struct names *names)
{
	const struct plan *p = r->plan;

	r->key = xcalloc(p->keys, sizeof *r->key);
	r->column = xcalloc(p->columns, sizeof *r->column);
	for (size_t i = 0; i < p->keys; i++)
		r->key[i] = find(r, names, p->key[i]);
	for (size_t i = 0; i < p->columns; i++)
		r->column[i] = find(r, names, p->column[i]);
	r->level = find_levels(p, names);
	r->noise = noise_find(p->column[p->value[0].top], names);
	r->plan->spread = r->plan->spread &&
	    r->noise.at[SUM_ERROR_COUNT] >= 0 &&
	    r->noise.at[SUM_ERROR_DEVIATION] >= 0;
}

/* The writer puts a line end after it, which is not of the key. */
static struct span
read_key(struct reader *r)
{
	r->text.n = 0;
	tsvw_init_memory(&r->writer, &r->text);
	for (size_t i = 0; i < r->plan->keys; i++)
		tsvw_text(&r->writer, table_field(r->table, r->key[i]));
	if (tsvw_end(&r->writer) || tsvw_flush(&r->writer))
		memory_out();
	return span_cut(buf_span(&r->text), 0, r->text.n - 1);
}

static void
read_value(struct reader *r, uint32_t row, size_t column)
{
	struct span field = table_field(r->table, r->column[column]);
	decimal v;
	int places;

	if (field.n == 0)
		return;
	if (decimal_parse(field, &v, &places)) {
		char what[TEXT_MAX + 40];

		snprintf(what, sizeof what, "not a number: '%.*s'",
		    SPAN_MOST(field, TEXT_MAX));
		check(r, table_fail(r->table, r->column[column], what));
	}
	if (join_add(r->join, row, r->number, column, v, places))
		check(r,
		    table_fail(
			r->table, r->column[column], "the sum is too large"));
}

/* A number of the row; NAN where there is none. */
static double
read_real(const struct reader *r, int column)
{
	struct span field = {0};
	decimal v;
	int places;

	if (column >= 0)
		field = table_field(r->table, column);
	return field.n && decimal_parse(field, &v, &places) == 0
	    ? decimal_real(v)
	    : NAN;
}

static void
read_noise(struct reader *r, uint32_t row)
{
	double value = read_real(r, r->column[r->plan->value[0].top]);
	double has[SUM_ERRORS];

	if (isnan(value))
		return;
	for (int i = 0; i < SUM_ERRORS; i++)
		has[i] = read_real(r, r->noise.at[i]);
	join_add_noise(
	    r->join, row, r->number, sum_error_of(r->noise.mean, value, has));
}

static void
read_rows(struct reader *r)
{
	int got;

	while ((got = table_next(r->table)) > 0) {
		uint32_t row = join_row(r->join, r->number, read_key(r));

		for (size_t i = 0; i < r->plan->columns; i++)
			read_value(r, row, i);
		read_noise(r, row);
		if (r->level >= 0)
			levels_add(&r->levels, table_field(r->table, r->level));
	}
	check(r, got);
}

void
read_tables(const struct options *o, struct plan *plan, struct join *join,
    struct pool *texts)
{
	struct reader *r = xcalloc(1, sizeof *r);

	for (size_t i = 0; i < o->sides; i++) {
		struct names names;

		*r = (struct reader){.plan = plan,
		    .join = join,
		    .number = i,
		    .table = table_open(o->side[i].path, o->format)};
		names = read_names(r, texts);
		if (i == 0) {
			if (plan_make(plan, o->keys, o->values, &names))
				die("%s: %s", table_file(r->table),
				    plan->error);
			plan->spread = !o->alone;
			join_open(join, o->sides, plan->columns);
		}
		find_columns(r, &names);
		read_rows(r);
		if (!o->quiet)
			levels_warn(&r->levels, table_file(r->table));
		free((void *)names.p);
		free(r->key);
		free(r->column);
		buf_free(&r->text);
		table_close(r->table);
	}
	free(r);
}
