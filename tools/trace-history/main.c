/*
 * trace-history - find where the level of measurements changed over many runs
 *
 * One row a run in, in the order of the runs; one row a change out.
 * change_points.c finds the changes in each series: the values of one column in
 * the rows of one key.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/status.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/meaning/column.h"
#include "common/meaning/limits.h"
#include "tools/trace-history/change_points.h"

/* In fewer values no change is more than chance. */
enum { FEWEST = 6 };

struct options {
	const char *keys, *values, *carry;
	struct limits budget; /* without a term: none */
	struct change_rules rules;
	bool higher; /* is better */
	bool exit_zero, quiet;
};

/* Of a run: its place among those of its key, and its carried fields. */
struct run {
	uint32_t place, carried;
};

struct series {
	double *values;
	uint32_t *runs; /* by their numbers in struct table */
	size_t n, values_cap, runs_cap;
};

struct table {
	const struct options *o;
	struct tsv *in;
	struct tsvw *out;
	struct key key, value, carry;
	struct pool *keys, *carried;
	struct run *runs;
	size_t run_count, runs_cap;
	uint32_t *places; /* runs of each key so far */
	size_t key_count, keys_cap;
	struct series *series; /* those of a key, a column each, side by side */
	size_t series_count, series_cap;
	size_t too_short;
	bool exceeded;
};

/* The columns that are measurements by their names, unless some were chosen. */
static void
open_values(struct table *t)
{
	struct buf list = {0};

	for (int i = 0; !t->o->values && i < tsv_columns(t->in); i++) {
		struct span name = tsv_name(t->in, i);
		struct column c = column_of(name);

		if (c.kind < COLUMN_TIME || c.second)
			continue;
		if (list.n)
			buf_add_text(&list, ",");
		buf_add(&list, name.p, name.n);
	}
	buf_add(&list, "", 1);
	xkey_open(&t->value, t->in, t->o->values ? t->o->values : list.p);
	buf_free(&list);
	if (t->value.n == 0)
		die("no column has a unit in its name: choose columns with -v");
}

static void
open_table(struct table *t)
{
	xkey_open(&t->key, t->in, t->o->keys);
	xkey_open(&t->carry, t->in, t->o->carry);
	open_values(t);
	t->keys = pool_new();
	t->carried = pool_new();
}

static void
close_table(struct table *t)
{
	for (size_t i = 0; i < t->series_count; i++) {
		free(t->series[i].values);
		free(t->series[i].runs);
	}
	free(t->series);
	free(t->places);
	free(t->runs);
	pool_free(t->keys);
	pool_free(t->carried);
	key_free(&t->key);
	key_free(&t->value);
	key_free(&t->carry);
}

/* The number of the row's key; a new one has series without values. */
static size_t
key_of(struct table *t)
{
	size_t key = pool_add(t->keys, xkey_of(&t->key, t->in));

	if (key < t->key_count)
		return key;
	ARRAY_PUSH(t->places, t->key_count, &t->keys_cap, 0);
	for (int i = 0; i < t->value.n; i++)
		ARRAY_PUSH(t->series, t->series_count, &t->series_cap,
		    (struct series){0});
	return key;
}

static void
add_run(struct table *t)
{
	size_t key = key_of(t);
	uint32_t run = (uint32_t)t->run_count;
	uint32_t carried = pool_add(t->carried, xkey_of(&t->carry, t->in));

	ARRAY_PUSH(t->runs, t->run_count, &t->runs_cap,
	    (struct run){++t->places[key], carried});
	for (int i = 0; i < t->value.n; i++) {
		struct series *s =
		    &t->series[key * (size_t)t->value.n + (size_t)i];
		size_t n = s->n;

		if (!tsv_field(t->in, t->value.column[i]).n)
			continue;
		ARRAY_PUSH(s->values, n, &s->values_cap,
		    xtsv_real(t->in, t->value.column[i]));
		ARRAY_PUSH(s->runs, s->n, &s->runs_cap, run);
	}
}

