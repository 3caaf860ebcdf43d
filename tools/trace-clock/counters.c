#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "common/trace/aiu_stamps.h"
#include "tools/trace-clock/counters.h"

/* The points of one key. */
struct series {
	struct counter_point *point;
	size_t n, cap;
};

struct table {
	const struct counters_options *o;
	int ts, dur, end, start, key; /* TSV_MISSING: there is none */
	int name, ph, stamp[STAMPS];  /* with stamps */
	struct pool *keys;
	struct series *series;
	size_t n, cap;
};

static void
find_stamps(struct table *t, const struct tsv *in)
{
	static const char *const names[STAMPS] = {
	    "ts1", "ts2", "ts3", "ts4", "ts5"};

	t->name = xtsv_column(in, "name", "trace-extract");
	t->ph = xtsv_optional(in, "ph");
	for (int i = 0; i < STAMPS; i++)
		t->stamp[i] =
		    xtsv_column(in, names[i], "trace-extract --counters");
}

static void
find_columns(struct table *t, const struct tsv *in)
{
	const struct counters_options *o = t->o;
	bool dur = o->end || o->stamps;

	t->ts = xtsv_column(in, "ts_us", "trace-extract");
	t->dur = dur ? xtsv_column(in, "dur_us", "trace-extract") : TSV_MISSING;
	t->end =
	    o->end ? xtsv_column(in, o->end, "trace-extract -a") : TSV_MISSING;
	t->start = o->start ? xtsv_column(in, o->start, "trace-extract -a")
			    : TSV_MISSING;
	t->key = o->key ? xtsv_column(in, o->key, "trace-extract")
			: xtsv_optional(in, "rank");
	if (o->stamps)
		find_stamps(t, in);
}

static struct series *
series_of(struct table *t, const struct tsv *in)
{
	uint32_t key = pool_add(t->keys, tsv_field_or_none(in, t->key));

	if (key == t->n)
		ARRAY_PUSH(t->series, t->n, &t->cap, (struct series){0});
	return &t->series[key];
}

/* A cell's count, from 0 and below 2^bits; false if the cell is empty. */
static bool
count_of(const struct table *t, struct tsv *in, int column, int64_t *count)
{
	if (column == TSV_MISSING || !tsv_field(in, column).n)
		return false;
	*count = xtsv_int(in, column);
	if (*count < 0 || *count >= INT64_C(1) << t->o->bits)
		xtsv_fail(in,
		    "a count that does not fit the bits of the counter",
		    tsv_field(in, column));
	return true;
}

/*
 * The counts at both ends of a complete event, from the two stamps of its
 * stage. Stamps that make no sense are left for trace-shift to report.
 */
static bool
stamps_of(
    const struct table *t, const struct tsv *in, int64_t *start, int64_t *end)
{
	struct stage stage;

	return xtsv_is_complete(in, t->ts, t->dur, t->ph) &&
	    stamps_stage(tsv_field(in, t->name), &stage) &&
	    stamps_parse(tsv_field(in, t->stamp[stage.from]), start) == 0 &&
	    stamps_parse(tsv_field(in, t->stamp[stage.to]), end) == 0;
}

static void
add_row(struct table *t, struct tsv *in)
{
	struct counter_point start = {0}, end = {0};
	bool stamps =
	    t->o->stamps && stamps_of(t, in, &start.count, &end.count);
	bool has_start = stamps ||
	    (!t->o->stamps && count_of(t, in, t->start, &start.count));
	bool has_end = stamps ||
	    (!t->o->stamps && tsv_field_or_none(in, t->dur).n &&
		count_of(t, in, t->end, &end.count));
	struct series *s;

	if (!tsv_field(in, t->ts).n || (!has_start && !has_end))
		return;
	s = series_of(t, in);
	start.ns = xtsv_us(in, t->ts);
	if (has_start)
		ARRAY_PUSH(s->point, s->n, &s->cap, start);
	if (!has_end)
		return;
	end.ns = start.ns + xtsv_us(in, t->dur);
	if (has_start && end.ns > start.ns) {
		end.event = end.ns - start.ns;
		end.begun = start.count;
	}
	ARRAY_PUSH(s->point, s->n, &s->cap, end);
}

