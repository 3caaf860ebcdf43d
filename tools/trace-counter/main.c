/*
 * trace-counter - make counters of events, and statistics of counters
 *
 * measures.c computes; the rows are read and written here.
 */
#include <ctype.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/x.h"
#include "common/cli/xkey.h"
#include "tools/trace-counter/measures.h"

struct options {
	bool depth;
	const char *rate, *at, *per; /* columns */
	const char *during;          /* a file of counters */
	const char *keys, *name, *unit;
	int64_t bits;
	double scale, most;
	bool skip_zero;
	bool quiet;
};

struct table {
	const struct options *o;
	const struct tsv *in;
	struct key key;
	struct pool *keys;
	struct pool *names; /* of keys, each after its key and a line end */
	int ts, dur, ph;
	int64_t before; /* where the row before starts */
	struct tsvw *out;
};

static void
open_table(struct table *t, const struct options *o, const struct tsv *in,
    struct tsvw *out)
{
	*t = (struct table){.o = o, .in = in, .before = INT64_MIN, .out = out};
	t->keys = pool_new();
	t->names = pool_new();
	t->ts = xtsv_column(in, "ts_us", "trace-extract");
	t->dur =
	    o->rate ? TSV_MISSING : xtsv_column(in, "dur_us", "trace-extract");
	t->ph = xtsv_optional(in, "ph");
	xkey_open(&t->key, in, o->keys);
}

static void
close_table(struct table *t)
{
	xtsvw_flush(t->out);
	key_free(&t->key);
	pool_free(t->keys);
	pool_free(t->names);
}

static void
write_header(struct table *t)
{
	tsvw_titles(t->out, "ts_us ph name");
	key_write_names(t->out, &t->key, t->in);
	tsvw_titles(t->out, "value unit");
	xtsvw_header(t->out);
}

/*
 * "depth, rank 1, stream 7", as viewers put counters of one name on one track,
 * except those of several processes; with a process, ranks are such.
 */
static void
add_name(struct table *t, struct span key)
{
	struct buf text = {0};
	bool process = false;

	for (int i = 0; i < t->key.n; i++)
		process |= span_is(tsv_name(t->in, t->key.column[i]), "pid");
	BUF_ADD_ALL(&text, key, span_of("\n"), span_of(t->o->name));
	for (int i = 0; i < t->key.n; i++) {
		struct span column = tsv_name(t->in, t->key.column[i]);
		struct span value = span_take(&key, '\t');

		if (span_is(column, "pid") ||
		    (process && span_is(column, "rank")))
			continue;
		BUF_ADD_ALL(&text, span_of(", "), column, span_of(" "), value);
	}
	pool_add(t->names, buf_span(&text));
	buf_free(&text);
}

static void
start_point(struct table *t, uint32_t key, int64_t time)
{
	struct span values = pool_get(t->keys, key), name;

	for (uint32_t i = pool_count(t->names); i <= key; i++)
		add_name(t, pool_get(t->keys, i));
	name = pool_get(t->names, key);
	tsvw_us(t->out, time);
	tsvw_text(t->out, span_of("C"));
	tsvw_text(t->out, span_cut(name, values.n + 1, name.n));
	key_write(t->out, &t->key, values);
}

static void
end_point(struct table *t)
{
	tsvw_text(t->out, span_of(t->o->unit));
	xtsvw_end(t->out);
}

static void
write_depth(void *context, uint32_t key, int64_t time, int64_t open)
{
	struct table *t = context;

	start_point(t, key, time);
	tsvw_int(t->out, open);
	end_point(t);
}

static int
run_depth(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct table t;
	struct depth d = {.emit = write_depth, .context = &t};

	open_table(&t, o, in, out);
	write_header(&t);
	while (xtsv_next(in)) {
		struct interval when;

		if (!xtsv_is_complete(in, t.ts, t.dur, t.ph))
			continue;
		when = xtsv_start_and_duration(in, t.ts, t.dur);
		if (when.start < t.before)
			xtsv_fail(in,
			    "earlier than the row before; trace-merge --sort "
			    "sorts",
			    tsv_field(in, t.ts));
		t.before = when.start;
		depth_add(&d, pool_add(t.keys, xkey_of(&t.key, in)), when.start,
		    when.end);
	}
	depth_end(&d);
	depth_free(&d);
	close_table(&t);
	return STATUS_OK;
}

struct samples {
	struct sample *sample;
	size_t n, cap;
	int value, at, per;
};

static int64_t
count_of(const struct table *t, struct tsv *in, int column)
{
	int64_t count = xtsv_int(in, column);

	if (t->o->bits && (count < 0 || count >> t->o->bits))
		xtsv_fail(in,
		    "a count that does not fit the bits of the counter",
		    tsv_field(in, column));
	return count;
}

