/*
 * trace-align - line up the kernels of two cycles
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/bytes/outfile.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-align/budget.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/messages.h"
#include "tools/trace-align/noise.h"
#include "tools/trace-align/operands.h"
#include "tools/trace-align/pairing.h"
#include "tools/trace-align/summary.h"

struct options {
	int64_t cycle_a, cycle_b; /* ANY_CYCLE: the most alike */
	bool all;                 /* pairs of cycles */
	bool by_fusion;
	const char *rules;   /* NULL: ours */
	const char *summary; /* NULL: none */
	char *noise;         /* NULL: not measured */
	double least;        /* share of time that must be matched */
	struct threshold threshold, floor;
	struct budget *budgets;
	size_t nbudgets, budgets_cap;
	bool exit_zero;
	bool quiet;
	bool strict;
	bool verbose;
};

/*
 * Two runs of one program differ by about as much on a GPU whose clocks are not
 * locked; --noise measures it.
 */
static const struct options defaults = {.cycle_a = ANY_CYCLE,
    .cycle_b = ANY_CYCLE,
    .least = 0.5,
    .threshold = {0.02, 0},
    .floor = {0.02, 200}};

struct streams {
	struct tsvw *rows;
	struct tsvw *summary; /* NULL: none */
};

/* What is known before cycles are chosen. */
struct inputs {
	struct operand a, b;
	struct pool *names;
	struct likeness likeness;
	struct couple *couples;
	size_t ncouples;
};

/* --- one pair of cycles --- */

/* The exit status that budgets lead to. */
static int
check_budget(
    const struct options *o, const struct budget *b, const struct report *r)
{
	struct finding finding, worst = {0};
	const struct condition *which = NULL;

	for (size_t k = 0; k < b->n; k++) {
		if (budget_check(&b->condition[k], r, &finding))
			die_memory();
		if (!which || finding.outcome < worst.outcome) {
			worst = finding;
			which = &b->condition[k];
		}
	}
	if (worst.outcome != BUDGET_KEPT && !o->quiet)
		messages_budget(b, which, &worst);
	if (worst.outcome == BUDGET_UNKNOWN)
		return STATUS_FAILED;
	if (worst.outcome == BUDGET_EXCEEDED ||
	    (worst.outcome == BUDGET_INCONCLUSIVE && o->strict))
		return STATUS_NO;
	return STATUS_OK;
}

static int
check_budgets(const struct options *o, const struct report *r)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < o->nbudgets; i++) {
		int found = check_budget(o, &o->budgets[i], r);

		status = found > status ? found : status;
	}
	return status;
}

static int
refuse_length(const struct side *a, const struct side *b)
{
	warn("cycle %" PRId64 " of %s has %zu rows, cycle %" PRId64
	     " of %s %zu: too long, for cycles as different as these; take "
	     "cycles inside of them with --cycle, such as a step or a layer",
	    a->cycle->number, a->cycle->file, a->nrows, b->cycle->number,
	    b->cycle->file, b->nrows);
	return STATUS_FAILED;
}

static void
print(const struct options *o, const struct report *r, const struct streams *s,
    size_t pair)
{
	struct changes changes;

	if (changes_find(&changes, r))
		die_memory();
	if (o->by_fusion)
		columns_changes(s->rows, r, &changes, pair);
	else
		columns_rows(s->rows, r, pair);
	if (s->summary && summary_rows(s->summary, r, &changes, pair))
		die_memory();
	if (!o->quiet) {
		messages_runs(r->a);
		messages_runs(r->b);
		messages_lengths(r);
	}
	if (o->verbose)
		messages_balance(r, &changes);
	changes_free(&changes);
}

/* Tells all that there is to tell; the exit status. */
static int
report(const struct options *o, const struct report *r, const struct streams *s,
    size_t pair)
{
	print(o, r, s, pair);
	if (matched_share(&r->comparison->matched) < o->least) {
		messages_unlike(r, o->least);
		return STATUS_FAILED;
	}
	return check_budgets(o, r);
}

