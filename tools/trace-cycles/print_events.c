#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

/* Where an event is; all count from 1, and 0 is none. */
struct mark {
	uint32_t cycle; /* the innermost, as printed */
	struct which which;
	uint32_t position;
};

static bool
same_repeat(const struct mark *a, const struct mark *b)
{
	return a->cycle == b->cycle && a->which.number == b->which.number &&
	    a->which.partial == b->which.partial;
}

/* The cycles come outer first, so what is marked last is innermost. */
static void
mark_kernels(struct mark *mark, const struct report *r)
{
	struct positions p = {0};

	for (size_t i = 0; i < r->chosen.n; i++) {
		struct view v = view_cycle(r, i);
		struct repeat_iterator w = view_all(&v);
		struct visit o;

		while (repeats_next(&w, &o)) {
			const uint32_t *event = v.sequence->kernel + o.at.start;

			row_find_positions(&p, &v, &o);
			for (uint32_t k = 0; k < p.n; k++)
				mark[event[k]] =
				    (struct mark){(uint32_t)v.number, o.which,
					(p.of[k] & ~POSITION_INSERTED) + 1};
		}
	}
	positions_free(&p);
}

/* How many kernels of each sequence are in cycles. */
static size_t *
count_kernels(const struct track_sequences *s, const struct mark *mark)
{
	size_t *count = xcalloc(s->n + 1, sizeof *count);

	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->sequence[i].n; k++)
			count[i] += mark[s->sequence[i].kernel[k]].cycle > 0;
	return count;
}

/*
 * The main sequence of a track's GPU: the one with most kernels in cycles.
 * Kernel time would not tell: a collective that waits for other ranks is busy
 * all the while.
 */
static const struct track_sequence *
main_sequence(const struct report *r, const size_t *count, uint32_t track)
{
	const struct track_sequence *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < r->sequences->n; i++) {
		const struct track_sequence *l = &r->sequences->sequence[i];

		if (count[i] > most &&
		    event_same_gpu(r->events, l->track, track)) {
			best = l;
			most = count[i];
		}
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

/*
 * What is in no cycle of its own stream, such as a copy or a collective, is in
 * the repeat of its GPU's main stream during which it starts.
 */
static void
mark_others(struct mark *mark, const struct report *r)
{
	const struct events *e = r->events;
	const struct track_sequence *own = NULL;
	size_t *count = count_kernels(r->sequences, mark);
	uint32_t track = UINT32_MAX;

	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];

		if (v->track != track)
			own = main_sequence(r, count, v->track);
		track = v->track;
		if (mark[i].cycle == 0 && own &&
		    (!v->kernel || (!own->merged && track != own->track)))
			mark[i] = mark_by_time(r, mark, own, v);
	}
	free(count);
}

bool
print_events(struct tsvw *out, const struct report *r)
{
	struct mark *mark = xcalloc(r->events->n + 1, sizeof *mark), last = {0};
	struct buf path = {0}, line = {0};

	mark_kernels(mark, r);
	mark_others(mark, r);
	for (size_t i = 0; i < r->events->n; i++) {
		uint32_t event = r->events->order[i];
		const struct mark *m = &mark[event];

		if (event_line(r->events, event, &line))
			memory_out();
		if (!same_repeat(m, &last))
			row_find_path(&path, r, m->cycle, m->which);
		last = *m;
		tsvw_field(out, buf_span(&line));
		row_number(out, m->cycle);
		row_which(out, m->which);
		row_number(out, m->position);
		tsvw_text(out, buf_span(&path));
		xtsvw_end(out);
	}
	buf_free(&line);
	buf_free(&path);
	free(mark);
	return r->chosen.n > 0;
}
