/*
 * trace-align - line up the kernels of two cycles
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/bytes/fixed.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-align/budget.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/side.h"
#include "tools/trace-align/messages.h"

struct options {
	int64_t cycle_a, cycle_b; /* ANY_CYCLE: there must be only one */
	const char *rules;        /* NULL: ours */
	struct threshold threshold;
	struct budget *gates;
	size_t ngates, gates_cap;
	bool exit_zero;
	bool quiet;
	bool verbose;
};

static const struct options defaults = {
    .cycle_a = ANY_CYCLE, .cycle_b = ANY_CYCLE, .threshold = {0.05, 0}};

/* Is there anything on this side? */
static bool
check_side(const struct side *s, const struct options *o)
{
	if (s->nrows > 0)
		return true;
	if (!o->quiet)
		warn(
		    "%s: there is no cycle, so nothing to align", side_name(s));
	return false;
}

/* Are all budgets kept? */
static bool
check_gates(const struct options *o, const struct report *r)
{
	const struct comparison *c = r->comparison;
	bool kept = true;

	for (size_t i = 0; i < o->ngates; i++) {
		const struct budget *g = &o->gates[i];
		struct budget_times t = budget_measure(g, c->pairs, c->npairs,
		    r->a->chosen->reps, r->b->chosen->reps);

		if (!budget_exceeded(g, t))
			continue;
		kept = false;
		if (!o->quiet)
			messages_budget(g, t);
	}
	return kept;
}

static int
refuse_length(const struct side *a, const struct side *b)
{
	warn("cycle %" PRId64 " of %s has %zu rows, cycle %" PRId64
	     " of %s %zu: too long, for cycles as different as these; take "
	     "cycles inside of them with --cycle, such as a step or a layer",
	    a->chosen->number, side_name(a), a->nrows, b->chosen->number,
	    side_name(b), b->nrows);
	return STATUS_FAILED;
}

/* Tells all that there is to tell; the exit status. */
static int
report(const struct options *o, const struct report *r, struct tsvw *out)
{
	columns_rows(out, r);
	if (!o->quiet)
		messages_lengths(r);
	if (o->verbose)
		messages_balance(r);
	return check_gates(o, r) ? STATUS_OK : STATUS_NO;
}

static int
align_sides(const struct options *o, const struct rules *rules,
    const struct side *a, const struct side *b, const struct pool *names,
    struct tsvw *out)
{
	struct comparison c;
	struct report r = {&c, a, b, names, o->threshold};
	int status =
	    compare(&c, a->rows, a->nrows, b->rows, b->nrows, names, rules);

	if (status == ALIGN_TOO_LONG)
		status = refuse_length(a, b);
	else if (status)
		die_memory();
	else
		status = report(o, &r, out);
	comparison_free(&c);
	return status;
}

static int
run(const struct options *o, const struct rules *rules, struct side *a,
    struct side *b, struct tsvw *out)
{
	struct pool *names = xpool_new();
	int64_t wanted_b = o->cycle_b;
	bool some_a, some_b;
	int status = STATUS_NO;

	columns_header(out);
	side_read(a, names);
	side_read(b, names);
	some_a = check_side(a, o);
	some_b = check_side(b, o);
	if (some_a)
		side_choose(a, o->cycle_a);
	if (wanted_b == ANY_CYCLE && b->ncycles > 1)
		wanted_b = o->cycle_a;
	if (some_b)
		side_choose(b, wanted_b);
	if (some_a && some_b)
		status = align_sides(o, rules, a, b, names, out);
	pool_free(names);
	return status;
}

