#include <stdlib.h>

#include "common/meaning/event_category.h"
#include "common/trace/event.h"

/*
 * The lines of events. A field that says what the event has itself, in the way
 * that all tools write it, is kept as a line feed, which no line holds: names
 * are most of a line, and each is there once, among the texts.
 */

/* Finds the columns that lines leave out. */
static void
event_line_open(struct events *e, const struct tsv *t)
{
	const struct event_columns *c = &e->column;

	for (int i = 0; i < tsv_columns(t); i++)
		if (i == c->ts || i == c->dur || i == c->name || i == c->cat)
			e->own[e->owns++] = i;
}

/* Whether a field is what own_field will print. */
static bool
is_own(const struct events *e, const struct event *v, int column,
    struct span field)
{
	char digits[FIXED_MAX];
	int64_t time = column == e->column.ts ? v->ts : v->dur;

	if (column == e->column.name || column == e->column.cat)
		return true;
	return span_equal(
	    field, (struct span){digits, fixed_print_us(digits, time)});
}

/* The text of a column whose value the event itself holds. */
static struct span
own_field(
    const struct events *e, uint32_t event, int column, char digits[FIXED_MAX])
{
	const struct event *v = &e->event[event];

	if (column == e->column.name)
		return event_text(e, v->name);
	if (column == e->column.cat)
		return event_cat(e, event);
	return (struct span){digits,
	    fixed_print_us(digits, column == e->column.ts ? v->ts : v->dur)};
}

/* Keeps the line of the event that is added next. */
static void
event_line_keep(struct events *e, const struct tsv *t, const struct event *v)
{
	struct span line = tsv_line(t);
	const char *from = line.p;

	ARRAY_RESERVE(e->line_end, &e->line_cap, e->n + 1);
	for (int i = 0; i < e->owns; i++) {
		struct span field = tsv_field(t, e->own[i]);

		if (!is_own(e, v, e->own[i], field))
			continue;
		buf_add(&e->lines, from, (size_t)(field.p - from));
		buf_add(&e->lines, "\n", 1);
		from = field.p + field.n;
	}
	buf_add(&e->lines, from, (size_t)(line.p + line.n - from));
	e->line_end[e->n] = e->lines.n;
}

struct span
event_line_kept(const struct events *e, uint32_t i)
{
	size_t from = i ? e->line_end[i - 1] : 0;

	return (struct span){e->lines.p + from, e->line_end[i] - from};
}

void
event_line(const struct events *e, uint32_t i, struct buf *out)
{
	struct span kept = event_line_kept(e, i);
	size_t from = 0;
	int column = 0;

	out->n = 0;
	for (size_t k = 0; k < kept.n; k++) {
		char digits[FIXED_MAX];
		struct span own;

		column += kept.p[k] == '\t';
		if (kept.p[k] != '\n')
			continue;
		own = own_field(e, i, column, digits);
		buf_add(out, kept.p + from, k - from);
		buf_add(out, own.p, own.n);
		from = k + 1;
	}
	buf_add(out, kept.p + from, kept.n - from);
}

static int
fail_missing(struct tsv *t, const char *name)
{
	const char *advice = tsv_advice(t);

	if (advice)
		return tsv_fail(t, advice, (struct span){0});
	return tsv_fail(
	    t, "a column is missing that trace-extract makes", span_of(name));
}

int
event_open(struct events *e, struct tsv *t, bool lines)
{
	static const char *const name[] = {"ts_us", "dur_us", "name", "cat",
	    "device", "stream", "correlation", "rank", "phase"};
	enum { NAMES = COUNT(name), NEEDED = 3 };
	int at[NAMES];

	*e = (struct events){.with_lines = lines};
	for (int i = 0; i < NAMES; i++) {
		at[i] = tsv_find(t, name[i]);
		if (at[i] == TSV_DOUBLED)
			return tsv_fail(t, "two columns have the same name",
			    span_of(name[i]));
		if (at[i] == TSV_MISSING && i < NEEDED)
			return fail_missing(t, name[i]);
	}
	e->column = (struct event_columns){
	    at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]};
	event_line_open(e, t);
	if (lines && e->column.cat != TSV_MISSING)
		e->kept_column[e->kept++] = e->column.cat;
	if (e->column.phase != TSV_MISSING)
		e->kept_column[e->kept++] = e->column.phase;
	e->texts = pool_new();
	e->keys = pool_new();
	return 0;
}

int
event_keep(struct events *e, struct tsv *t, const char *name)
{
	int at = tsv_find(t, name);

	if (at == TSV_DOUBLED)
		return tsv_fail(
		    t, "two columns have the same name", span_of(name));
	if (at == TSV_MISSING)
		return 0;
	e->detail_name[e->details++] = name;
	e->kept_column[e->kept++] = at;
	return 0;
}

void
event_free(struct events *e)
{
	pool_free(e->texts);
	pool_free(e->keys);
	buf_free(&e->lines);
	free(e->event);
	free(e->order);
	free(e->track);
	free(e->text);
	free(e->line_end);
	free(e->correlation);
	free(e->kept_text);
	*e = (struct events){0};
}

bool
event_is_kernel(const struct events *e, const struct tsv *t)
{
	return e->column.cat == TSV_MISSING ||
	    span_is(tsv_field(t, e->column.cat), "kernel");
}

/* The number of a text; mostly that of the same column in the row before. */
static uint32_t
read_text(struct events *e, const struct tsv *t, int column, uint32_t before)
{
	return pool_add_near(e->texts, before, tsv_field_or_none(t, column));
}