static void
add_sample(struct table *t, struct samples *s, struct tsv *in)
{
	struct sample one = {0};

	if (!tsv_field(in, s->value).n || !tsv_field(in, s->at).n ||
	    (s->per != TSV_MISSING && !tsv_field(in, s->per).n))
		return;
	one.value = count_of(t, in, s->value);
	if (one.value == 0 && t->o->skip_zero)
		return;
	one.time = xtsv_us(in, s->at);
	if (s->per != TSV_MISSING)
		one.other = count_of(t, in, s->per);
	one.key = pool_add(t->keys, xkey_of(&t->key, in));
	ARRAY_PUSH(s->sample, s->n, &s->cap, one);
}

static void
write_rates(struct table *t, struct samples *s)
{
	size_t keys = pool_count(t->keys);
	size_t *next = xcalloc(keys + 1, sizeof *next);
	struct rate r = {.bits = (int)t->o->bits,
	    .scale = t->o->scale,
	    .most = t->o->most,
	    .by_other = s->per != TSV_MISSING};

	s->n = s->n ? rate_find(&r, s->sample, s->n, next, keys) : 0;
	for (size_t i = 0; i < s->n; i++) {
		if (s->sample[i].last)
			continue;
		start_point(t, s->sample[i].key, s->sample[i].time);
		tsvw_real(t->out, s->sample[i].rate, 6);
		end_point(t);
	}
	if (r.beyond && !t->o->quiet)
		warn("%lld rate%s above --most set to 0", (long long)r.beyond,
		    r.beyond == 1 ? "" : "s");
	free(next);
}

static int
run_rate(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct samples s = {0};
	struct table t;

	open_table(&t, o, in, out);
	s.value = xkey_column(in, o->rate);
	s.at = o->at ? xkey_column(in, o->at) : t.ts;
	s.per = o->per ? xkey_column(in, o->per) : TSV_MISSING;
	write_header(&t);
	while (xtsv_next(in))
		add_sample(&t, &s, in);
	write_rates(&t, &s);
	free(s.sample);
	close_table(&t);
	return STATUS_OK;
}

/* A counter's points, and when something runs, of one key. */
struct state {
	struct point *point;
	size_t n, cap;
	struct intervals busy;
};

struct states {
	struct state *state;
	size_t n, cap;
};

static struct state *
state_of(struct table *t, struct states *s, struct key *key, struct tsv *in)
{
	uint32_t number = pool_add(t->keys, xkey_of(key, in));

	if (number == s->n)
		ARRAY_PUSH(s->state, s->n, &s->cap, (struct state){0});
	return &s->state[number];
}

/* Near enough to zero that the time between any two has a length. */
static int64_t
point_time(struct tsv *in, int column)
{
	int64_t ns = xtsv_us(in, column);

	if (ns <= -INTERVAL_MOST || ns >= INTERVAL_MOST)
		xtsv_fail(in, "a time beyond 146 years", tsv_field(in, column));
	return ns;
}

static void
read_counters(struct table *t, struct states *s)
{
	struct tsv *in = xtsv_open_file(t->o->during);
	int ts = xtsv_column(in, "ts_us", "trace-counter");
	int value = xtsv_column(in, "value", "trace-counter");
	struct key key;

	xkey_open(&key, in, t->o->keys);
	while (xtsv_next(in)) {
		struct state *state = state_of(t, s, &key, in);

		if (tsv_field(in, ts).n && tsv_field(in, value).n)
			ARRAY_PUSH(state->point, state->n, &state->cap,
			    (struct point){
				point_time(in, ts), xtsv_real(in, value)});
	}
	key_free(&key);
	tsv_close(in);
}

static void
write_during(
    struct table *t, uint32_t key, const char *state, const struct during *d)
{
	key_write(t->out, &t->key, pool_get(t->keys, key));
	tsvw_text(t->out, span_of(state));
	tsvw_real(t->out, d->least, 6);
	tsvw_real(t->out, d->most, 6);
	tsvw_real(t->out, d->mean_nonzero, 6);
	tsvw_real(t->out, d->median_nonzero, 6);
	tsvw_real(t->out, d->mean, 6);
	tsvw_us(t->out, d->length);
	tsvw_us(t->out, d->nonzero);
	xtsvw_end(t->out);
}

/* Both states of each key, in the order of keys; a state without time has none.
 */
static void
write_states(struct table *t, struct states *s)
{
	static const char *const names[] = {"without", "with"};
	uint32_t *at, *place;
	struct during d;

	key_order(t->keys, &at, &place);
	for (size_t i = 0; i < s->n; i++) {
		struct state *state = &s->state[at[i]];

		intervals_close(&state->busy);
		for (int inside = 1; inside >= 0; inside--) {
			during_find(
			    state->point, state->n, &state->busy, inside, &d);
			if (d.length)
				write_during(t, at[i], names[inside], &d);
		}
	}
	free(at);
	free(place);
}

