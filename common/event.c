/*
 * Reading numbers texts in the order of their arrival; event_sort renumbers
 * them in byte order, so that afterwards comparing numbers is comparing texts.
 * The order is a natural merge sort of indices: traces are mostly a few
 * ascending runs, one a stream, and these cost one comparison an event and a
 * merge each.
 */
#include <stdlib.h>

#include "common/event.h"

int
event_open(struct events *e, struct tsv *t, bool lines)
{
	static const char *const name[] = {"ts_us", "dur_us", "name", "cat",
	    "device", "stream", "correlation", "rank", "phase"};
	enum { NAMES = sizeof name / sizeof *name, NEEDED = 3 };
	int at[NAMES];

	*e = (struct events){.with_lines = lines};
	for (int i = 0; i < NAMES; i++) {
		at[i] = tsv_find(t, name[i]);
		if (at[i] == TSV_DOUBLED)
			return tsv_fail(
			    t, "two columns have one name", span_of(name[i]));
		if (at[i] == TSV_MISSING && i < NEEDED)
			return tsv_fail(t,
			    "a column is missing that trace-extract makes",
			    span_of(name[i]));
	}
	e->column = (struct event_columns){
	    at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]};
	e->texts = pool_new();
	e->keys = pool_new();
	if (!e->texts || !e->keys)
		return tsv_fail(t, "out of memory", (struct span){0});
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
	*e = (struct events){0};
}

bool
event_is_kernel(const struct events *e, const struct tsv *t)
{
	return e->column.cat == TSV_MISSING ||
	    span_is(tsv_field(t, e->column.cat), "kernel");
}

static int
no_memory(struct tsv *t)
{
	return tsv_fail(t, "out of memory", (struct span){0});
}

/* Only what would be printed the same way again counts as a number. */
static bool
is_plain_number(struct span s, int64_t *value)
{
	return s.n && s.n < FIXED_MAX && s.p[0] != '-' && s.p[0] != '+' &&
	    (s.p[0] != '0' || s.n == 1) && fixed_parse_int(s, value) == 0;
}

static int
read_id(struct events *e, const struct tsv *t, int column, uint64_t *id)
{
	struct span s = tsv_field_or_none(t, column);
	int64_t value;
	uint32_t text;

	if (is_plain_number(s, &value)) {
		*id = (uint64_t)value;
		return 0;
	}
	text = pool_add(e->texts, s);
	*id = EVENT_ID_TEXT | text;
	return text == POOL_NONE ? -1 : 0;
}

static int
read_text(struct events *e, const struct tsv *t, int column, uint32_t *text)
{
	*text = pool_add(e->texts, tsv_field_or_none(t, column));
	return *text == POOL_NONE ? -1 : 0;
}

/* Most events are on the track of the one before. */
static int
read_track(struct events *e, const struct tsv *t, struct event *new)
{
	struct event_track key;
	uint32_t track;

	if (read_id(e, t, e->column.rank, &key.rank) ||
	    read_id(e, t, e->column.device, &key.device) ||
	    read_id(e, t, e->column.stream, &key.stream))
		return -1;
	if (e->n && memcmp(&key, &e->last, sizeof key) == 0) {
		new->track = e->event[e->n - 1].track;
		return 0;
	}
	track = pool_add(e->keys, (struct span){(char *)&key, sizeof key});
	new->track = track &INT32_MAX;
	e->last = key;
	return track == POOL_NONE ? -1 : 0;
}

/* ts and dur, with the end they add up to, within EVENT_TIME_MOST. */
static int
read_times(const struct events *e, struct tsv *t, struct event *new)
{
	int got_ts = tsv_us(t, e->column.ts, &new->ts);
	int got_dur = got_ts < 0 ? -1 : tsv_us(t, e->column.dur, &new->dur);

	if (got_ts < 0 || got_dur < 0)
		return -1;
	new->kernel = event_is_kernel(e, t);
	if (new->kernel && (!got_ts || !got_dur))
		return tsv_fail(t, "a kernel with an empty field",
		    span_of(got_ts ? "dur_us" : "ts_us"));
	if (!got_ts)
		new->ts = EVENT_NO_TIME;
	if (!got_dur)
		new->dur = 0;
	if (new->ts < -EVENT_TIME_MOST || new->ts > EVENT_TIME_MOST ||
	    new->dur < -EVENT_TIME_MOST || new->dur > EVENT_TIME_MOST ||
	    llabs(new->ts + new->dur) > EVENT_TIME_MOST)
		return tsv_fail(
		    t, "a time beyond 146 years", tsv_field(t, e->column.ts));
	return 0;
}

