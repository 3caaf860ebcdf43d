/*
 * trace-stats - group the rows of a table: count, sum, mean, median, ...
 *
 * A group is integers that add up (value_groups.h), and what medians and unions
 * of time need besides: how often each value comes (value_groups.h), intervals.
 * All groups are kept until the end, or with --sorted only the one at hand.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-stats/value_groups.h"

static const struct options defaults = {.below = INT64_MAX, .top = SIZE_MAX};

/* The groupings of the command line: one, and one behind each --also. */
struct asked {
	struct options now;
	struct options *p;
	size_t n, cap;
};

/* The state of a grouping. */
struct grouping {
	const struct options *o;
	struct input in;
	struct groups groups;
	struct xtable to;
	struct tsvw *out;
	size_t sketched;
};

static void
grouping_open(struct grouping *g, const struct options *o, struct tsv *tsv,
    struct tsvw *out)
{
	*g = (struct grouping){.o = o, .out = out};
	if (o->path) {
		xtable_open(&g->to, o->path);
		g->out = &g->to.out;
	}
	read_open(&g->in, tsv, o);
	summary_print_header(g->out, o, &g->in);
	groups_init(&g->groups);
}

static void
print_and_free(struct grouping *g)
{
	g->sketched += summary_print_groups(g->out, g->o, &g->in, &g->groups);
	groups_free(&g->groups);
}

/* Prints the group before when another key begins. */
static void
follow_order(struct grouping *g, struct span key)
{
	struct input *in = &g->in;
	int order = span_compare(buf_span(&in->last), key);

	if (order > 0)
		xtsv_fail(in->tsv, "not in key order: use LC_ALL=C sort", key);
	if (order == 0)
		return;
	print_and_free(g);
	groups_init(&g->groups);
	BUF_JOIN(&in->last, key);
}

static void
grouping_close(struct grouping *g)
{
	print_and_free(g);
	if (g->o->path)
		xtable_close(&g->to);
	else
		xtsvw_flush(g->out);
	if (g->sketched && !g->o->partial)
		warn("%zu groups have more than %d distinct values: their "
		     "medians and quantiles are within %.1f %%",
		    g->sketched, COUNTS_EXACT,
		    100.0 / (2 << COUNTS_SKETCH_BITS));
	levels_warn(&g->in.levels, tsv_file(g->in.tsv));
	read_close(&g->in);
}

static int
run(const void *options, struct tsv *tsv, struct tsvw *out)
{
	const struct asked *a = options;
	struct grouping *g = xcalloc(a->n, sizeof *g);

	for (size_t i = 0; i < a->n; i++)
		grouping_open(&g[i], &a->p[i], tsv, out);
	while (xtsv_next(tsv)) {
		for (size_t i = 0; i < a->n; i++) {
			struct span key = xkey_of(&g[i].in.key, tsv);

			if (g[i].o->sorted)
				follow_order(&g[i], key);
			read_record(&g[i].in, g[i].o, &g[i].groups, key);
		}
	}
	for (size_t i = 0; i < a->n; i++)
		grouping_close(&g[i]);
	free(g);
	return STATUS_OK;
}

static const char usage[] =
    "usage: trace-stats [-hV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Group rows by their keys; print the count, sum, mean, median, minimum, maximum,\n"
    "deviation and share of a column.\n"
    "\n"
    "  -h, --help           print this help\n"
    "  -k, --keys COLUMNS   one group for each value of these, such as name,stream\n"
    "  -V, --version        print the version\n"
    "      --also FILE      group the rows once more, by the options behind this\n"
    "                       one, into FILE; may be repeated\n"
    "      --below X        use only values below X\n"
    "      --busy           add busy_us, the time covered by the rows of the group\n"
    "      --carry COLUMNS  keep columns whose value is the same in the whole group\n"
    "      --histogram N    count the values in each of N equal bins\n"
    "      --partial        print sums that trace-stats can merge exactly\n"
    "      --quantiles LIST add these quantiles, such as 0.9,0.99\n"
    "      --sorted         rows are sorted by keys: keep one group in memory\n"
    "      --top N          print only the N groups with the largest sums\n"
    "      --value COLUMN   the column to sum: times or whole numbers (dur_us)\n"
    "\n"
    "FILE: a table or partial sums, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 2 error.\n";

/* A million times a quantile, read in microseconds, is billionths. */
static int64_t
parse_quantile(struct span text)
{
	char scaled[40];
	int64_t q;

	snprintf(scaled, sizeof scaled, "%.*se6", SPAN_MOST(text, 30));
	if (fixed_parse_us(span_of(scaled), &q) || q < 0 || q > QUANTILE_ONE)
		opt_die("--quantiles takes numbers from 0 to 1, such as "
			"0.9,0.99, not '%.*s'",
		    SPAN_MOST(text, 30));
	return q;
}

static void
parse_quantiles(void *p, const char *text)
{
	struct options *o = &((struct asked *)p)->now;
	struct span rest = span_of(text);

	while (rest.p) {
		if (o->quantiles == MOST_QUANTILES)
			opt_die("--quantiles takes at most %d", MOST_QUANTILES);
		o->quantile[o->quantiles++] =
		    parse_quantile(span_take(&rest, ','));
	}
}

/* Options that have no meaning together. */
static void
check_options(const struct options *o)
{
	if (o->partial &&
	    (o->quantiles || o->bins || o->busy || o->top != SIZE_MAX))
		opt_die("--partial prints sums only: no --quantiles, "
			"--histogram, --busy or --top");
	if (o->bins && (o->quantiles || o->busy || o->carry))
		opt_die("--histogram prints bins only: no --quantiles, --busy "
			"or --carry");
	if (o->sorted && o->top != SIZE_MAX)
		opt_die("--top needs all groups, which --sorted does not keep");
}

/* The grouping before ends, and that into the file begins; NULL: none. */
static void
next_grouping(void *p, const char *file)
{
	struct asked *a = p;

	check_options(&a->now);
	ARRAY_PUSH(a->p, a->n, &a->cap, a->now);
	a->now = defaults;
	a->now.path = file;
}

int
main(int argc, char **argv)
{
	struct asked a = {.now = defaults};
	struct options *o = &a.now;
	const struct opt table[] = {
	    {"also", .call = next_grouping, .times = OPT_ALL_ANEW},
	    {"below", .us = &o->below, .unit = "a number"},
	    {"busy", .on = &o->busy},
	    {"carry", .text = &o->carry},
	    {"histogram", .size = &o->bins, .low = 1, .high = MOST_BINS},
	    {"keys", 'k', .text = &o->keys},
	    {"partial", .on = &o->partial},
	    {"quantiles", .call = parse_quantiles},
	    {"sorted", .on = &o->sorted},
	    {"top", .size = &o->top, .low = 1, .high = UINT32_MAX},
	    {"value", .text = &o->value},
	    {0},
	};
	int status;

	opt_parse(argc, argv, usage, table, &a);
	next_grouping(&a, NULL);
	for (size_t i = 1; i < a.n; i++)
		tool_writes_beside(a.p[i].path, argv + optind, argc - optind);
	status = xfilter(argc, argv, run, &a);
	free(a.p);
	return status;
}