static uint64_t
read_id(struct events *e, const struct tsv *t, int column, uint64_t before)
{
	struct span s = tsv_field_or_none(t, column);
	int64_t value;

	if (fixed_parse_natural(s, &value) == 0)
		return (uint64_t)value;
	return EVENT_ID_TEXT | pool_add_near(e->texts, before & UINT32_MAX, s);
}

/* Most events are on the track of the one before. */
static uint32_t
read_track(struct events *e, const struct tsv *t)
{
	const struct event_columns *c = &e->column;
	struct event_track last = e->last;

	e->last = (struct event_track){read_id(e, t, c->rank, last.rank),
	    read_id(e, t, c->device, last.device),
	    read_id(e, t, c->stream, last.stream)};
	if (e->n && memcmp(&e->last, &last, sizeof last) == 0)
		return e->event[e->n - 1].track;
	return pool_add(
	    e->keys, (struct span){(char *)&e->last, sizeof e->last});
}

/* ts and dur, with the end they add up to, within EVENT_TIME_MOST. */
static int
read_times(const struct events *e, struct tsv *t, struct event *v)
{
	int got_ts = tsv_us(t, e->column.ts, &v->ts);
	int got_dur = got_ts < 0 ? -1 : tsv_us(t, e->column.dur, &v->dur);

	if (got_ts < 0 || got_dur < 0)
		return -1;
	v->kernel = event_is_kernel(e, t);
	if (v->kernel && (!got_ts || !got_dur))
		return tsv_fail(t, "a kernel with an empty field",
		    span_of(got_ts ? "dur_us" : "ts_us"));
	if (v->kernel && v->dur < 0)
		return tsv_fail(t, "a kernel with a negative duration",
		    tsv_field(t, e->column.dur));
	if (!got_ts)
		v->ts = EVENT_NO_TIME;
	if (!got_dur)
		v->dur = 0;
	if (v->ts < -EVENT_TIME_MOST || v->ts > EVENT_TIME_MOST ||
	    v->dur < -EVENT_TIME_MOST || v->dur > EVENT_TIME_MOST ||
	    llabs(v->ts + v->dur) > EVENT_TIME_MOST)
		return tsv_fail(
		    t, "a time beyond 146 years", tsv_field(t, e->column.ts));
	return 0;
}

static void
keep_correlation(struct events *e, const struct tsv *t)
{
	if (e->column.correlation == TSV_MISSING)
		return;
	ARRAY_RESERVE(e->correlation, &e->correlation_cap, e->n + 1);
	e->correlation[e->n] = read_id(
	    e, t, e->column.correlation, e->n ? e->correlation[e->n - 1] : 0);
}

static void
keep_texts(struct events *e, const struct tsv *t)
{
	size_t n = (size_t)e->kept, at = e->n * n;

	if (n == 0)
		return;
	ARRAY_RESERVE(e->kept_text, &e->kept_cap, at + n);
	for (size_t k = 0; k < n; k++) {
		uint32_t before =
		    e->n ? e->kept_text[at - n + k] : EVENT_NO_TEXT;

		e->kept_text[at + k] =
		    read_text(e, t, e->kept_column[k], before);
	}
}

int
event_add(struct events *e, struct tsv *t)
{
	uint32_t before = e->n ? e->event[e->n - 1].name : EVENT_NO_TEXT;
	struct event v;

	if (e->n == EVENT_MOST)
		return tsv_fail(
		    t, "more than 2147483647 events", (struct span){0});
	if (read_times(e, t, &v))
		return -1;
	keep_correlation(e, t);
	v.name = read_text(e, t, e->column.name, before);
	keep_texts(e, t);
	v.track = read_track(e, t) & INT32_MAX;
	if (e->with_lines)
		event_line_keep(e, t, &v);
	ARRAY_PUSH(e->event, e->n, &e->cap, v);
	return 0;
}

uint32_t
event_texts(const struct events *e)
{
	return pool_count(e->texts);
}

struct span
event_text(const struct events *e, uint32_t number)
{
	return e->text ? e->text[number] : pool_get(e->texts, number);
}

static uint32_t
kept_text(const struct events *e, uint32_t event, int which)
{
	return e->kept_text[(size_t)event * (size_t)e->kept + (size_t)which];
}

uint32_t
event_detail(const struct events *e, uint32_t event, int which)
{
	return kept_text(e, event, e->kept - e->details + which);
}

uint32_t
event_phase(const struct events *e, uint32_t event)
{
	return kept_text(e, event, e->kept - e->details - 1);
}

uint32_t
event_cat_number(const struct events *e, uint32_t event)
{
	return e->with_lines && e->column.cat != TSV_MISSING
	    ? kept_text(e, event, 0)
	    : EVENT_NO_TEXT;
}

struct span
event_cat(const struct events *e, uint32_t event)
{
	uint32_t number = event_cat_number(e, event);

	return number == EVENT_NO_TEXT ? span_of("") : event_text(e, number);
}

bool
event_is_work(const struct events *e, uint32_t event)
{
	return e->event[event].kernel ||
	    event_category_is_gpu(event_cat(e, event));
}

struct span
event_id(const struct events *e, uint64_t id, char digits[FIXED_MAX])
{
	if (id & EVENT_ID_TEXT)
		return e->text[id & UINT32_MAX];
	return fixed_text(digits, (int64_t)id);
}