static const char usage[] =
    "usage: trace-align [-hqvV] [--cycle A[,B]] [--exit-zero] [--fail-if "
    "BUDGET]...\n"
    "                   [--rules FILE] [--threshold LIMIT]... A B\n"
    "Line up the kernels of two cycles of trace-cycles; A is the baseline.\n"
    "\n"
    "  -h, --help             print this help\n"
    "  -q, --quiet            do not say why the exit status is 1, nor that "
    "one\n"
    "                         table is several repeats of the other\n"
    "  -v, --verbose          print the balance to standard error\n"
    "  -V, --version          print the version\n"
    "      --cycle A[,B]      the cycles to take, when a table has several\n"
    "      --exit-zero        exit with 0 instead of 1\n"
    "      --fail-if BUDGET   exit with 1 when B exceeds it: 'total>3%',\n"
    "                         'family:gemm>5%', 'total>10us'\n"
    "      --rules FILE       try the rules of this table before ours\n"
    "      --threshold LIMIT  the difference that a verdict needs: 5%, or "
    "2us\n"
    "\n"
    "Every row of A and of B appears once, in the order of B; match is exact,\n"
    "similar, removed (only in A) or added (only in B). One of A and B may be\n"
    "'-'. Exit status: 0 done, 1 a table is empty or a budget exceeded, 2 "
    "could\n"
    "not.\n";

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
add_gate(struct options *o, const char *text)
{
	o->gates = xarray_grow(
	    o->gates, &o->gates_cap, o->ngates + 1, sizeof *o->gates);
	if (budget_parse(&o->gates[o->ngates++], text))
		opt_die("--fail-if wants 'total>3%%', 'family:gemm>5%%' or "
			"'total>10us', not '%s'",
		    text);
}

/* "5%" or "2us" */
static void
add_threshold(struct options *o, const char *text)
{
	struct limit l;

	if (limit_parse(&l, span_of(text)) || l.amount < 0)
		opt_die("--threshold wants '5%%' or '2us', not '%s'", text);
	if (l.percent)
		o->threshold.share = (double)l.amount / 1000 / 100;
	else
		o->threshold.ns = (double)l.amount;
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	enum { OPT_CYCLE = OPT_OWN, OPT_FAIL_IF, OPT_RULES, OPT_THRESHOLD };
	static const struct option table[] = {
	    {"cycle", required_argument, NULL, OPT_CYCLE},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"fail-if", required_argument, NULL, OPT_FAIL_IF},
	    {"help", no_argument, NULL, 'h'}, {"quiet", no_argument, NULL, 'q'},
	    {"rules", required_argument, NULL, OPT_RULES},
	    {"threshold", required_argument, NULL, OPT_THRESHOLD},
	    {"verbose", no_argument, NULL, 'v'},
	    {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "hqvV", table, NULL)) != -1)
		switch (c) {
		case OPT_CYCLE:
			parse_cycles(o, optarg);
			break;
		case OPT_EXIT_ZERO:
			o->exit_zero = true;
			break;
		case OPT_FAIL_IF:
			add_gate(o, optarg);
			break;
		case 'h':
			opt_help(usage);
		case 'q':
			o->quiet = true;
			break;
		case OPT_RULES:
			o->rules = optarg;
			break;
		case OPT_THRESHOLD:
			add_threshold(o, optarg);
			break;
		case 'v':
			o->verbose = true;
			break;
		case 'V':
			opt_version();
		default:
			opt_wrong();
		}
	if (argc - optind != 2)
		opt_die(
		    "two tables are needed, A and B; %d given", argc - optind);
	if (strcmp(argv[optind], "-") == 0 &&
	    strcmp(argv[optind + 1], "-") == 0)
		opt_die("only one of A and B can be standard input");
}

/* A budget that nothing can exceed is a mistake. */
static void
check_families(const struct options *o, const struct rules *rules)
{
	for (size_t i = 0; i < o->ngates; i++) {
		struct span family = o->gates[i].family;

		if (family.n && !rules_know_family(rules, family))
			opt_die("--fail-if: no rule has the family '%.*s'",
			    (int)family.n, family.p);
	}
}

int
main(int argc, char **argv)
{
	struct options o = defaults;
	static struct tsvw out;
	struct rules *rules;
	struct side a, b;
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	rules = xrules_open(o.rules);
	check_families(&o, rules);
	side_open(&a, &argv[optind]);
	side_open(&b, &argv[optind + 1]);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, rules, &a, &b, &out);
	side_close(&a);
	side_close(&b);
	rules_free(rules);
	free(o.gates);
	if (o.exit_zero)
		status = tool_exit_zero(status);
	return tool_finish(status);
}
