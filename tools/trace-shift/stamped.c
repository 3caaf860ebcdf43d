#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "tools/trace-shift/clock.h"

/* The rates of the counters, by the value of the column that tells them apart.
 */
struct rates {
	struct buf column;
	struct pool *keys;
	int64_t *hertz; /* 0: unknown */
	size_t n, cap;
};

struct table {
	const struct stamped_options *o;
	struct rates rates;
	int ts, dur, name, ph, key, stamp[STAMPS];
	int64_t unreadable, without_rate, moved;
};

/* The parts of an event whose name tells no stage. */
static const struct part {
	struct stage stage;
	const char *suffix;
} parts[] = {{{0, 1}, "_DmaI"}, {{2, 3}, "_Cmpt"}, {{3, 4}, "_DmaO"}};

static void
add_rate(struct rates *r, struct tsv *in, int column)
{
	uint32_t number = pool_add(r->keys, tsv_field(in, 0));
	struct span text = tsv_field(in, column);
	int64_t hertz = 0;

	if (number < r->n)
		xtsv_fail(in, "two rates of", tsv_field(in, 0));
	if (text.n && ticks_rate(text, &hertz))
		xtsv_fail(
		    in, "rate_mhz is no rate with at most six decimals", text);
	ARRAY_PUSH(r->hertz, r->n, &r->cap, hertz);
}

static void
read_rates(struct rates *r, const char *path)
{
	struct tsv *in = xtsv_open_file(path);
	int column = xtsv_column(in, "rate_mhz", "trace-clock --stamps");

	BUF_JOIN(&r->column, tsv_name(in, 0), BUF_NUL);
	r->keys = pool_new();
	while (xtsv_next(in))
		add_rate(r, in, column);
	tsv_close(in);
}

static void
find_columns(struct table *t, const struct tsv *in)
{
	static const char *const stamps[STAMPS] = {
	    "ts1", "ts2", "ts3", "ts4", "ts5"};

	t->ts = xtsv_column(in, "ts_us", "trace-extract");
	t->dur = xtsv_column(in, "dur_us", "trace-extract");
	t->name = xtsv_column(in, "name", "trace-extract");
	t->ph = xtsv_optional(in, "ph");
	for (int i = 0; i < STAMPS; i++)
		t->stamp[i] =
		    xtsv_column(in, stamps[i], "trace-extract --counters");
	/* a table of one counter, without ranks, has an empty key */
	t->key =
	    t->o->rates ? xtsv_optional(in, t->rates.column.p) : TSV_MISSING;
}

/* The columns that rows get; those that stay as they are get them empty. */
enum { ADDED = STAMPS + 2 };
static const char added[] =
    "t1_us t2_us t3_us t4_us t5_us adj_ts_us adj_dur_us";

static void
write_header(struct tsvw *out, const struct tsv *in)
{
	tsvw_names(out, in);
	xtsvw_new_columns(out, in, added);
	xtsvw_end_header(out);
}

/* An event with all five stamps. */
static bool
is_stamped(const struct table *t, const struct tsv *in)
{
	for (int i = 0; i < STAMPS; i++)
		if (!tsv_field(in, t->stamp[i]).n)
			return false;
	return xtsv_is_complete(in, t->ts, t->dur, t->ph);
}

/* 0 if it is unknown. */
static int64_t
rate_of(const struct table *t, const struct tsv *in)
{
	uint32_t number;

	if (!t->o->rates)
		return t->o->hertz;
	number = pool_find(t->rates.keys, tsv_field_or_none(in, t->key));
	return number == POOL_NONE ? 0 : t->rates.hertz[number];
}

static int
read_stamps(const struct table *t, const struct tsv *in, int64_t stamp[STAMPS])
{
	for (int i = 0; i < STAMPS; i++)
		if (stamps_parse(tsv_field(in, t->stamp[i]), &stamp[i]))
			return -1;
	return stamps_unwrap(stamp);
}