static int
run_during(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct states s = {0};
	struct table t;

	open_table(&t, o, in, out);
	key_write_names(out, &t.key, in);
	tsvw_titles(out,
	    "state min_nonzero max mean_nonzero median_nonzero "
	    "mean dur_us dur_nonzero_us");
	xtsvw_header(out);
	while (xtsv_next(in))
		if (xtsv_is_complete(in, t.ts, t.dur, t.ph))
			intervals_add(&state_of(&t, &s, &t.key, in)->busy,
			    xtsv_start_and_duration(in, t.ts, t.dur));
	read_counters(&t, &s);
	write_states(&t, &s);
	for (size_t i = 0; i < s.n; i++) {
		free(s.state[i].point);
		intervals_free(&s.state[i].busy);
	}
	free(s.state);
	close_table(&t);
	return STATUS_OK;
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;

	return o->depth ? run_depth(o, in, out)
	    : o->rate   ? run_rate(o, in, out)
			: run_during(o, in, out);
}

static const char usage[] =
    "usage: trace-counter --depth [-hV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "       trace-counter --rate COLUMN [-hqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "       trace-counter --during COUNTERS [-hV] [-k COLUMNS] [FILE...]\n"
    "Make counters from events: how many are in flight, or how fast their own counter\n"
    "grows. Or print statistics of a counter while events run and while none does.\n"
    "\n"
    "  -h, --help             print this help\n"
    "  -k, --keys COLUMNS     a counter for each value of these columns\n"
    "  -q, --quiet            do not report rates above --most\n"
    "  -V, --version          print the version\n"
    "      --at COLUMN        the time of each sample (ts_us)\n"
    "      --depth            count the events in flight\n"
    "      --during COUNTERS  statistics of these counters, by time\n"
    "      --most X           replace a rate above X by 0\n"
    "      --name NAME        the counter's name (depth, or COLUMN of --rate)\n"
    "      --per COLUMN       divide by the increase of this counter, not by time\n"
    "      --rate COLUMN      an accumulating counter, as a rate\n"
    "      --scale X[/Y]      multiply rates by X and divide them by Y\n"
    "      --skip-zero        a counter of 0 is not a sample\n"
    "      --unit UNIT        what the counter counts, for viewers\n"
    "      --wrap BITS        counters restart from 0 at 2^BITS\n"
    "\n"
    "FILE: events, in time order for --depth, also gzipped; standard input if\n"
    "none or '-'.\n"
    "Exit status: 0 success, 2 error.\n";

/* A number above 0 with at most 15 digits, that ends where `end` says. */
static double
positive(const char *option, const char *text, char **end)
{
	double v = strtod(text, end);

	if (!isdigit((unsigned char)*text) || !(v > 0) || v > 1e15)
		opt_die("%s takes a number above 0, not '%s'", option, text);
	return v;
}

static void
set_most(void *p, const char *text)
{
	char *end;

	((struct options *)p)->most = positive("--most", text, &end);
	if (*end)
		opt_die("--most takes a number above 0, not '%s'", text);
}

static void
set_scale(void *p, const char *text)
{
	struct options *o = p;
	char *end;

	o->scale = positive("--scale", text, &end);
	if (*end == '/')
		o->scale /= positive("--scale", end + 1, &end);
	if (*end)
		opt_die("--scale takes X or X/Y, not '%s'", text);
}

static void
check(struct options *o)
{
	if (o->depth + !!o->rate + !!o->during != 1)
		opt_die("one of --depth, --rate and --during is needed");
	if (!o->rate &&
	    (o->at || o->per || o->bits || o->skip_zero || o->scale != 1 ||
		o->most > 0))
		opt_die("--at, --most, --per, --scale, --skip-zero and "
			"--wrap need --rate");
	if (!o->name)
		o->name = o->rate ? o->rate : "depth";
}

int
main(int argc, char **argv)
{
	struct options o = {.scale = 1, .unit = ""};
	const struct opt table[] = {
	    {"at", .text = &o.at},
	    {"depth", .on = &o.depth},
	    {"during", .text = &o.during},
	    {"keys", 'k', .text = &o.keys},
	    {"most", .call = set_most},
	    {"name", .text = &o.name},
	    {"per", .text = &o.per},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rate", .text = &o.rate},
	    {"scale", .call = set_scale},
	    {"skip-zero", .on = &o.skip_zero},
	    {"unit", .text = &o.unit},
	    {"wrap", .number = &o.bits, .low = 1, .high = 62},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	check(&o);
	return xfilter(argc, argv, run, &o);
}
