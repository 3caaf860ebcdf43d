/*
 * trace-align - line up the kernels of two cycles
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/die.h"
#include "common/fixed.h"
#include "common/opt.h"
#include "common/tool.h"
#include "common/x.h"
#include "common/xrules.h"
#include "tools/trace-align/result.h"
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

/* --- the result --- */

static const char *const match_words[MATCHES] = {
    "exact", "similar", "removed", "added"};

static const char *const level_words[] = {"name", "normalised", "family", ""};

static void
write_header(struct tsvw *out)
{
	static const char *const columns[] = {"match", "a_position",
	    "b_position", "a_name", "b_name", "a_us", "b_us", "delta_us",
	    "delta_pct", "ratio", "a_sum_us", "b_sum_us", "similarity",
	    "family"};

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		tsvw_field(out, span_of(columns[i]));
	xtsvw_end(out);
	xtsvw_flush(out);
}

static void
write_optional(struct tsvw *out, const struct row *r,
    void (*put)(struct tsvw *, int64_t), int64_t value)
{
	if (r)
		put(out, value);
	else
		tsvw_empty(out);
}

static void
write_name(struct tsvw *out, const struct row *r, const struct pool *names)
{
	if (r)
		tsvw_field(out, pool_get(names, r->name));
	else
		tsvw_empty(out);
}

/* A row's time in one repeat, to the nearest nanosecond; 0 if not there. */
static int64_t
per_repeat(const struct side *s, const struct row *r)
{
	return r ? fixed_divide(r->sum, s->chosen->reps) : 0;
}

static void
write_pair(struct tsvw *out, const struct pair *p, const struct side *a,
    const struct side *b, const struct pool *names)
{
	int64_t ta = per_repeat(a, p->a), tb = per_repeat(b, p->b);
	bool both = p->a && p->b && ta > 0;

	tsvw_field(out, span_of(match_words[p->match]));
	write_optional(out, p->a, tsvw_int, p->a ? p->a->position : 0);
	write_optional(out, p->b, tsvw_int, p->b ? p->b->position : 0);
	write_name(out, p->a, names);
	write_name(out, p->b, names);
	write_optional(out, p->a, tsvw_us, ta);
	write_optional(out, p->b, tsvw_us, tb);
	tsvw_us(out, tb - ta);
	if (both) {
		tsvw_real(out, 100.0 * (double)(tb - ta) / (double)ta, 2);
		tsvw_real(out, (double)tb / (double)ta, 4);
	} else {
		tsvw_empty(out);
		tsvw_empty(out);
	}
	write_optional(out, p->a, tsvw_us, p->a ? p->a->sum : 0);
	write_optional(out, p->b, tsvw_us, p->b ? p->b->sum : 0);
	tsvw_field(out, span_of(level_words[p->level]));
	tsvw_field(out, p->family);
	xtsvw_end(out);
}

static struct balance
write_pairs(struct tsvw *out, const struct side *a, const struct side *b,
    const struct pool *pool, const struct rules *rules)
{
	struct pair *pairs = xcalloc(a->nrows + b->nrows, sizeof *pairs);
	struct names names;
	struct balance sum;
	ptrdiff_t n;

	if (names_init(&names, pool, rules))
		die_memory();
	n = result_make(a->rows, a->nrows, b->rows, b->nrows, &names, pairs);
	if (n < 0)
		die_memory();
	for (ptrdiff_t i = 0; i < n; i++)
		write_pair(out, &pairs[i], a, b, pool);
	xtsvw_flush(out);
	sum = result_balance(pairs, (size_t)n);
	names_free(&names);
	free(pairs);
	return sum;
}

/* --- the balance --- */

static void
tell_side(const char *label, const struct side *s)
{
	char sum[FIXED_MAX], each[FIXED_MAX];
	int64_t repeat = fixed_divide(s->total, s->chosen->reps);
	int nsum = (int)fixed_print_us(sum, s->total);
	int neach = (int)fixed_print_us(each, repeat);

	warn("%s: %s: cycle %" PRId64 ", %zu rows, %.*s us in %" PRId64
	     " repeats, %.*s us a repeat",
	    label, side_name(s), s->chosen->number, s->nrows, nsum, sum,
	    s->chosen->reps, neach, each);
}

static void
tell_balance(
    const struct side *a, const struct side *b, const struct balance *sum)
{
	int64_t ta = fixed_divide(a->total, a->chosen->reps);
	int64_t tb = fixed_divide(b->total, b->chosen->reps);
	char net[FIXED_MAX];
	int nnet = (int)fixed_print_us(net, tb - ta);

	tell_side("a", a);
	tell_side("b", b);
	for (int m = 0; m < MATCHES; m++) {
		char ca[FIXED_MAX], cb[FIXED_MAX];
		int na = (int)fixed_print_us(ca, sum->a[m]);
		int nb = (int)fixed_print_us(cb, sum->b[m]);

		warn("%s: %zu rows, a_sum_us %.*s, b_sum_us %.*s",
		    match_words[m], sum->rows[m], na, ca, nb, cb);
	}
	warn("net: %.*s us a repeat", nnet, net);
}

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

	write_header(out);
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
		struct balance sum = write_pairs(out, a, b, names, rules);

		if (o->verbose)
			tell_balance(a, b, &sum);
	}
	pool_free(names);
	return some_a && some_b ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-align [-hqvV] [--cycle A[,B]] [--exit-zero] [--rules FILE] A "
    "B\n"
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
