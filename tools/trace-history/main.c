/*
 * trace-history - find where the level of measurements changed over many runs
 *
 * One row a run in, in the order of the runs; one row a change out. history.c
 * reads the series, change_points.c finds the changes in each.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/number.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/times/budget.h"
#include "tools/trace-history/change_points.h"
#include "tools/trace-history/history.h"

/* In fewer values no change is more than chance. */
enum { FEWEST = 6 };

struct options {
	const char *keys, *values, *carry;
	struct opt_budgets budgets;
	struct change_rules rules;
	int higher; /* is better: 1, or 0 */
	bool quiet;
	bool series; /* print all values, not only the changes */
};

struct search {
	const struct options *o;
	struct history runs;
	struct tsvw *out;
	size_t too_short;
	bool exceeded;
};

/* Columns behind those of the keys, and behind the carried ones. */
static void
write_header(const struct search *h)
{
	key_write_names(h->out, &h->runs.key, h->runs.in);
	if (h->o->series)
		tsvw_text(h->out, span_of("series"));
	tsvw_titles(h->out, "metric row");
	key_write_names(h->out, &h->runs.carry, h->runs.in);
	tsvw_titles(h->out,
	    h->o->series ? "value level change_pct"
			 : "before after change_pct p");
	xtsvw_header(h->out);
}

static void
write_real(struct tsvw *out, double value)
{
	enum { DECIMALS = 3, OF_SMALL = 9 };

	tsvw_real(out, value, fabs(value) < 1 ? OF_SMALL : DECIMALS);
}

/* The key and the metric as one name. */
static void
write_name(const struct search *h, struct span key, struct span metric)
{
	struct buf name = {0};

	buf_add_span(&name, key);
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] == '\t')
			name.p[i] = ' ';
	BUF_ADD_ALL(&name, span_of(key.n ? " " : ""), metric);
	tsvw_field(h->out, buf_span(&name));
	buf_free(&name);
}

/* The columns before a row's numbers: key, metric and run of value i. */
static void
write_place(const struct search *h, size_t key, int column, size_t i)
{
	const struct history *r = &h->runs;
	const struct run *run =
	    history_run(r, history_series(r, key, column), i);
	struct span name = pool_get(r->keys, (uint32_t)key);

	key_write(h->out, &r->key, name);
	if (h->o->series)
		write_name(h, name, history_metric(r, column));
	tsvw_field(h->out, history_metric(r, column));
	tsvw_int(h->out, run->place);
	key_write(h->out, &r->carry, pool_get(r->carried, run->carried));
}

static void
write_changes(const struct search *h, size_t key, int column,
    const struct change *c, size_t n)
{
	char p[32];

	for (size_t i = 0; i < n; i++) {
		write_place(h, key, column, c[i].at);
		write_real(h->out, c[i].before);
		write_real(h->out, c[i].after);
		write_real(h->out, 100 * change_points_part(&c[i]));
		snprintf(p, sizeof p, "%.3g", c[i].p);
		tsvw_text(h->out, span_of(p));
		xtsvw_end(h->out);
	}
}

/* All values of a series, each with the mean of its level, the first given. */
static void
write_series(const struct search *h, size_t key, int column, double level,
    const struct change *c, size_t n)
{
	const struct series *s = history_series(&h->runs, key, column);
	size_t next = 0;

	for (size_t i = 0; i < s->n; i++) {
		write_place(h, key, column, i);
		write_real(h->out, s->values[i]);
		if (next < n && c[next].at == i) {
			level = c[next].after;
			write_real(h->out, level);
			write_real(
			    h->out, 100 * change_points_part(&c[next++]));
		} else {
			write_real(h->out, level);
			tsvw_text(h->out, span_of(""));
		}
		xtsvw_end(h->out);
	}
}

/* By the part of which a change is for the worse. */
static enum gate
judge_term(const void *of, const struct limit *t, size_t row)
{
	const double worse = *(const double *)of, thousandths = 100 * 1000;

	(void)row;
	return limit_judge(
	    t, (double)t->limit.n / thousandths, worse, worse, worse);
}

/* Budgets are for the newest change, if it is new. */
static void
judge(struct search *h, size_t key, int column, const struct change *c)
{
	const struct history *r = &h->runs;
	const struct series *s = history_series(r, key, column);
	struct span name = pool_get(r->keys, (uint32_t)key);
	struct span metric = history_metric(r, column);
	double worse = change_points_part(c) * (h->o->higher ? -1 : 1);
	struct gauge gauge = {.judge = judge_term, .of = &worse};

	if (s->n - c->at > h->o->rules.window)
		return;
	for (size_t i = 0; i < h->o->budgets.n; i++) {
		const struct budget *budget = &h->o->budgets.p[i];

		if (budget_judge(budget, &gauge).gate != GATE_EXCEEDED)
			continue;
		h->exceeded = true;
		warn("%.*s: %.*s%s%.*s: %+.2f %% from row %lu on, "
		     "%.6g to %.6g",
		    (int)budget->text.n, budget->text.p, (int)name.n, name.p,
		    name.n ? ": " : "", (int)metric.n, metric.p,
		    100 * change_points_part(c),
		    (unsigned long)history_run(r, s, c->at)->place, c->before,
		    c->after);
	}
}

