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

static bool
is_ordered(const struct events *e, uint32_t a, uint32_t b)
{
	return event_compare(e, a, b) <= 0;
}

MERGE_SORT(sort, uint32_t, const struct events, is_ordered)

void
event_sort(struct events *e)
{
	uint32_t *p = xmalloc((e->n + 1) * sizeof *p);
	uint32_t *other = xmalloc((e->n + 1) * sizeof *other);

	number_all(e);
	for (size_t i = 0; i < e->n; i++)
		p[i] = (uint32_t)i;
	e->order = sort(e, p, other, e->n);
	free(e->order == p ? other : p);
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