static void
write_header(struct table *t)
{
	key_write_names(t->out, &t->key, t->in);
	tsvw_field(t->out, span_of("metric"));
	tsvw_field(t->out, span_of("row"));
	key_write_names(t->out, &t->carry, t->in);
	tsvw_field(t->out, span_of("before"));
	tsvw_field(t->out, span_of("after"));
	tsvw_field(t->out, span_of("change_pct"));
	tsvw_field(t->out, span_of("p"));
	xtsvw_end(t->out);
	xtsvw_flush(t->out);
}

static void
write_real(struct tsvw *out, double value)
{
	enum { DECIMALS = 3, OF_SMALL = 9 };

	tsvw_real(out, value, fabs(value) < 1 ? OF_SMALL : DECIMALS);
}

static void
write_change(struct table *t, size_t key, int column, const struct change *c,
    const struct run *run)
{
	char p[32];

	key_write(t->out, &t->key, pool_get(t->keys, (uint32_t)key));
	tsvw_field(t->out, tsv_name(t->in, t->value.column[column]));
	tsvw_int(t->out, run->place);
	key_write(t->out, &t->carry, pool_get(t->carried, run->carried));
	write_real(t->out, c->before);
	write_real(t->out, c->after);
	write_real(t->out, 100 * change_part(c));
	snprintf(p, sizeof p, "%.3g", c->p);
	tsvw_field(t->out, span_of(p));
	xtsvw_end(t->out);
}

/* Is the change for the worse, and larger than the budget allows? */
static bool
is_too_much(const struct options *o, const struct change *c)
{
	const double thousandths = 100 * 1000;
	double worse = change_part(c) * (o->higher ? -1 : 1);

	for (int i = 0; i < o->budget.terms; i++) {
		double limit = (double)o->budget.term[i].limit.n / thousandths;

		if (!(worse > limit ||
			(o->budget.term[i].or_equal && worse == limit)))
			return false;
	}
	return o->budget.terms > 0;
}

/* The budget is for the newest change, if it is new. */
static void
judge(struct table *t, size_t key, int column, const struct series *s,
    const struct change *c)
{
	struct span name = pool_get(t->keys, (uint32_t)key);
	struct span metric = tsv_name(t->in, t->value.column[column]);

	if (s->n - c->at > t->o->rules.window || !is_too_much(t->o, c))
		return;
	t->exceeded = true;
	warn("%.*s: %.*s%s%.*s: %+.2f %% from row %lu on, %.6g to %.6g",
	    (int)t->o->budget.text.n, t->o->budget.text.p, (int)name.n, name.p,
	    name.n ? ": " : "", (int)metric.n, metric.p, 100 * change_part(c),
	    (unsigned long)t->runs[s->runs[c->at]].place, c->before, c->after);
}

static void
search(struct table *t, size_t key, int column)
{
	const struct series *s =
	    &t->series[key * (size_t)t->value.n + (size_t)column];
	struct change *changes;
	size_t n;

	if (s->n < FEWEST) {
		t->too_short += s->n > 0;
		return;
	}
	if (change_points(s->values, s->n, &t->o->rules, &changes, &n))
		memory_out();
	for (size_t i = 0; i < n; i++)
		write_change(t, key, column, &changes[i],
		    &t->runs[s->runs[changes[i].at]]);
	if (n)
		judge(t, key, column, s, &changes[n - 1]);
	free(changes);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	struct table t = {.o = options, .in = in, .out = out};

	open_table(&t);
	write_header(&t);
	while (xtsv_next(in))
		add_run(&t);
	for (size_t key = 0; key < t.key_count; key++)
		for (int i = 0; i < t.value.n; i++)
			search(&t, key, i);
	xtsvw_flush(out);
	if (t.too_short && !t.o->quiet)
		warn("%lu of %lu series have fewer than %d values: no change "
		     "can be found in them",
		    (unsigned long)t.too_short, (unsigned long)t.series_count,
		    FEWEST);
	close_table(&t);
	if (t.exceeded)
		return t.o->exit_zero ? STATUS_OK : STATUS_NO;
	return STATUS_OK;
}

