/*
 * trace-clock - find how far the clocks of ranks are apart
 *
 * Pairs come from trace-pair and are kept; clock_fit.c finds the clocks.
 */
#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/trace/aiu_stamps.h"
#include "tools/trace-clock/clock_fit.h"
#include "tools/trace-clock/counters.h"

/*
 * How far residuals may be off, in the median. Host times of what the AIU
 * stamped lie on a line to nanoseconds, so what jumps by more was moved.
 */
enum { MOST = 1000000, MOST_STAMPS = 10000 };
enum { MOST_KILOHERTZ = 1000000000 };

struct options {
	const char *reference;            /* a rank; NULL: the first one */
	int rates;                        /* of struct fit */
	struct counters_options counters; /* `most` and `quiet` are of both */
	bool causal;
};

struct table {
	const struct options *o;
	int source, target, source_start, source_end, target_end;
	struct pool *ranks;
	uint32_t *at, *place; /* ranks in their order, and the reverse */
	struct fit fit;
	size_t cap;
};

static void
find_columns(struct table *t, const struct tsv *in)
{
	t->source = xtsv_column(in, "src_rank", "trace-pair");
	t->target = xtsv_column(in, "dst_rank", "trace-pair");
	t->source_start = xtsv_column(in, "src_ts_us", "trace-pair");
	t->source_end = xtsv_column(in, "src_end_us", "trace-pair");
	t->target_end = xtsv_column(in, "dst_end_us", "trace-pair");
}

/* A time that leaves room for differences. */
static int64_t
time_of(struct tsv *in, int column)
{
	int64_t ns = xtsv_us(in, column);

	if (ns > INTERVAL_MOST || ns < -INTERVAL_MOST)
		xtsv_fail(in, "out of range", tsv_field(in, column));
	return ns;
}

/* Pairs within one rank say nothing of clocks, nor do those of one side. */
static void
add_pair(struct table *t, struct tsv *in)
{
	struct span source = tsv_field(in, t->source);
	struct span target = tsv_field(in, t->target);
	struct fit_pair p = {0};
	bool half =
	    !tsv_field(in, t->source_end).n || !tsv_field(in, t->target_end).n;

	/* a rank is known even if none of its rows has a partner */
	if (source.n || tsv_field(in, t->source_end).n)
		p.source = pool_add(t->ranks, source);
	if (target.n || tsv_field(in, t->target_end).n)
		p.target = pool_add(t->ranks, target);
	if (half || p.source == p.target)
		return;
	p.source_start = time_of(in, t->source_start);
	p.source_end = time_of(in, t->source_end);
	p.target_end = time_of(in, t->target_end);
	ARRAY_PUSH(t->fit.pair, t->fit.pairs, &t->cap, p);
}

static void
order_ranks(struct table *t)
{
	key_order(t->ranks, &t->at, &t->place);
	for (size_t i = 0; i < t->fit.pairs; i++) {
		t->fit.pair[i].source = t->place[t->fit.pair[i].source];
		t->fit.pair[i].target = t->place[t->fit.pair[i].target];
	}
}

static void
find_clocks(struct table *t)
{
	const char *wanted = t->o->reference;
	uint32_t rank;

	t->fit.ranks = pool_count(t->ranks);
	t->fit.rank = xcalloc(t->fit.ranks + 1, sizeof *t->fit.rank);
	t->fit.most = t->o->counters.most;
	t->fit.rates = t->o->rates;
	t->fit.causal = t->o->causal;
	if (wanted) {
		rank = pool_find(t->ranks, span_of(wanted));
		if (rank == POOL_NONE)
			die("--reference %s: no pair has this rank", wanted);
		t->fit.reference = t->place[rank];
	}
	if (t->fit.ranks)
		fit_ranks(&t->fit);
}

static const char *const verdicts[] = {[FIT_REFERENCE] = "reference",
    [FIT_OK] = "ok",
    [FIT_FEW] = "few",
    [FIT_UNSURE] = "unsure",
    [FIT_DIFFERS] = "differs",
    [FIT_UNCONNECTED] = "unconnected"};

static bool
is_known(const struct fit_rank *r)
{
	return r->verdict != FIT_DIFFERS && r->verdict != FIT_UNCONNECTED;
}

static void
write_fit(struct tsvw *out, const struct fit_rank *r)
{
	tsvw_us(out, llround(r->offset));
	tsvw_real(out, r->rated ? r->rate / 1e3 : NAN, 6);
	tsvw_us(out, r->x0);
	tsvw_int(out, r->n);
	tsvw_int(out, r->rejected);
	tsvw_real(out, r->rms / 1e3, 3);
	tsvw_real(out, r->largest / 1e3, 3);
	tsvw_int(out, r->reversed);
}

static void
write_rank(struct tsvw *out, const struct table *t, uint32_t place)
{
	const struct fit_rank *r = &t->fit.rank[place];

	tsvw_field(out, pool_get(t->ranks, t->at[place]));
	if (is_known(r)) {
		write_fit(out, r);
	} else {
		for (int i = 0; i < 3; i++)
			tsvw_empty(out);
		tsvw_int(out, r->n);
		for (int i = 0; i < 4; i++)
			tsvw_empty(out);
	}
	tsvw_field(out, span_of(verdicts[r->verdict]));
	xtsvw_end(out);
}

/* Warnings of --causal: clocks it moved, or pairs that contradict each other.
 */