static int
align_sides(const struct options *o, const struct inputs *in,
    const struct side *a, const struct side *b, const struct streams *s,
    size_t pair)
{
	struct comparison c;
	struct report r = {
	    &c, a, b, in->names, &in->likeness, o->threshold, o->floor, NULL};
	int status =
	    compare(&c, a->rows, a->nrows, b->rows, b->nrows, &in->likeness);

	if (status == ALIGN_TOO_LONG) {
		status = refuse_length(a, b);
	} else {
		if (status || report_init(&r))
			die_memory();
		status = report(o, &r, s, pair);
		report_free(&r);
	}
	comparison_free(&c);
	return status;
}

static int
align_couple(const struct options *o, const struct inputs *in,
    const struct cycle *a, const struct cycle *b, const struct streams *s,
    size_t pair)
{
	struct side side_a, side_b;
	int status;

	operand_side(&in->a, a, &in->likeness, &side_a);
	operand_side(&in->b, b, &in->likeness, &side_b);
	status = align_sides(o, in, &side_a, &side_b, s, pair);
	side_free(&side_a);
	side_free(&side_b);
	return status;
}

/* --- which cycles --- */

/* The couple that holds the most time; of equal ones the first. */
static size_t
find_largest(const struct inputs *in)
{
	int64_t most = -1;
	size_t best = 0;

	for (size_t i = 0; i < in->ncouples; i++) {
		const struct couple *c = &in->couples[i];
		int64_t time = in->a.run[0].cycles[c->a].total / 2 +
		    in->b.run[0].cycles[c->b].total / 2;

		if (time > most) {
			most = time;
			best = i;
		}
	}
	return best;
}

static void
tell_alone(const struct inputs *in)
{
	const struct cycle_table *a = &in->a.run[0], *b = &in->b.run[0];
	bool *used = xcalloc(a->ncycles + b->ncycles, sizeof *used);

	for (size_t i = 0; i < in->ncouples; i++) {
		used[in->couples[i].a] = true;
		used[a->ncycles + in->couples[i].b] = true;
	}
	for (size_t i = 0; i < a->ncycles; i++)
		if (!used[i])
			messages_alone(&a->cycles[i]);
	for (size_t i = 0; i < b->ncycles; i++)
		if (!used[a->ncycles + i])
			messages_alone(&b->cycles[i]);
	free(used);
}

static int
align_all(
    const struct options *o, const struct inputs *in, const struct streams *s)
{
	int status = STATUS_OK;

	if (!o->quiet)
		tell_alone(in);
	for (size_t i = 0; i < in->ncouples; i++) {
		const struct couple *c = &in->couples[i];
		const struct cycle *a = &in->a.run[0].cycles[c->a];
		const struct cycle *b = &in->b.run[0].cycles[c->b];
		int found;

		if (o->verbose)
			messages_choice(a, b, 0);
		found = align_couple(o, in, a, b, s, i + 1);
		status = found > status ? found : status;
	}
	return status;
}

/* The cycle of a table that is most like another one. */
static const struct cycle *
find_partner(const struct inputs *in, const struct cycle_table *t,
    const struct cycle *other)
{
	const struct cycle *best = NULL;
	double most = -1;

	for (size_t i = 0; i < t->ncycles; i++) {
		double likeness =
		    pairing_likeness(other, &t->cycles[i], &in->likeness);

		if (likeness < 0)
			die_memory();
		if (likeness > most) {
			most = likeness;
			best = &t->cycles[i];
		}
	}
	return best;
}

/* Those that --cycle names; for a table where it names none, the most alike. */
static int
align_wanted(
    const struct options *o, const struct inputs *in, const struct streams *s)
{
	const struct cycle_table *ta = &in->a.run[0], *tb = &in->b.run[0];
	int64_t wanted_b = o->cycle_b;
	const struct cycle *a, *b;

	if (wanted_b == ANY_CYCLE && tb->ncycles > 1)
		wanted_b = o->cycle_a;
	a = cycle_table_cycle(ta, o->cycle_a);
	b = wanted_b == ANY_CYCLE ? find_partner(in, tb, a)
				  : cycle_table_cycle(tb, wanted_b);
	return align_couple(o, in, a, b, s, NO_PAIR);
}

