/*
 * trace-stats - group the rows of a table: count, sum, mean, median, ...
 *
 * A group is integers that add up (summary.h), and what medians and unions of
 * time need besides: how often each value comes (summary.h), intervals. All
 * groups are kept until the end, or with --sorted only the one at hand.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-stats/summary.h"

static const struct options defaults = {.below = INT64_MAX, .top = SIZE_MAX};

static size_t
print_and_free(struct tsvw *out, const struct options *o,
    const struct input *in, struct groups *g)
{
	size_t sketched = summary_print_groups(out, o, in, g);

	groups_free(g);
	return sketched;
}

/* Prints the group before when another key begins; returns if as a sketch. */
static size_t
follow_order(struct tsvw *out, const struct options *o, struct input *in,
    struct groups *g, struct span key)
{
	int order = span_compare(buf_span(&in->last), key);
	size_t sketched;

	if (order > 0)
		xtsv_fail(in->tsv, "not in key order: use LC_ALL=C sort", key);
	if (order == 0)
		return 0;
	sketched = print_and_free(out, o, in, g);
	groups_init(g);
	in->last.n = 0;
	buf_add(&in->last, key.p, key.n);
	return sketched;
}

/* Where quantiles are not exact, people are told. */
static void
tell_sketched(const struct options *o, size_t groups)
{
	if (groups && !o->partial)
		warn("%zu groups have more than %d distinct values: their "
		     "medians and quantiles are within %.1f %%",
		    groups, COUNTS_EXACT, 100.0 / (2 << COUNTS_SKETCH_BITS));
}

static int
run(const void *options, struct tsv *tsv, struct tsvw *out)
{
	const struct options *o = options;
	struct groups groups;
	struct input in;
	size_t sketched = 0;

	read_open(&in, tsv, o);
	summary_print_header(out, o, &in);
	groups_init(&groups);
	while (xtsv_next(tsv)) {
		struct span key = xkey_of(&in.key, tsv);

		if (o->sorted)
			sketched += follow_order(out, o, &in, &groups, key);
		read_record(&in, o, &groups, key);
	}
	sketched += print_and_free(out, o, &in, &groups);
	xtsvw_flush(out);
	tell_sketched(o, sketched);
	levels_warn(&in.levels, tsv_file(tsv));
	read_close(&in);
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
parse_quantile(const char *text, size_t n)
{
	char scaled[40];
	int64_t q;

	if (n > 30)
		n = 30;
	snprintf(scaled, sizeof scaled, "%.*se6", (int)n, text);
	if (fixed_parse_us(span_of(scaled), &q) || q < 0 || q > QUANTILE_ONE)
		opt_die("--quantiles takes numbers from 0 to 1, such as "
			"0.9,0.99, not '%.*s'",
		    (int)n, text);
	return q;
}

static void
parse_quantiles(void *p, const char *text)
{
	struct options *o = p;

	for (;; text++) {
		size_t n = strcspn(text, ",");

		if (o->quantiles == MOST_QUANTILES)
			opt_die("--quantiles takes at most %d", MOST_QUANTILES);
		o->quantile[o->quantiles++] = parse_quantile(text, n);
		text += n;
		if (!*text)
			return;
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

static struct options
parse_options(int argc, char **argv)
{
	struct options o = defaults;
	const struct opt table[] = {
	    {"below", .us = &o.below},
	    {"busy", .on = &o.busy},
	    {"carry", .text = &o.carry},
	    {"histogram", .size = &o.bins, .low = 1, .high = MOST_BINS},
	    {"keys", 'k', .text = &o.keys},
	    {"partial", .on = &o.partial},
	    {"quantiles", .call = parse_quantiles},
	    {"sorted", .on = &o.sorted},
	    {"top", .size = &o.top, .low = 1, .high = UINT32_MAX},
	    {"value", .text = &o.value},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	check_options(&o);
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
