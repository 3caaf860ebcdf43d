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
#include "tools/trace-align/align.h"
#include "tools/trace-align/names.h"
#include "tools/trace-align/side.h"

struct options {
	int64_t cycle_a, cycle_b; /* ANY_CYCLE: there must be only one */
	bool exit_zero;
	bool quiet;
	bool verbose;
};

static const struct options defaults = {
    .cycle_a = ANY_CYCLE, .cycle_b = ANY_CYCLE};

/* The side's rows as a cycle of numbers, which the caller frees. */
static struct align_cycle
make_cycle(const struct side *s, uint32_t *const level[ALIGN_LEVELS])
{
	struct align_cycle c = {.n = s->nrows};

	for (int k = 0; k < ALIGN_LEVELS; k++) {
		uint32_t *id = xcalloc(s->nrows, sizeof *id);

		for (size_t i = 0; i < s->nrows; i++)
			id[i] = level[k][s->rows[i].name];
		c.id[k] = id;
	}
	return c;
}

static void
free_cycle(struct align_cycle *c)
{
	for (int k = 0; k < ALIGN_LEVELS; k++)
		free((uint32_t *)c->id[k]);
}

/* --- the result --- */

enum match { EXACT, SIMILAR, REMOVED, ADDED, MATCHES };

static const char *const match_words[MATCHES] = {
    "exact", "similar", "removed", "added"};

struct balance {
	size_t rows[MATCHES];
	int64_t a[MATCHES], b[MATCHES]; /* sums */
};

struct pair {
	enum match match;
	const struct row *a, *b; /* NULL: not there */
};

static struct pair
make_pair(const struct side *a, const struct align_cycle *ca,
    const struct side *b, const struct align_cycle *cb, struct align_row r)
{
	if (r.a == ALIGN_ALONE)
		return (struct pair){ADDED, NULL, &b->rows[r.b]};
	if (r.b == ALIGN_ALONE)
		return (struct pair){REMOVED, &a->rows[r.a], NULL};
	return (struct pair){
	    align_level(ca, r.a, cb, r.b) == ALIGN_EXACT ? EXACT : SIMILAR,
	    &a->rows[r.a], &b->rows[r.b]};
}

static void
write_header(struct tsvw *out)
{
	static const char *const columns[] = {"match", "a_position",
	    "b_position", "a_name", "b_name", "a_us", "b_us", "delta_us",
	    "delta_pct", "ratio", "a_sum_us", "b_sum_us"};

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
	xtsvw_end(out);
}

static void
add_to_balance(struct balance *sum, const struct pair *p)
{
	sum->rows[p->match]++;
	sum->a[p->match] += p->a ? p->a->sum : 0;
	sum->b[p->match] += p->b ? p->b->sum : 0;
}

static void
write_pairs(struct tsvw *out, const struct side *a, const struct side *b,
    const struct pool *names, struct balance *sum)
{
	uint32_t n = pool_count(names);
	uint32_t *level[ALIGN_LEVELS] = {
	    xcalloc(n, sizeof **level), xcalloc(n, sizeof **level)};
	struct align_cycle ca, cb;
	size_t *partner = xcalloc(a->nrows, sizeof *partner);
	struct align_row *rows = xcalloc(a->nrows + b->nrows, sizeof *rows);
	ptrdiff_t pairs;

	if (names_number(names, level))
		die_memory();
	ca = make_cycle(a, level);
	cb = make_cycle(b, level);
	if (align(&ca, &cb, partner))
		die_memory();
	pairs = align_order(partner, ca.n, cb.n, rows);
	if (pairs < 0)
		die_memory();
	for (ptrdiff_t i = 0; i < pairs; i++) {
		struct pair p = make_pair(a, &ca, b, &cb, rows[i]);

		write_pair(out, &p, a, b, names);
		add_to_balance(sum, &p);
	}
	xtsvw_flush(out);
	free_cycle(&ca);
	free_cycle(&cb);
	free(level[ALIGN_EXACT]);
	free(level[ALIGN_SIMILAR]);
	free(partner);
	free(rows);
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
run(const struct options *o, struct side *a, struct side *b, struct tsvw *out)
{
	struct pool *names = xpool_new();
	struct balance sum = {0};
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
		write_pairs(out, a, b, names, &sum);
		if (o->verbose)
			tell_balance(a, b, &sum);
	}
	pool_free(names);
	return some_a && some_b ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-align [-hqvV] [--cycle A[,B]] [--exit-zero] A B\n"
    "Line up the kernels of two cycles of trace-cycles; A is the baseline.\n"
    "\n"
    "  -h, --help          print this help\n"
    "  -q, --quiet         do not say that a table is empty\n"
    "  -v, --verbose       print the balance to standard error\n"
    "  -V, --version       print the version\n"
    "      --cycle A[,B]   the cycles to take, when a table has more than one\n"
    "      --exit-zero     exit with 0 when a table is empty\n"
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
	enum { OPT_CYCLE = OPT_OWN };
	static const struct option table[] = {
	    {"cycle", required_argument, NULL, OPT_CYCLE},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'}, {"quiet", no_argument, NULL, 'q'},
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
	struct side a, b;
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	side_open(&a, &argv[optind]);
	side_open(&b, &argv[optind + 1]);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, &a, &b, &out);
	side_close(&a);
	side_close(&b);
	if (o.exit_zero)
		status = tool_exit_zero(status);
	return tool_finish(status);
}