static int
align_largest(
    const struct options *o, const struct inputs *in, const struct streams *s)
{
	const struct couple *c = &in->couples[find_largest(in)];
	const struct cycle *a = &in->a.run[0].cycles[c->a];
	const struct cycle *b = &in->b.run[0].cycles[c->b];

	if (!o->quiet && (in->a.run[0].ncycles > 1 || in->b.run[0].ncycles > 1))
		messages_choice(a, b, in->ncouples - 1);
	return align_couple(o, in, a, b, s, NO_PAIR);
}

static int
align_cycles(
    const struct options *o, struct inputs *in, const struct streams *s)
{
	ptrdiff_t n;

	if (o->cycle_a != ANY_CYCLE)
		return align_wanted(o, in, s);
	n = pairing_find(
	    &in->a.run[0], &in->b.run[0], &in->likeness, &in->couples);
	if (n < 0)
		die_memory();
	in->ncouples = (size_t)n;
	return o->all ? align_all(o, in, s) : align_largest(o, in, s);
}

/* --- the noise of two runs --- */

static struct threshold
measure_noise(const struct inputs *in, struct operand *runs, bool quiet)
{
	struct threshold t = {0};
	struct couple *couples;
	struct comparison c;
	const struct cycle *a, *b;
	struct side one, other;
	struct operand second = {.run = &runs->run[1], .n = 1};
	struct operand first = {.run = &runs->run[0], .n = 1};

	if (pairing_find(
		&runs->run[0], &runs->run[1], &in->likeness, &couples) < 1)
		die("--noise: the tables have no cycles that are alike");
	a = &runs->run[0].cycles[couples[0].a];
	b = &runs->run[1].cycles[couples[0].b];
	operand_side(&first, a, &in->likeness, &one);
	operand_side(&second, b, &in->likeness, &other);
	if (compare(&c, one.rows, one.nrows, other.rows, other.nrows,
		&in->likeness) ||
	    noise_measure(&c, one.reps, other.reps, &t))
		die_memory();
	if (!quiet)
		warn("noise of %s and %s: %.2f %%, and %.3f us for short "
		     "kernels",
		    a->file, b->file, 100 * t.share, t.ns / 1000);
	comparison_free(&c);
	side_free(&one);
	side_free(&other);
	free(couples);
	return t;
}

/* --- all of it --- */

static int
run(struct options *o, const struct rules *rules, struct inputs *in,
    const struct streams *s)
{
	struct operand noise = {0};
	bool some_a, some_b;
	int status = o->nbudgets ? STATUS_FAILED : STATUS_NO;

	if (o->noise)
		operand_open(&noise, o->noise);
	if (o->by_fusion)
		columns_changes_header(s->rows, o->all);
	else
		columns_header(s->rows, o->all);
	if (s->summary)
		summary_header(s->summary, o->all);
	in->names = xpool_new();
	operand_read(&in->a, in->names);
	operand_read(&in->b, in->names);
	operand_read(&noise, in->names);
	some_a = operand_has_cycles(&in->a, o->quiet);
	some_b = operand_has_cycles(&in->b, o->quiet);
	if (likeness_init(&in->likeness, in->names, rules))
		die_memory();
	if (o->noise)
		o->floor = measure_noise(in, &noise, o->quiet);
	if (some_a && some_b)
		status = align_cycles(o, in, s);
	operand_close(&noise);
	likeness_free(&in->likeness);
	pool_free(in->names);
	free(in->couples);
	return status;
}

/* The same, with a file for the summary. */
static int
run_with_summary(struct options *o, const struct rules *rules,
    struct inputs *in, struct tsvw *out)
{
	static struct tsvw summary;
	struct streams s = {out, NULL};
	struct outfile *file = NULL;
	int status;

	if (o->summary) {
		file = outfile_open(o->summary);
		if (!file)
			die("%s: %s", o->summary, strerror(errno));
		tsvw_init(&summary, outfile_fd(file));
		s.summary = &summary;
	}
	status = run(o, rules, in, &s);
	if (file && outfile_commit(file))
		die("%s: %s", o->summary, strerror(errno));
	return status;
}

