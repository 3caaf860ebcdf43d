#include <stdio.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-stats/value_groups.h"

static const struct unit units[] = {
    {"_us", "_ns", "_ns2", 1},
    {"_bytes", "_bytes", "_bytes2", 1000},
    {"", "", "", 1000},
};

/* Whole numbers are nearer to zero, so that thousandths fit their integer. */
#define WHOLE_MOST (INT64_MAX / 1000)

struct column_name
column_name(const char *word, const char *suffix)
{
	struct column_name name;

	snprintf(name.text, sizeof name.text, "%s%s", word, suffix);
	return name;
}

/* The unit of partial sums, NULL when the table is none of these. */
static const struct unit *
find_partial(const struct tsv *t)
{
	for (size_t i = 0; i < COUNT(units); i++) {
		struct column_name n = column_name("squares", units[i].squares);

		if (xtsv_optional(t, n.text) != TSV_MISSING)
			return &units[i];
	}
	return NULL;
}

static int
partial_column(const struct tsv *t, const char *word, const char *suffix)
{
	return xtsv_column(
	    t, column_name(word, suffix).text, "trace-stats --partial");
}

static void
refuse(const struct tsv *t, bool asked, const char *option)
{
	if (asked)
		die("%s: %s is for rows, but these are partial sums",
		    tsv_file(t), option);
}

/* Keys stand before the sums, carried columns behind. */
static void
open_partial(struct input *in, const struct options *o)
{
	const struct tsv *t = in->tsv;
	int last;

	refuse(t, o->below != INT64_MAX, "--below");
	refuse(t, o->busy, "--busy");
	refuse(t, o->bins, "--histogram");
	in->values = xtsv_optional(t, "values");
	refuse(t, o->quantiles && in->values == TSV_MISSING, "--quantiles");
	refuse(t, o->value, "--value");
	in->value = partial_column(t, "value", "");
	in->count = partial_column(t, "count", "");
	in->sum = partial_column(t, "sum", in->unit->partial);
	in->squares = partial_column(t, "squares", in->unit->squares);
	in->min = partial_column(t, "min", in->unit->partial);
	in->max = partial_column(t, "max", in->unit->partial);
	in->ts = xtsv_optional(t, "first_ts_ns");
	in->event = xtsv_optional(t, "first_event");
	last = in->values == TSV_MISSING ? in->max : in->values;
	last = in->event == TSV_MISSING ? last : in->event;
	if (o->keys)
		xkey_open(&in->key, t, o->keys);
	else
		xkey_open_range(&in->key, 0, in->value);
	if (o->carry)
		xkey_open(&in->carry, t, o->carry);
	else
		xkey_open_range(&in->carry, last + 1, tsv_columns(t));
}

/* Cycles and other tables have no durations, but values of other names. */
static const char *
value_column(const struct tsv *t, const struct options *o)
{
	if (o->value)
		return o->value;
	if (tsv_find(t, "dur_us") == TSV_MISSING && !tsv_advice(t))
		die("%s: no column dur_us, which trace-extract prints; "
		    "--value names another",
		    tsv_file(t));
	return "dur_us";
}

/* The column of levels that no key keeps apart; TSV_MISSING: none. */
static int
find_levels(const struct tsv *t, const struct key *k, const char *value)
{
	for (int i = 0; i < k->n; i++)
		if (levels_apart(tsv_name(t, k->column[i])))
			return TSV_MISSING;
	return strcmp(value, "sum_us") == 0 ? xtsv_optional(t, "level")
					    : TSV_MISSING;
}

static void
open_rows(struct input *in, const struct options *o)
{
	const struct tsv *t = in->tsv;
	const char *value;

	xkey_open(&in->key, t, o->keys);
	xkey_open(&in->carry, t, o->carry);
	value = value_column(t, o);
	for (in->unit = units; !span_ends(span_of(value), in->unit->suffix);)
		in->unit++;
	in->value = xkey_column(t, value);
	in->event = xtsv_optional(t, "event");
	in->ts = o->busy ? xkey_column(t, "ts_us") : xtsv_optional(t, "ts_us");
	in->dur = o->busy ? xkey_column(t, "dur_us") : TSV_MISSING;
	in->level = find_levels(t, &in->key, value);
	buf_add_text(&in->value_name, value);
}

void
read_open(struct input *in, struct tsv *t, const struct options *o)
{
	*in = (struct input){
	    .tsv = t, .unit = find_partial(t), .level = TSV_MISSING};
	in->partial = in->unit;
	if (in->partial)
		open_partial(in, o);
	else
		open_rows(in, o);
}

void
read_close(struct input *in)
{
	key_free(&in->key);
	key_free(&in->carry);
	buf_free(&in->last);
	buf_free(&in->value_name);
}

/*
 * The record's value as sums; false when it has none, or it is not asked for.
 */