static void
report_moved(const struct table *t)
{
	if (t->fit.contradicts)
		warn("no clocks make every event end after it was sent: "
		     "the pairs contradict each other");
	for (uint32_t i = 0; i < t->fit.ranks; i++) {
		const struct fit_rank *r = &t->fit.rank[i];
		struct span rank = pool_get(t->ranks, t->at[i]);

		if (fabs(r->moved) > 0 && is_known(r))
			warn("rank %.*s: moved by %.3f us, so that no event "
			     "ends before it was sent",
			    (int)rank.n, rank.p, r->moved / 1e3);
	}
}

/* Says which ranks have no clock, or no sure one; returns the status. */
static int
report(const struct table *t)
{
	int status = t->fit.ranks > 1 ? STATUS_OK : STATUS_NO;

	if (t->fit.ranks < 2 && !t->o->counters.quiet)
		warn("no pairs between ranks");
	for (uint32_t i = 0; i < t->fit.ranks && t->fit.ranks > 1; i++) {
		const struct fit_rank *r = &t->fit.rank[i];
		struct span rank = pool_get(t->ranks, t->at[i]);

		if (is_known(r))
			continue;
		status = STATUS_NO;
		if (!t->o->counters.quiet)
			warn(r->verdict == FIT_DIFFERS
				? "rank %.*s: its pairs do not end together: "
				  "these are not the same events"
				: "rank %.*s: no pairs lead to the reference",
			    (int)rank.n, rank.p);
	}
	return status;
}

static int
run_pairs(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct table t = {.o = o, .ranks = pool_new()};
	int status;

	find_columns(&t, in);
	tsvw_titles(out,
	    "rank offset_us rate_ppm x0_us n rejected residual_rms_us "
	    "residual_max_us reversed verdict");
	xtsvw_end_header(out);
	while (xtsv_next(in))
		add_pair(&t, in);
	order_ranks(&t);
	find_clocks(&t);
	for (uint32_t i = 0; i < t.fit.ranks; i++)
		write_rank(out, &t, i);
	xtsvw_flush(out);
	status = report(&t);
	if (!o->counters.quiet)
		report_moved(&t);
	if (t.fit.contradicts)
		status = STATUS_NO;
	free(t.fit.pair);
	free(t.fit.rank);
	free(t.at);
	free(t.place);
	pool_free(t.ranks);
	return status;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;

	return o->counters.end || o->counters.start || o->counters.stamps
	    ? counters_run(&o->counters, in, out)
	    : run_pairs(o, in, out);
}

static const char usage[] =
    "usage: trace-clock [-hqV] [OPTION...] [FILE...]\n"
    "Compute clock offsets between ranks from events that end together, or\n"
    "the rate of a counter from the times of events.\n"
    "\n"
    "  -h, --help            print this help\n"
    "  -q, --quiet           do not report which ranks have no clock\n"
    "  -V, --version         print the version\n"
    "      --causal          move clocks so that no event ends before it was sent\n"
    "      --counter COLUMN  the value of a counter at the end of each event\n"
    "      --counter-start COLUMN\n"
    "                        its value at the start of each event\n"
    "      --exit-zero       exit with 0 even if a rank has no clock\n"
    "      --keys COLUMN     a clock for each value (rank, if there is such a column)\n"
    "      --most US         events whose ends jump by more did not end together\n"
    "                        (1000; 10 with --stamps)\n"
    "      --nominal MHZ     the counter's nominal rate\n"
    "      --rate WHICH      whether rates may differ: yes, no or auto (default)\n"
    "      --reference RANK  the reference rank (the first one)\n"
    "      --stamps          the counters are the columns ts1 to ts5, of IBM's AIU\n"
    "      --wrap BITS       the counter wraps around after 2^BITS counts\n"
    "\n"
    "FILE: pairs of trace-pair, or with --counter or --stamps events; also gzipped;\n"
    "standard input if none or '-'.\n"
    "Exit status: 0 success, 1 a rank or counter has no clock, 2 error.\n";

static void
set_nominal(void *o, const char *text)
{
	int64_t kilohertz =
	    opt_decimal("--nominal", text, "MHz", 1, MOST_KILOHERTZ);

	((struct options *)o)->counters.nominal = (double)kilohertz / 1e6;
}

/* Sets what is not given, and refuses what does not go together. */
static void
complete(struct counters_options *c)
{
	if (c->stamps && (c->end || c->start))
		opt_die("--stamps and --counter are mutually exclusive");
	if (c->most < 0)
		c->most = c->stamps ? MOST_STAMPS : MOST;
	if (c->stamps && c->bits == COUNTER_BITS)
		c->bits = STAMPS_BITS;
	if (!c->end && !c->start && !c->stamps &&
	    (c->key || c->nominal > 0 || c->bits != COUNTER_BITS))
		opt_die(
		    "--keys, --nominal and --wrap need --counter or --stamps");
}

int
main(int argc, char **argv)
{
	static const char *const rates[] = {[FIT_RATE_AUTO] = "auto",
	    [FIT_RATE_YES] = "yes",
	    [FIT_RATE_NO] = "no",
	    NULL};
	struct options o = {.counters = {.bits = COUNTER_BITS, .most = -1}};
	const struct opt table[] = {
	    {"causal", .on = &o.causal},
	    {"counter", .text = &o.counters.end},
	    {"counter-start", .text = &o.counters.start},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"keys", .text = &o.counters.key},
	    {"most", .us = &o.counters.most, .high = INT64_MAX},
	    {"nominal", .call = set_nominal},
	    {"quiet", 'q', .on = &o.counters.quiet},
	    {"rate", .choice = &o.rates, .words = rates},
	    {"reference", .text = &o.reference},
	    {"stamps", .on = &o.counters.stamps},
	    {"wrap", .number = &o.counters.bits, .low = 1,
		.high = COUNTER_BITS},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	complete(&o.counters);
	return xfilter(argc, argv, run, &o);
}