static int
keep_line(struct events *e, const struct tsv *t)
{
	struct span line = tsv_line(t);
	size_t *grown =
	    array_grow(e->line_end, &e->line_cap, e->n + 1, sizeof *grown);

	if (!grown)
		return -1;
	e->line_end = grown;
	if (buf_add(&e->lines, line.p, line.n))
		return -1;
	e->line_end[e->n] = e->lines.n;
	return 0;
}

int
event_add(struct events *e, struct tsv *t)
{
	struct event new, *grown;

	if (e->n == EVENT_MOST)
		return tsv_fail(
		    t, "more than 2147483647 events", (struct span){0});
	if (read_times(e, t, &new))
		return -1;
	if (read_id(e, t, e->column.correlation, &new.correlation) ||
	    read_text(e, t, e->column.name, &new.name) ||
	    read_text(e, t, e->column.cat, &new.cat) ||
	    read_text(e, t, e->column.phase, &new.phase) ||
	    read_track(e, t, &new) || (e->with_lines && keep_line(e, t)))
		return no_memory(t);
	grown = array_grow(e->event, &e->cap, e->n + 1, sizeof *grown);
	if (!grown)
		return no_memory(t);
	e->event = grown;
	e->event[e->n++] = new;
	return 0;
}

struct numbered {
	struct span text;
	uint32_t number;
};

static int
compare_texts(const void *a, const void *b)
{
	return span_compare(((const struct numbered *)a)->text,
	    ((const struct numbered *)b)->text);
}

/* Fills e->text in byte order; place[old number] = new number. */
static uint32_t *
number_texts(struct events *e)
{
	uint32_t n = pool_count(e->texts);
	struct numbered *by_bytes = calloc(n + 1u, sizeof *by_bytes);
	uint32_t *place = calloc(n + 1u, sizeof *place);

	e->text = calloc(n + 1u, sizeof *e->text);
	if (!by_bytes || !place || !e->text) {
		free(by_bytes);
		free(place);
		return NULL;
	}
	for (uint32_t i = 0; i < n; i++)
		by_bytes[i] = (struct numbered){pool_get(e->texts, i), i};
	qsort(by_bytes, n, sizeof *by_bytes, compare_texts);
	for (uint32_t i = 0; i < n; i++) {
		e->text[i] = by_bytes[i].text;
		place[by_bytes[i].number] = i;
	}
	free(by_bytes);
	return place;
}

static uint64_t
place_id(uint64_t id, const uint32_t *place)
{
	return id & EVENT_ID_TEXT ? EVENT_ID_TEXT | place[id & UINT32_MAX] : id;
}

struct keyed {
	struct event_track track;
	uint32_t number;
};

static int
compare_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int
compare_tracks(const void *a, const void *b)
{
	const struct event_track *x = &((const struct keyed *)a)->track;
	const struct event_track *y = &((const struct keyed *)b)->track;
	int c = compare_u64(x->rank, y->rank);

	c = c ? c : compare_u64(x->device, y->device);
	return c ? c : compare_u64(x->stream, y->stream);
}

/* Fills e->track in order; place[old number] = new number. */
static uint32_t *
number_tracks(struct events *e, const uint32_t *text_place)
{
	uint32_t n = pool_count(e->keys);
	struct keyed *sorted = calloc(n + 1u, sizeof *sorted);
	uint32_t *place = calloc(n + 1u, sizeof *place);

	e->track = calloc(n + 1u, sizeof *e->track);
	e->tracks = n;
	if (!sorted || !place || !e->track) {
		free(sorted);
		free(place);
		return NULL;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct event_track *t = &sorted[i].track;

		memcpy(t, pool_get(e->keys, i).p, sizeof *t);
		t->rank = place_id(t->rank, text_place);
		t->device = place_id(t->device, text_place);
		t->stream = place_id(t->stream, text_place);
		sorted[i].number = i;
	}
	qsort(sorted, n, sizeof *sorted, compare_tracks);
	for (uint32_t i = 0; i < n; i++) {
		e->track[i] = sorted[i].track;
		place[sorted[i].number] = i;
	}
	free(sorted);
	return place;
}