/* The event at a time, under its name with a suffix. */
static void
write_event(struct tsvw *out, const struct table *t, struct tsv *in,
    const struct ticks *c, struct interval when, const char *suffix)
{
	struct interval host = xtsv_start_and_duration(in, t->ts, t->dur);

	for (int i = 0; i < tsv_columns(in); i++) {
		if (i == t->ts)
			tsvw_us(out, when.start);
		else if (i == t->dur)
			tsvw_us(out, when.end - when.start);
		else if (i == t->name && *suffix) {
			struct buf both = {0};

			tsvw_field(out,
			    BUF_JOIN(&both, tsv_field(in, i), span_of(suffix)));
			buf_free(&both);
		} else {
			tsvw_field(out, tsv_field(in, i));
		}
	}
	for (int i = 0; i < STAMPS; i++)
		tsvw_us(out, c->stamp[i]);
	tsvw_us(out, when.start - host.start);
	tsvw_us(out, (when.end - when.start) - (host.end - host.start));
	xtsvw_end(out);
}

static void
write_part(struct tsvw *out, const struct table *t, struct tsv *in,
    const struct ticks *c, const int64_t stamp[STAMPS], const struct part *part)
{
	struct interval when;

	if (ticks_part(rate_of(t, in), c, stamp, part->stage, &when))
		xtsv_fail(in, "out of range", tsv_field(in, t->ts));
	write_event(out, t, in, c, when, part->suffix);
}

/* Preparations only lead to what comes after them. */
static void
write_parts(struct tsvw *out, const struct table *t, struct tsv *in,
    const struct ticks *c, const int64_t stamp[STAMPS],
    const struct stage *stage)
{
	if (stage && stage->from != 1) {
		write_part(out, t, in, c, stamp, &(struct part){*stage, ""});
		return;
	}
	for (size_t i = 0; i < COUNT(parts) && !stage; i++)
		if (stamp[parts[i].stage.to] > stamp[parts[i].stage.from])
			write_part(out, t, in, c, stamp, &parts[i]);
}

static void
write_stamped(struct tsvw *out, struct table *t, struct tsv *in)
{
	struct interval host = xtsv_start_and_duration(in, t->ts, t->dur);
	int64_t stamp[STAMPS], hertz = rate_of(t, in);
	struct stage p, *stage;
	struct ticks c;

	if (read_stamps(t, in, stamp)) {
		t->unreadable++;
		xtsvw_as_it_is(out, in, ADDED);
		return;
	}
	if (hertz == 0) {
		t->without_rate++;
		xtsvw_as_it_is(out, in, ADDED);
		return;
	}
	stage = stamps_stage(tsv_field(in, t->name), &p) ? &p : NULL;
	if (ticks_convert(hertz, stage, host, stamp, &c))
		xtsv_fail(in, "out of range", tsv_field(in, t->ts));
	t->moved += c.moved;
	if (t->o->split)
		write_parts(out, t, in, &c, stamp, stage);
	else
		write_event(out, t, in, &c, c.when, "");
}

static void
report(const struct table *t)
{
	if (t->o->quiet)
		return;
	if (t->unreadable)
		warn(
		    "%lld events have stamps out of order, and stay as they are",
		    (long long)t->unreadable);
	if (t->without_rate)
		warn("%lld events have a counter without a rate, and stay as "
		     "they are",
		    (long long)t->without_rate);
	if (t->moved)
		warn("%lld events take longer than their counters count",
		    (long long)t->moved);
}

int
stamped_run(const struct stamped_options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {.o = o};

	if (o->rates)
		read_rates(&t.rates, o->rates);
	find_columns(&t, in);
	write_header(out, in);
	while (xtsv_next(in)) {
		if (is_stamped(&t, in))
			write_stamped(out, &t, in);
		else
			xtsvw_as_it_is(out, in, ADDED);
	}
	xtsvw_flush(out);
	report(&t);
	buf_free(&t.rates.column);
	free(t.rates.hertz);
	pool_free(t.rates.keys);
	return t.unreadable  ? STATUS_DAMAGED
	    : t.without_rate ? STATUS_NO
			     : STATUS_OK;
}