static const char *const verdicts[] = {
    [COUNTER_OK] = "ok", [COUNTER_FEW] = "few", [COUNTER_UNSURE] = "unsure"};

static void
write_header(struct tsvw *out, const struct table *t, const struct tsv *in)
{
	tsvw_field(out,
	    t->key == TSV_MISSING ? span_of("rank") : tsv_name(in, t->key));
	tsvw_titles(out,
	    "n rejected x0_us count rate_mhz rate_error_mhz residual_rms_us "
	    "residual_max_us wraps drift_us verdict advice");
	xtsvw_end_header(out);
}

/* A nominal rate that is further off than this is not the counter's, in MHz. */
#define RIGHT 0.1

static void
write_advice(struct tsvw *out, const struct table *t, const struct counter *c)
{
	double rate = c->rate * 1e3, nominal = t->o->nominal * 1e3;
	char text[64];

	if (c->verdict == COUNTER_OK && nominal > 0 &&
	    fabs(rate - nominal) > RIGHT &&
	    snprintf(text, sizeof text, "--freq=%.6f", rate) > 0)
		tsvw_text(out, span_of(text));
	else
		tsvw_empty(out);
}

static void
write_counter(
    struct tsvw *out, const struct table *t, uint32_t key, struct counter *c)
{
	tsvw_field(out, pool_get(t->keys, key));
	tsvw_int(out, (int64_t)c->n);
	if (c->verdict != COUNTER_OK) {
		for (int i = 0; i < 9; i++)
			tsvw_empty(out);
	} else {
		tsvw_int(out, (int64_t)c->rejected);
		tsvw_us(out, c->x0);
		tsvw_real(out, c->count, 3);
		tsvw_real(out, c->rate * 1e3, 6);
		tsvw_real(out, c->error * 1e3, 6);
		tsvw_real(out, c->rms / 1e3, 3);
		tsvw_real(out, c->largest / 1e3, 3);
		tsvw_int(out, c->wraps);
		if (t->o->nominal > 0)
			tsvw_us(out,
			    llround((double)c->span *
				(t->o->nominal / c->rate - 1)));
		else
			tsvw_empty(out);
	}
	tsvw_field(out, span_of(verdicts[c->verdict]));
	write_advice(out, t, c);
	xtsvw_end(out);
}

/* Fits and writes one; returns whether that can be trusted. */
static bool
find_one(struct table *t, struct tsvw *out, uint32_t key)
{
	struct series *s = &t->series[key];
	struct counter c = {.bits = (int)t->o->bits,
	    .nominal = t->o->nominal,
	    .most = (double)t->o->most};
	struct span name = pool_get(t->keys, key);

	counter_fit(&c, s->point, s->n);
	write_counter(out, t, key, &c);
	if (c.verdict != COUNTER_OK && !t->o->quiet)
		warn(c.verdict == COUNTER_FEW
			? "counter '%.*s': too few points, or no initial rate: "
			  "use --nominal"
			: "counter '%.*s': its points are not on a line",
		    (int)name.n, name.p);
	return c.verdict == COUNTER_OK;
}

int
counters_run(const struct counters_options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {.o = o, .keys = pool_new()};
	uint32_t *at, *place;
	bool ok = true;

	find_columns(&t, in);
	write_header(out, &t, in);
	while (xtsv_next(in))
		add_row(&t, in);
	key_order(t.keys, &at, &place);
	for (uint32_t i = 0; i < t.n; i++)
		ok = find_one(&t, out, at[i]) && ok;
	xtsvw_flush(out);
	if (t.n == 0 && !o->quiet)
		warn("no row has a count");
	for (uint32_t i = 0; i < t.n; i++)
		free(t.series[i].point);
	free(t.series);
	free(at);
	free(place);
	pool_free(t.keys);
	return ok && t.n ? STATUS_OK : STATUS_NO;
}
