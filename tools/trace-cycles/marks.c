#include <stdlib.h>

#include "tools/trace-cycles/marks.h"
#include "tools/trace-cycles/positions.h"

static int
mark_repeat(struct mark *mark, const struct view *v, const struct visit *o,
    struct positions *p)
{
	const struct track_sequence *sequence = v->sequence;

	if (positions_find(p, &sequence->cycles, v->found->cycle, *o))
		return -1;
	for (uint32_t i = 0; i < p->n; i++)
		mark[sequence->kernel[o->at.start + i]] =
		    (struct mark){(uint32_t)v->number, o->which,
			(p->of[i] & ~POSITION_INSERTED) + 1};
	return 0;
}

/* The cycles come outer first, so what is marked last is innermost. */
static int
mark_kernels(struct mark *mark, const struct report *r)
{
	struct positions p = {0};
	int rc = 0;

	for (size_t i = 0; i < r->chosen.n && rc == 0; i++) {
		struct view v = view_cycle(r, i);
		struct repeat_iterator w = view_all(&v);
		struct visit o;

		while (rc == 0 && repeats_next(&w, &o))
			rc = mark_repeat(mark, &v, &o, &p);
	}
	positions_free(&p);
	return rc;
}

/* The sequence with most time among those of a track's GPU that have cycles. */
static const struct track_sequence *
busiest_sequence(const struct report *r, uint32_t track)
{
	const struct event_track *t = &r->events->track[track];
	const struct track_sequence *best = NULL;

	for (size_t i = 0; i < r->chosen.n; i++) {
		const struct track_sequence *l =
		    &r->sequences->sequence[r->chosen.found[i].sequence];
		const struct event_track *u = &r->events->track[l->track];

		if (u->rank == t->rank && u->device == t->device &&
		    (!best || l->sum > best->sum))
			best = l;
	}
	return best;
}

/* The last kernel of a sequence that starts no later; l->n for none. */
static size_t
kernel_before(
    const struct events *e, const struct track_sequence *l, int64_t ts)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (e->event[l->kernel[middle]].ts <= ts)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : l->n;
}

/* The mark of the repeat during which an event of no cycle starts. */
static struct mark
mark_by_time(const struct report *r, const struct mark *mark,
    const struct track_sequence *l, const struct event *v)
{
	const struct events *e = r->events;
	size_t i = kernel_before(e, l, v->ts);
	const struct event *k;
	struct mark m;

	if (i == l->n)
		return (struct mark){0};
	k = &e->event[l->kernel[i]];
	m = mark[l->kernel[i]];
	if (v->ts >= k->ts + k->dur &&
	    (i + 1 == l->n || mark[l->kernel[i + 1]].cycle == 0))
		return (struct mark){0};
	return (struct mark){m.cycle, m.which, 0};
}

static void
mark_others(struct mark *mark, const struct report *r)
{
	const struct events *e = r->events;
	const struct track_sequence *busiest = NULL;
	uint32_t track = UINT32_MAX;

	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];

		if (v->track != track)
			busiest = busiest_sequence(r, v->track);
		track = v->track;
		if (mark[i].cycle == 0 && busiest &&
		    (!v->kernel ||
			(!busiest->merged && track != busiest->track)))
			mark[i] = mark_by_time(r, mark, busiest, v);
	}
}

struct mark *
marks_find(const struct report *r)
{
	struct mark *mark = calloc(r->events->n + 1, sizeof *mark);

	if (mark && mark_kernels(mark, r)) {
		free(mark);
		return NULL;
	}
	if (mark)
		mark_others(mark, r);
	return mark;
}