static const char usage[] =
    "usage: trace-align [-hqvV] [OPTION]... A B\n"
    "Line up the kernels of two cycles of trace-cycles; A is the baseline.\n"
    "A and B are tables, or several with commas between, one of each run.\n"
    "\n"
    "  -h, --help             print this help\n"
    "  -q, --quiet            say only what makes the exit status 2\n"
    "  -v, --verbose          print a summary of ten lines to standard error\n"
    "  -V, --version          print the version\n"
    "      --all              all pairs of cycles that are alike; column pair\n"
    "      --by-fusion        print one row for each kind of change\n"
    "      --cycle A[,B]      the cycles to take, when a table has several\n"
    "      --exit-zero        exit with 0 instead of 1\n"
    "      --fail-if BUDGET   exit with 1 when B exceeds it for sure: "
    "'total>3%',\n"
    "                         'period>10us and family:gemm>5%'\n"
    "      --least SHARE      the time that must be matched (50%), else exit "
    "2\n"
    "      --noise T1,T2      take as noise how two runs of one program "
    "differ\n"
    "      --rules FILE       try the rules of this table before ours\n"
    "      --strict           exit with 1 when a budget is inconclusive, too\n"
    "      --summary FILE     write what the comparison says, as a table\n"
    "      --threshold LIMIT  the difference that a verdict needs: 2%, or 2us\n"
    "\n"
    "Every row of A and of B appears once, in the order of B; match is exact,\n"
    "similar, moved, removed (only in A) or added (only in B). One table may "
    "be\n"
    "'-'. Exit status: 0 success, 1 a table is empty or a budget exceeded,\n"
    "2 error, or the cycles are not alike.\n";

/* "3" or "3,1" */
static void
parse_cycles(struct options *o, const char *text)
{
	char first[FIXED_MAX];
	const char *comma = strchr(text, ',');
	size_t n = comma ? (size_t)(comma - text) : strlen(text);

	if (n >= sizeof first)
		opt_die("--cycle wants A or A,B, not '%s'", text);
	memcpy(first, text, n);
	first[n] = 0;
	o->cycle_a = opt_int("--cycle", first, 1, INT64_MAX);
	if (comma)
		o->cycle_b = opt_int("--cycle", comma + 1, 1, INT64_MAX);
}

static void
add_budget(struct options *o, const char *text)
{
	o->budgets = xarray_grow(
	    o->budgets, &o->budgets_cap, o->nbudgets + 1, sizeof *o->budgets);
	if (budget_parse(&o->budgets[o->nbudgets++], text))
		opt_die("--fail-if wants 'total>3%%', 'family:gemm>5%%' or "
			"'period>10us and idle>1ms', not '%s'",
		    text);
}

/* "5%" or "2us" */
static void
add_threshold(struct options *o, const char *text)
{
	struct limit l;

	if (limit_parse(&l, span_of(text)) || l.amount < 0 ||
	    l.unit == LIMIT_COUNT)
		opt_die("--threshold wants '5%%' or '2us', not '%s'", text);
	if (l.unit == LIMIT_PERCENT)
		o->threshold.share = (double)l.amount / 1000 / 100;
	else
		o->threshold.ns = (double)l.amount;
}

static void
set_least(struct options *o, const char *text)
{
	struct limit l;

	if (limit_parse(&l, span_of(text)) || l.unit != LIMIT_PERCENT ||
	    l.amount < 0 || l.amount > 100 * 1000)
		opt_die("--least wants 0%% to 100%%, not '%s'", text);
	o->least = (double)l.amount / 1000 / 100;
}

static void
set_noise(struct options *o, char *text)
{
	const char *comma = strchr(text, ',');

	if (!comma || strchr(comma + 1, ','))
		opt_die("--noise wants two tables, T1,T2, not '%s'", text);
	o->noise = text;
}

enum {
	OPT_ALL = OPT_OWN,
	OPT_BY_FUSION,
	OPT_CYCLE,
	OPT_FAIL_IF,
	OPT_LEAST,
	OPT_NOISE,
	OPT_RULES,
	OPT_STRICT,
	OPT_SUMMARY,
	OPT_THRESHOLD
};