static int
number_all(struct events *e)
{
	uint32_t *text = number_texts(e);
	uint32_t *track = text ? number_tracks(e, text) : NULL;

	for (size_t i = 0; track && i < e->n; i++) {
		struct event *v = &e->event[i];

		v->name = text[v->name];
		v->cat = text[v->cat];
		v->phase = text[v->phase];
		v->correlation = place_id(v->correlation, text);
		v->track = track[v->track] & INT32_MAX;
	}
	free(text);
	free(track);
	return track ? 0 : -1;
}

static int
compare_i64(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

int
event_compare(const struct events *e, uint32_t i, uint32_t j)
{
	const struct event *a = &e->event[i], *b = &e->event[j];
	int c = compare_i64(a->ts, b->ts);

	c = c ? c : compare_i64(a->dur, b->dur);
	c = c ? c : compare_u64(a->track, b->track);
	c = c ? c : compare_u64(a->correlation, b->correlation);
	c = c ? c : compare_u64(a->name, b->name);
	c = c ? c : compare_u64(a->cat, b->cat);
	c = c ? c : compare_u64(a->phase, b->phase);
	if (c == 0 && e->with_lines)
		c = span_compare(event_line(e, i), event_line(e, j));
	return c;
}

/* The end of the ascending run that starts at `from`. */
static size_t
run_end(const struct events *e, const uint32_t *order, size_t from)
{
	size_t i = from + 1;

	while (i < e->n && event_compare(e, order[i - 1], order[i]) <= 0)
		i++;
	return i < e->n ? i : e->n;
}

/* Merges [a, b) and [b, c) of `in` into the same places of `out`. */
static void
merge(const struct events *e, const uint32_t *in, uint32_t *out, size_t a,
    size_t b, size_t c)
{
	size_t i = a, j = b;

	for (size_t k = a; k < c; k++) {
		bool left =
		    j == c || (i < b && event_compare(e, in[i], in[j]) <= 0);

		out[k] = left ? in[i++] : in[j++];
	}
}

/* Merges neighbouring runs pair by pair; returns whether one run is left. */
static bool
merge_pairs(const struct events *e, const uint32_t *in, uint32_t *out)
{
	size_t a = 0, b, c;
	bool one = true;

	for (; a < e->n; a = c) {
		b = run_end(e, in, a);
		c = b < e->n ? run_end(e, in, b) : b;
		merge(e, in, out, a, b, c);
		one = one && a == 0 && c == e->n;
	}
	return one;
}

int
event_sort(struct events *e)
{
	uint32_t *other = calloc(e->n + 1, sizeof *other);
	bool done = false;

	e->order = calloc(e->n + 1, sizeof *e->order);
	if (!other || !e->order || number_all(e)) {
		free(other);
		return -1;
	}
	for (size_t i = 0; i < e->n; i++)
		e->order[i] = (uint32_t)i;
	while (!done) {
		uint32_t *sorted = other;

		done = merge_pairs(e, e->order, sorted);
		other = e->order;
		e->order = sorted;
	}
	free(other);
	return 0;
}

int
event_snapshot(const struct events *e, struct events *out)
{
	*out = *e;
	out->event = calloc(e->n + 1, sizeof *out->event);
	if (!out->event)
		return -1;
	if (e->n)
		memcpy(out->event, e->event, e->n * sizeof *out->event);
	return event_sort(out);
}

void
event_snapshot_free(struct events *e)
{
	free(e->event);
	free(e->order);
	free(e->track);
	free(e->text);
	*e = (struct events){0};
}

uint32_t
event_texts(const struct events *e)
{
	return pool_count(e->texts);
}

struct span
event_text(const struct events *e, uint32_t number)
{
	return e->text[number];
}

struct span
event_line(const struct events *e, uint32_t i)
{
	size_t from = i ? e->line_end[i - 1] : 0;

	return (struct span){e->lines.p + from, e->line_end[i] - from};
}

struct span
event_id(const struct events *e, uint64_t id, char digits[FIXED_MAX])
{
	if (id & EVENT_ID_TEXT)
		return e->text[id & UINT32_MAX];
	return (struct span){digits, fixed_print_int(digits, (int64_t)id)};
}