static const char usage[] =
    "usage: trace-history [-hqV] [-k KEYS] [-v COLUMNS] [OPTION...] [FILE...]\n"
    "Find where the level of measurements changed over many runs: one row a run\n"
    "in, in the order of the runs, one row a change out.\n"
    "\n"
    "  -h, --help              print this help\n"
    "  -k, --keys COLUMNS      a series for each value of these columns\n"
    "  -q, --quiet             do not report series that are too short\n"
    "  -v, --values COLUMNS    the measurements (all columns named as times,\n"
    "                          percentages or ratios)\n"
    "  -V, --version           print the version\n"
    "      --better DIRECTION  lower (default) or higher values are better\n"
    "      --carry COLUMNS     print these columns of the first changed run\n"
    "      --compat otava      find what Apache Otava finds\n"
    "      --exit-zero         exit with 0 even if the budget is exceeded\n"
    "      --fail-if BUDGET    exit with 1 if the newest change of a series is for\n"
    "                          the worse and exceeds this, as 'last>3%'\n"
    "      --max-p P           a change is less likely by chance than this (0.001)\n"
    "      --min-change PCT    and at least so large (2%)\n"
    "      --window N          look at N runs together (30); older changes than\n"
    "                          the last N runs are not tested\n"
    "\n"
    "FILE: tables with the same columns, also gzipped; standard input if none or\n"
    "'-'. An empty field is no measurement.\n"
    "Exit status: 0 success, 1 budget exceeded, 2 error.\n";

static void
set_better(void *options, const char *text)
{
	static const char *const words[] = {"lower", "higher", NULL};
	struct options *o = options;

	o->higher = opt_word("--better", text, words) == 1;
}

static void
set_compat(void *options, const char *text)
{
	static const char *const words[] = {"otava", NULL};
	struct options *o = options;

	opt_word("--compat", text, words);
	o->rules.otava = true;
}

static void
set_budget(void *options, const char *text)
{
	struct options *o = options;

	if (limits_parse(&o->budget, text))
		opt_die("--fail-if wants a budget such as 'last>3%%', not '%s'",
		    text);
	for (int i = 0; i < o->budget.terms; i++)
		if (!span_is(o->budget.term[i].subject, "last") ||
		    o->budget.term[i].below ||
		    o->budget.term[i].limit.unit != AMOUNT_PERCENT)
			opt_die("--fail-if judges 'last' by a percentage, as "
				"'last>3%%', not '%s'",
			    text);
}

static void
set_max_p(void *options, const char *text)
{
	struct options *o = options;
	char *end;

	o->rules.max_p = strtod(text, &end);
	if (!number_is(span_of(text)) || *end ||
	    !(o->rules.max_p > 0 && o->rules.max_p <= 1))
		opt_die("--max-p wants a number above 0 and up to 1, not '%s'",
		    text);
}

static void
set_min_change(void *options, const char *text)
{
	struct options *o = options;
	struct amount amount;

	if (amount_parse(&amount, span_of(text)) ||
	    amount.unit == AMOUNT_TIME || amount.n < 0)
		opt_die(
		    "--min-change wants a percentage, as 2%%, not '%s'", text);
	o->rules.min_change = (double)amount.n / (100 * 1000);
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.rules = {30, 0.001, 0.02, false}};
	const struct opt table[] = {
	    {"better", .call = set_better},
	    {"carry", .text = &o.carry},
	    {"compat", .call = set_compat},
	    {"exit-zero", .on = &o.exit_zero},
	    {"fail-if", .call = set_budget},
	    {"keys", 'k', .text = &o.keys},
	    {"max-p", .call = set_max_p},
	    {"min-change", .call = set_min_change},
	    {"quiet", 'q', .on = &o.quiet},
	    {"values", 'v', .text = &o.values},
	    {"window", .size = &o.rules.window, .low = 4, .high = 1000},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	return o;
}

int
main(int argc, char **argv)
{
	struct options o;

	tool_start(argv);
	o = parse_options(argc, argv);
	return tool_finish(xfilter(argv + optind, argc - optind, run, &o));
}
