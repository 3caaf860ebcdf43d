/*
 * trace-align - line up the kernels of two cycles
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/die.h"
#include "common/fixed.h"
#include "common/opt.h"
#include "common/tool.h"
#include "common/x.h"
#include "common/xrules.h"
#include "tools/trace-align/print.h"
#include "tools/trace-align/side.h"

struct options {
	int64_t cycle_a, cycle_b; /* ANY_CYCLE: there must be only one */
	const char *rules;        /* NULL: ours */
	bool exit_zero;
	bool quiet;
	bool verbose;
};

static const struct options defaults = {
    .cycle_a = ANY_CYCLE, .cycle_b = ANY_CYCLE};

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

static int
run(const struct options *o, const struct rules *rules, struct side *a,
    struct side *b, struct tsvw *out)
{
	struct pool *names = xpool_new();
	int64_t wanted_b = o->cycle_b;
	bool some_a, some_b;

	print_header(out);
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
	if (some_a && some_b) {
		struct comparison c;

		if (compare(
			&c, a->rows, a->nrows, b->rows, b->nrows, names, rules))
			die_memory();
		print_rows(out, &c, a, b, names);
		if (o->verbose)
			print_balance(&c, a, b);
		comparison_free(&c);
	}
	pool_free(names);
	return some_a && some_b ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-align [-hqvV] [--cycle A[,B]] [--exit-zero]\n"
    "                   [--rules FILE] A B\n"
    "Line up the kernels of two cycles of trace-cycles; A is the baseline.\n"
    "\n"
    "  -h, --help          print this help\n"
    "  -q, --quiet         do not say that a table is empty\n"
    "  -v, --verbose       print the balance to standard error\n"
    "  -V, --version       print the version\n"
    "      --cycle A[,B]   the cycles to take, when a table has more than one\n"
    "      --exit-zero     exit with 0 when a table is empty\n"
    "      --rules FILE    take kernels' families from this table\n"
    "\n"
    "Every row of A and of B appears once, in the order of B; match is exact,\n"
    "similar, removed (only in A) or added (only in B). One of A and B may be\n"
    "'-', standard input. Exit status: 0 done, 1 a table is empty, 2 could "
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
parse_options(struct options *o, int argc, char **argv)
{
	enum { OPT_CYCLE = OPT_OWN, OPT_RULES };
	static const struct option table[] = {
	    {"cycle", required_argument, NULL, OPT_CYCLE},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'}, {"quiet", no_argument, NULL, 'q'},
	    {"rules", required_argument, NULL, OPT_RULES},
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
		case 'h':
			opt_help(usage);
		case 'q':
			o->quiet = true;
			break;
		case OPT_RULES:
			o->rules = optarg;
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
	side_open(&a, &argv[optind]);
	side_open(&b, &argv[optind + 1]);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, rules, &a, &b, &out);
	side_close(&a);
	side_close(&b);
	rules_free(rules);
	if (o.exit_zero)
		status = tool_exit_zero(status);
	return tool_finish(status);
}
