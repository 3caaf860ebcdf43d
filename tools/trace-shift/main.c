/*
 * trace-shift - put the events of all ranks on one clock
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-shift/clock.h"

struct options {
	const char *clocks;
	bool undo;
	bool stamps;
	struct stamped_options stamped;
};

struct clocks {
	struct pool *ranks;
	struct rank_clock {
		bool known;
		struct clock clock;
	} * of; /* by number of the rank */
	size_t n, cap;
};

/* The columns of the events. */
struct table {
	int rank, ts, dur;
	bool *is_time; /* by column: one like launch_ts_us */
};

/* A rate of ppm with up to six decimals, in 1e-12. */
static int64_t
rate_of(struct tsv *in, int column)
{
	struct span text = tsv_field(in, column);
	int64_t rate = 0;

	if (text.n == 0)
		return 0;
	if (clock_millionths(text, &rate) ||
	    rate > CLOCK_RATE_MOST * INT64_C(1000000) ||
	    rate < -CLOCK_RATE_MOST * INT64_C(1000000))
		xtsv_fail(in,
		    "rate_ppm is not a number up to 1000 with at most six decimals",
		    text);
	return rate;
}

static void
add_clock(struct clocks *c, struct tsv *in, const int column[4])
{
	uint32_t number = pool_add(c->ranks, tsv_field(in, column[0]));
	struct rank_clock r = {.known = tsv_field(in, column[1]).n > 0};

	if (number < c->n)
		xtsv_fail(in, "two clocks of rank", tsv_field(in, column[0]));
	if (r.known) {
		r.clock.offset = xtsv_us(in, column[1]);
		r.clock.rate = rate_of(in, column[2]);
		if (r.clock.rate)
			r.clock.x0 = xtsv_us(in, column[3]);
	}
	ARRAY_PUSH(c->of, c->n, &c->cap, r);
}

static void
read_clocks(struct clocks *c, const struct options *o)
{
	struct tsv *in = xtsv_open_file(o->clocks);
	int column[4] = {xtsv_column(in, "rank", "trace-clock"),
	    xtsv_column(in, "offset_us", "trace-clock"),
	    xtsv_column(in, "rate_ppm", "trace-clock"),
	    xtsv_column(in, "x0_us", "trace-clock")};

	c->ranks = pool_new();
	while (xtsv_next(in))
		add_clock(c, in, column);
	tsv_close(in);
}

/* ts_us, launch_ts_us, and t1_us to t5_us of --stamps. */
static bool
is_time(struct span name)
{
	return span_is(name, "ts_us") || span_ends(name, "_ts_us") ||
	    (name.n == 5 && name.p[0] == 't' && name.p[1] >= '1' &&
		name.p[1] <= '5' && span_ends(name, "_us"));
}

static void
find_columns(struct table *t, const struct tsv *in)
{
	t->rank = xtsv_column(in, "rank", "trace-extract -H");
	t->ts = xtsv_column(in, "ts_us", "trace-extract");
	t->dur = xtsv_optional(in, "dur_us");
	t->is_time = xcalloc((size_t)tsv_columns(in), sizeof *t->is_time);
	for (int i = 0; i < tsv_columns(in); i++)
		t->is_time[i] = is_time(tsv_name(in, i));
}

static const struct clock *
clock_of(const struct clocks *c, struct tsv *in, const struct table *t)
{
	uint32_t number = pool_find(c->ranks, tsv_field(in, t->rank));

	if (number >= c->n || !c->of[number].known)
		xtsv_fail(in, "no clock of rank", tsv_field(in, t->rank));
	return &c->of[number].clock;
}

static int64_t
shift(const struct options *o, const struct clock *c, struct tsv *in,
    int column, int64_t ns)
{
	int64_t shifted;

	if (o->undo ? clock_undo(c, ns, &shifted)
		    : clock_apply(c, ns, &shifted))
		xtsv_fail(in, "out of range", tsv_field(in, column));
	return shifted;
}