static void
search(struct search *h, size_t key, int column)
{
	const struct series *s = history_series(&h->runs, key, column);
	struct change *changes;
	size_t n;
	double mean =
	    change_points(s->values, s->n, &h->o->rules, &changes, &n);

	if (s->n < FEWEST) {
		n = 0;
		h->too_short += s->n > 0;
	}
	if (h->o->series)
		write_series(
		    h, key, column, n ? changes->before : mean, changes, n);
	else
		write_changes(h, key, column, changes, n);
	if (n)
		judge(h, key, column, &changes[n - 1]);
	free(changes);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct search h = {.o = o, .out = out};

	xhistory_open(&h.runs, in, o->keys, o->values, o->carry);
	write_header(&h);
	while (xtsv_next(in))
		xhistory_add(&h.runs);
	for (size_t key = 0; key < h.runs.keys_n; key++)
		for (int i = 0; i < h.runs.value.n; i++)
			search(&h, key, i);
	xtsvw_flush(out);
	if (h.too_short && !o->quiet)
		warn("%lu of %lu series have fewer than %d values: no change "
		     "can be found in them",
		    (unsigned long)h.too_short, (unsigned long)h.runs.series_n,
		    FEWEST);
	history_free(&h.runs);
	return h.exceeded ? STATUS_NO : STATUS_OK;
}

static const char usage[] =
    "usage: trace-history [-hqV] [-k KEYS] [-v COLUMNS] [OPTION...] [FILE...]\n"
    "Find when the level of measurements changed over many runs: one row per run\n"
    "in, in the order of the runs, one row per change out.\n"
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
    "                          the worse and exceeds this: 'last>3%'\n"
    "      --max-p P           largest probability that a change is chance (0.001)\n"
    "      --min-change PCT    smallest change (2%)\n"
    "      --series            print all values, with their levels, for trace-plot\n"
    "      --window N          look at N runs together (30); older changes than\n"
    "                          the last N runs are not tested\n"
    "\n"
    "FILE: tables with the same columns, also gzipped; standard input if none or\n"
    "'-'. An empty field is a missing measurement.\n"
    "Exit status: 0 success, 1 budget exceeded, 2 error.\n";

static const char *
check_term(const struct limit *t, const void *of)
{
	(void)of;
	if (!span_is(t->subject, "last"))
		return "the subject must be last";
	if (t->below)
		return "the sign must be > or >=";
	return t->limit.unit == AMOUNT_PERCENT
	    ? NULL
	    : "the amount must be a percentage";
}

static void
set_max_p(void *options, const char *text)
{
	struct options *o = options;
	char *end;

	o->rules.max_p = strtod(text, &end);
	if (!number_is(span_of(text)) || *end ||
	    !(o->rules.max_p > 0 && o->rules.max_p <= 1))
		opt_die("--max-p takes a number above 0 and up to 1, not '%s'",
		    text);
}

int
main(int argc, char **argv)
{
	static const char *const better[] = {"lower", "higher", NULL};
	static const char *const kinds[] = {"otava", NULL};
	struct options o = {.budgets = {.such_as = "'last>3%'"},
	    .rules = {.window = 30, .max_p = 0.001}};
	int64_t min_change = 2000;
	const struct opt table[] = {
	    {"better", .choice = &o.higher, .words = better},
	    {"carry", .text = &o.carry},
	    {"compat", .on = &o.rules.otava, .words = kinds},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"fail-if", .budgets = &o.budgets},
	    {"keys", 'k', .text = &o.keys},
	    {"max-p", .call = set_max_p},
	    {"min-change", .us = &min_change, .percent = true,
		.high = INT64_C(1000000) * 1000},
	    {"quiet", 'q', .on = &o.quiet},
	    {"series", .on = &o.series},
	    {"values", 'v', .text = &o.values},
	    {"window", .size = &o.rules.window, .low = 4, .high = 1000},
	    {0},
	};
	int status;

	opt_parse(argc, argv, usage, table, &o);
	o.rules.min_change = (double)min_change / (100 * 1000);
	opt_check_budgets(&o.budgets, check_term, NULL);
	status = xfilter(argc, argv, run, &o);
	free(o.budgets.p);
	return status;
}