static bool
read_value(const struct input *in, const struct options *o, struct sums *s)
{
	bool times = in->unit->scale == 1;
	int64_t v = 0;
	int got = times ? tsv_us(in->tsv, in->value, &v)
			: tsv_int(in->tsv, in->value, &v);

	if (got < 0)
		die("%s", tsv_error(in->tsv));
	if (!times && (v > WHOLE_MOST || v < -WHOLE_MOST))
		xtsv_fail(in->tsv, "a number beyond 9.2e15",
		    tsv_field(in->tsv, in->value));
	if (!got || v * in->unit->scale >= o->below)
		return false;
	*s = sums_of(v);
	s->first_event = xtsv_int_or(in->tsv, in->event, SUMS_NO_EVENT);
	if (s->first_event != SUMS_NO_EVENT)
		s->first_ts = xtsv_us_or(in->tsv, in->ts, SUMS_NO_EVENT);
	return true;
}

/* All records must be sums of the same column. */
static void
check_value_name(struct input *in)
{
	struct span name = tsv_field(in->tsv, in->value);

	if (in->value_name.n == 0)
		buf_add(&in->value_name, name.p, name.n);
	if (!span_equal(buf_span(&in->value_name), name))
		xtsv_fail(
		    in->tsv, "sums of a different column than before", name);
}

static void
read_partial(struct input *in, struct sums *s)
{
	struct tsv *t = in->tsv;
	struct span squares = tsv_field(t, in->squares);

	check_value_name(in);
	s->count = xtsv_int(t, in->count);
	s->sum = xtsv_int(t, in->sum);
	s->min = xtsv_int(t, in->min);
	s->max = xtsv_int(t, in->max);
	s->first_event = xtsv_int_or(t, in->event, SUMS_NO_EVENT);
	s->first_ts = xtsv_int_or(t, in->ts, SUMS_NO_EVENT);
	if (wide_parse(squares, &s->squares))
		xtsv_fail(t, "not a sum of squares", squares);
	if (s->count < 1 || s->min > s->max)
		xtsv_fail(t, "not the sums of any values", tsv_line(t));
}

void
groups_init(struct groups *g)
{
	*g = (struct groups){.keys = pool_new(), .texts = pool_new()};
}

void
groups_free(struct groups *g)
{
	for (uint32_t i = 0; i < pool_count(g->keys); i++) {
		counts_free(&g->p[i].counts);
		intervals_free(&g->p[i].busy);
	}
	pool_free(g->keys);
	pool_free(g->texts);
	free(g->p);
	free(g->carried);
}

/* A value that differs inside the group becomes empty, and stays so. */
static void
carry(const struct input *in, struct groups *g, uint32_t id, bool first)
{
	size_t n = (size_t)in->carry.n;
	uint32_t *carried;

	if (n == 0)
		return;
	if (first)
		ARRAY_RESERVE(g->carried, &g->carried_cap, (id + 1) * n);
	carried = g->carried + id * n;
	for (size_t i = 0; i < n; i++) {
		struct span f = tsv_field(in->tsv, in->carry.column[i]);
		uint32_t text = pool_add(g->texts, f);

		if (!first && text != carried[i])
			text = pool_add(g->texts, span_of(""));
		carried[i] = text;
	}
}

/* The values that partial sums are of; without them, of no group. */
static void
keep_values(const struct input *in, struct group *g, const struct sums *s)
{
	struct tsv *t = in->tsv;

	if (in->values == TSV_MISSING)
		return;
	if (!distribution_add(
		&g->counts, tsv_field(t, in->values), s->count, s->min, s->max))
		xtsv_fail(t, "not the values of these sums",
		    tsv_field(t, in->values));
	counts_limit(&g->counts);
}

/* Keeps a value for quantiles and histograms, and its interval for --busy. */
static void
keep_value(const struct input *in, const struct options *o, struct group *g,
    const struct sums *s)
{
	if (in->partial) {
		keep_values(in, g, s);
	} else {
		counts_add(&g->counts, s->sum);
		if (o->partial)
			counts_limit(&g->counts);
	}
	if (o->busy)
		intervals_add(&g->busy,
		    xtsv_start_and_duration(in->tsv, in->ts, in->dur));
}

void
read_record(struct input *in, const struct options *o, struct groups *g,
    struct span key)
{
	uint32_t known = pool_count(g->keys), id;
	struct sums s;

	if (in->partial)
		read_partial(in, &s);
	else if (!read_value(in, o, &s))
		return;
	if (in->level != TSV_MISSING)
		levels_add(&in->levels, tsv_field(in->tsv, in->level));
	id = pool_add(g->keys, key);
	carry(in, g, id, id == known);
	if (id == known) {
		ARRAY_RESERVE(g->p, &g->cap, id + 1u);
		g->p[id] = (struct group){.sums = s};
	} else if (sums_add(&g->p[id].sums, &s))
		xtsv_fail(in->tsv, "values that do not add up to 64 bits", key);
	keep_value(in, o, &g->p[id], &s);
}