/* An option that takes a value; false for any other. */
static bool
set_value(struct options *o, int c, char *value)
{
	switch (c) {
	case OPT_CYCLE:
		parse_cycles(o, value);
		break;
	case OPT_FAIL_IF:
		add_budget(o, value);
		break;
	case OPT_LEAST:
		set_least(o, value);
		break;
	case OPT_NOISE:
		set_noise(o, value);
		break;
	case OPT_RULES:
		o->rules = value;
		break;
	case OPT_SUMMARY:
		o->summary = value;
		break;
	case OPT_THRESHOLD:
		add_threshold(o, value);
		break;
	default:
		return false;
	}
	return true;
}

static void
set_switch(struct options *o, int c)
{
	switch (c) {
	case OPT_ALL:
		o->all = true;
		break;
	case OPT_BY_FUSION:
		o->by_fusion = true;
		break;
	case OPT_EXIT_ZERO:
		o->exit_zero = true;
		break;
	case 'h':
		opt_help(usage);
	case 'q':
		o->quiet = true;
		break;
	case OPT_STRICT:
		o->strict = true;
		break;
	case 'v':
		o->verbose = true;
		break;
	case 'V':
		opt_version();
	default:
		opt_wrong();
	}
}

/* How many tables of an operand are standard input. */
static int
count_stdin(const char *text)
{
	return strcmp(text, "-") == 0;
}

static void
check_operands(const struct options *o, int n, char **operand)
{
	if (n != 2)
		opt_die("two tables are needed, A and B; %d given", n);
	if (count_stdin(operand[0]) + count_stdin(operand[1]) > 1)
		opt_die("only one of A and B can be standard input");
	if (o->all && o->cycle_a != ANY_CYCLE)
		opt_die("--all and --cycle exclude each other");
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"all", no_argument, NULL, OPT_ALL},
	    {"by-fusion", no_argument, NULL, OPT_BY_FUSION},
	    {"cycle", required_argument, NULL, OPT_CYCLE},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"fail-if", required_argument, NULL, OPT_FAIL_IF},
	    {"help", no_argument, NULL, 'h'},
	    {"least", required_argument, NULL, OPT_LEAST},
	    {"noise", required_argument, NULL, OPT_NOISE},
	    {"quiet", no_argument, NULL, 'q'},
	    {"rules", required_argument, NULL, OPT_RULES},
	    {"strict", no_argument, NULL, OPT_STRICT},
	    {"summary", required_argument, NULL, OPT_SUMMARY},
	    {"threshold", required_argument, NULL, OPT_THRESHOLD},
	    {"verbose", no_argument, NULL, 'v'},
	    {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "hqvV", table, NULL)) != -1)
		if (!set_value(o, c, optarg))
			set_switch(o, c);
	check_operands(o, argc - optind, argv + optind);
}

/* A budget that nothing can exceed is a mistake. */
static void
check_families(const struct options *o, const struct rules *rules)
{
	for (size_t i = 0; i < o->nbudgets; i++)
		for (size_t k = 0; k < o->budgets[i].n; k++) {
			const struct condition *c = &o->budgets[i].condition[k];

			if ((c->subject == BUDGET_FAMILY ||
				c->subject == BUDGET_GROUP) &&
			    !rules_know_family(rules, c->name))
				opt_die("--fail-if: no rule has the family "
					"'%.*s'",
				    (int)c->name.n, c->name.p);
		}
}

int
main(int argc, char **argv)
{
	struct options o = defaults;
	static struct tsvw out;
	struct inputs in = {0};
	struct rules *rules;
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	rules = xrules_open(o.rules);
	check_families(&o, rules);
	operand_open(&in.a, argv[optind]);
	operand_open(&in.b, argv[optind + 1]);
	tsvw_init(&out, STDOUT_FILENO);
	status = run_with_summary(&o, rules, &in, &out);
	operand_close(&in.a);
	operand_close(&in.b);
	rules_free(rules);
	free(o.budgets);
	if (o.exit_zero)
		status = tool_exit_zero(status);
	return tool_finish(status);
}