/* The duration is what is between both ends afterwards. */
static int64_t
shift_duration(const struct options *o, const struct clock *c, struct tsv *in,
    const struct table *t)
{
	int64_t ts = xtsv_us(in, t->ts), end;

	if (__builtin_add_overflow(ts, xtsv_us(in, t->dur), &end))
		xtsv_fail(in, "out of range", tsv_field(in, t->dur));
	return shift(o, c, in, t->dur, end) - shift(o, c, in, t->ts, ts);
}

/* A row with a time. */
static void
write_row(const struct options *o, const struct clocks *clocks,
    const struct table *t, struct tsv *in, struct tsvw *out)
{
	const struct clock *c = clock_of(clocks, in, t);

	for (int i = 0; i < tsv_columns(in); i++) {
		struct span field = tsv_field(in, i);

		if (field.n && i == t->dur)
			tsvw_us(out, shift_duration(o, c, in, t));
		else if (field.n && t->is_time[i])
			tsvw_us(out, shift(o, c, in, i, xtsv_us(in, i)));
		else
			tsvw_field(out, field);
	}
	xtsvw_end(out);
}

static int
run_clocks(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct clocks clocks = {0};
	struct table t;

	read_clocks(&clocks, o);
	find_columns(&t, in);
	tsvw_names(out, in);
	xtsvw_end_header(out);
	while (xtsv_next(in)) {
		if (tsv_field(in, t.ts).n)
			write_row(o, &clocks, &t, in, out);
		else
			xtsvw_as_it_is(out, in, 0);
	}
	xtsvw_flush(out);
	free(t.is_time);
	free(clocks.of);
	pool_free(clocks.ranks);
	return STATUS_OK;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;

	return o->stamps ? stamped_run(&o->stamped, in, out)
			 : run_clocks(o, in, out);
}

static const char usage[] =
    "usage: trace-shift [-hV] --clocks CLOCKS [--undo] [FILE...]\n"
    "       trace-shift [-hqV] --stamps {--freq MHZ | --rates RATES} [--split]\n"
    "                   [FILE...]\n"
    "Move the events of all ranks to one clock, or compute the times of events from\n"
    "the counters of their device.\n"
    "\n"
    "  -h, --help           print this help\n"
    "  -q, --quiet          do not report unchanged events\n"
    "  -V, --version        print the version\n"
    "      --clocks CLOCKS  the clocks of the ranks, from trace-clock\n"
    "      --exit-zero      exit with 0 instead of 1 or 3\n"
    "      --freq MHZ       the rate of all counters\n"
    "      --rates RATES    the rates of the counters, from trace-clock --stamps\n"
    "      --split          keep only the stage of the event itself\n"
    "      --stamps         compute times from the counters ts1 to ts5\n"
    "      --undo           move the ranks back to their own clocks\n"
    "\n"
    "FILE: events, with a column rank for --clocks, also gzipped; standard input if\n"
    "none or '-'.\n"
    "Exit status: 0 success, 1 a counter has no rate, 2 error, 3 recovered: events\n"
    "have damaged counters.\n";

static void
set_rate(void *p, const char *text)
{
	int64_t *hertz = &((struct options *)p)->stamped.hertz;

	if (ticks_rate(span_of(text), hertz))
		opt_die(
		    "--freq takes MHz above 0, with at most six decimals, not '%s'",
		    text);
}

/* Which options belong together. */
static void
check(const struct options *o)
{
	bool rate = o->stamped.hertz || o->stamped.rates;

	if (o->stamps && (o->clocks || o->undo))
		opt_die("--stamps excludes --clocks and --undo");
	if (o->stamps && (!rate || (o->stamped.hertz && o->stamped.rates)))
		opt_die("--stamps needs --freq or --rates; trace-clock "
			"--stamps makes the table");
	if (!o->stamps && (rate || o->stamped.split))
		opt_die("--freq, --rates and --split need --stamps");
	if (!o->stamps && !o->clocks)
		opt_die("--clocks is missing; trace-clock makes the table");
}

int
main(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"clocks", .text = &o.clocks},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"freq", .call = set_rate},
	    {"quiet", 'q', .on = &o.stamped.quiet},
	    {"rates", .text = &o.stamped.rates},
	    {"split", .on = &o.stamped.split},
	    {"stamps", .on = &o.stamps},
	    {"undo", .on = &o.undo},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	check(&o);
	return xfilter(argc, argv, run, &o);
}
