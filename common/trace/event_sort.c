/*
 * The order of the table of events. Reading numbers texts as they arrive;
 * event_sort renumbers them in byte order, so that afterwards comparing numbers
 * is comparing texts. The order is a natural merge sort of indices: traces are
 * mostly a few ascending runs, one a stream, and these cost one comparison an
 * event and a merge each.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/event.h"

static uint64_t
place_id(uint64_t id, const uint32_t *place)
{
	return id & EVENT_ID_TEXT ? EVENT_ID_TEXT | place[id & UINT32_MAX] : id;
}

/* A track with its ids as they are written. */
struct keyed {
	struct event_track track;
	uint32_t number;
	struct span rank, device, stream;
	char digits[3][FIXED_MAX];
};

static int
compare_u64(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

ORDER_POINTERS_BY(compare_tracks, struct keyed,
    fixed_compare_ids(x->rank, y->rank),
    fixed_compare_ids(x->device, y->device),
    fixed_compare_ids(x->stream, y->stream))

/* Fills e->track in order; place[old number] = new number. */
static uint32_t *
number_tracks(struct events *e, const uint32_t *text_place)
{
	uint32_t n = pool_count(e->keys);
	struct keyed *keyed = xcalloc(n + 1u, sizeof *keyed);
	struct keyed **sorted = xcalloc(n + 1u, sizeof *sorted);
	uint32_t *place = xcalloc(n + 1u, sizeof *place);

	e->track = xcalloc(n + 1u, sizeof *e->track);
	e->tracks = n;
	for (uint32_t i = 0; i < n; i++) {
		struct keyed *k = sorted[i] = &keyed[i];
		struct event_track *t = &k->track;

		memcpy(t, pool_get(e->keys, i).p, sizeof *t);
		t->rank = place_id(t->rank, text_place);
		t->device = place_id(t->device, text_place);
		t->stream = place_id(t->stream, text_place);
		k->rank = event_id(e, t->rank, k->digits[0]);
		k->device = event_id(e, t->device, k->digits[1]);
		k->stream = event_id(e, t->stream, k->digits[2]);
		k->number = i;
	}
	qsort(sorted, n, sizeof *sorted, compare_tracks);
	for (uint32_t i = 0; i < n; i++) {
		e->track[i] = sorted[i]->track;
		place[sorted[i]->number] = i;
	}
	free(sorted);
	free(keyed);
	return place;
}

static void
number_all(struct events *e)
{
	uint32_t *text, *track;

	e->text = pool_sorted(e->texts, &text);
	for (size_t i = 0; i < e->n * (size_t)e->kept; i++)
		e->kept_text[i] = text[e->kept_text[i]];
	for (size_t i = 0; i < e->n && e->correlation; i++)
		e->correlation[i] = place_id(e->correlation[i], text);
	track = number_tracks(e, text);
	for (size_t i = 0; i < e->n; i++) {
		struct event *v = &e->event[i];

		v->name = text[v->name];
		v->track = track[v->track] & INT32_MAX;
	}
	free(text);
	free(track);
}

int
event_compare(const struct events *e, uint32_t i, uint32_t j)
{
	const struct event *a = &e->event[i], *b = &e->event[j];
	int c = (a->ts > b->ts) - (a->ts < b->ts);

	c = c ? c : (a->dur > b->dur) - (a->dur < b->dur);
	c = c ? c : compare_u64(a->track, b->track);
	if (c == 0 && e->correlation)
		c = compare_u64(e->correlation[i], e->correlation[j]);
	c = c ? c : compare_u64(a->name, b->name);
	for (size_t k = 0, n = (size_t)e->kept; k < n && c == 0; k++)
		c = compare_u64(
		    e->kept_text[i * n + k], e->kept_text[j * n + k]);
	if (c == 0 && e->with_lines)
		c = span_compare(event_line_kept(e, i), event_line_kept(e, j));
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

void
event_sort(struct events *e)
{
	uint32_t *other = xcalloc(e->n + 1, sizeof *other);
	bool done = false;

	e->order = xcalloc(e->n + 1, sizeof *e->order);
	number_all(e);
	for (size_t i = 0; i < e->n; i++)
		e->order[i] = (uint32_t)i;
	while (!done) {
		uint32_t *sorted = other;

		done = merge_pairs(e, e->order, sorted);
		other = e->order;
		e->order = sorted;
	}
	free(other);
}

/* Tracks are in order, so those of one GPU follow each other. */
uint32_t *
event_first_tracks(const struct events *e)
{
	uint32_t *first = xcalloc(e->tracks + 1u, sizeof *first);

	for (uint32_t t = 1; t < e->tracks; t++)
		first[t] = event_same_gpu(e, t - 1, t) ? first[t - 1] : t;
	return first;
}

void
event_forget_order(struct events *e)
{
	free(e->correlation);
	e->correlation = NULL;
}

/* The copy of n bytes. */
static void *
copy(const void *from, size_t n)
{
	void *to = xmalloc(n + 1);

	if (n)
		memcpy(to, from, n);
	return to;
}

void
event_snapshot(const struct events *e, struct events *out)
{
	*out = *e;
	out->event = copy(e->event, e->n * sizeof *e->event);
	out->kept_text =
	    copy(e->kept_text, e->n * (size_t)e->kept * sizeof *e->kept_text);
	if (e->correlation)
		out->correlation =
		    copy(e->correlation, e->n * sizeof *e->correlation);
	event_sort(out);
}

void
event_snapshot_free(struct events *e)
{
	e->texts = e->keys = NULL; /* what is borrowed stays */
	e->lines = (struct buf){0};
	e->line_end = NULL;
	event_free(e);
}
