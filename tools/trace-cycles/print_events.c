/*
 * The events as rows, each with where it is: in which repeat of which cycle,
 * and in which step of its GPU and layer of that.
 *
 * An event in no cycle of its own stream, such as a copy, is in the repeat of
 * the main stream that it belongs to (common/trace/main_stream.h).
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "common/trace/main_stream.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/print_cycles.h"
#include "tools/trace-cycles/repeat_times.h"
#include "tools/trace-cycles/row_fields.h"
#include "tools/trace-cycles/step_choice.h"

/* All count from 1, and 0 is none. */
struct mark {
	uint32_t cycle; /* the innermost, as printed */
	struct which which;
	uint32_t position;
	uint32_t step, layer; /* of the main stream */
};

/* A GPU, and what its main stream runs. */
struct gpu {
	const struct track_sequence *main; /* NULL: no kernel is in a step */
	size_t before;                     /* its kernels up to the event */
	struct stream_work *work;
	uint32_t *event; /* of each */
	size_t n, work_cap, event_cap;
	struct main_stream stream;
};

struct marks {
	const struct report *report;
	const struct events *events;
	struct mark *mark;
	uint32_t *first; /* track of each track's GPU */
	struct gpu *gpu; /* of each of these */
};

/* Counts the steps of all GPUs, and the layers of one cycle in a step. */
struct counter {
	uint32_t steps, layers;
	uint32_t step; /* of these */
};

/* The mark of a repeat, from that of what it is in. */
static struct mark
mark_repeat(struct counter *c, const struct found *v, struct which which,
    struct mark outer)
{
	struct mark m = {.cycle = (uint32_t)v->number,
	    .which = which,
	    .step = outer.step,
	    .layer = outer.layer};

	if (which.partial)
		return m;
	if (v->cycle->level == 1 && v->step_kind)
		m.step = ++c->steps;
	if (v->cycle->level == 2 && m.step) {
		c->layers = m.step == c->step ? c->layers + 1 : 1;
		c->step = m.step;
		m.layer = c->layers;
	}
	return m;
}

/*
 * The cycles come outer first, so what is marked last is innermost. Steps have
 * any numbers first.
 */
static void
mark_kernels(struct mark *mark, const struct report *r)
{
	struct positions p = {0};
	struct counter c = {0};

	for (size_t i = 0; i < r->chosen.n; i++, c.step = 0) {
		const struct found *v = &r->chosen.found[i];
		struct repeat_iterator w = repeats_begin(v->cycle, true);
		struct visit o;

		while (repeats_next(&w, &o)) {
			const uint32_t *event =
			    v->sequence->kernel + o.at.start;
			struct mark m =
			    mark_repeat(&c, v, o.which, mark[*event]);

			positions_find(&p, &v->sequence->cycles, v->cycle, o);
			for (uint32_t k = 0; k < p.n; k++) {
				mark[event[k]] = m;
				mark[event[k]].position =
				    (p.of[k] & ~POSITION_INSERTED) + 1;
			}
		}
	}
	positions_free(&p);
}

/* Numbers the steps of a main stream from 1, in the order of time. */
static void
number_steps(struct mark *mark, const struct track_sequence *l)
{
	uint32_t steps = 0, last = 0;

	for (size_t k = 0; k < l->n; k++) {
		struct mark *m = &mark[l->kernel[k]];

		steps += m->step && m->step != last;
		last = m->step;
		m->step = m->step ? steps : 0;
	}
}

static void
find_main(struct marks *m)
{
	const struct report *r = m->report;

	m->first = event_first_tracks(m->events);
	m->gpu = xcalloc(m->events->tracks + 1u, sizeof *m->gpu);
	for (size_t i = 0; i < r->chosen.n; i++) {
		const struct found *f = &r->chosen.found[i];

		if (f->step_kind)
			m->gpu[m->first[f->sequence->track]].main = f->sequence;
	}
	for (uint32_t g = 0; g < m->events->tracks; g++)
		if (m->gpu[g].main)
			number_steps(m->mark, m->gpu[g].main);
}

/*
 * A copy on the main stream is in the repeat of the kernel before it, but not
 * if it comes after the end of that and no cycle follows.
 */
static void
mark_between(struct marks *m, struct gpu *g, uint32_t event)
{
	const struct track_sequence *l = g->main;
	const struct event *e = m->events->event, *v = &e[event], *k;
	struct mark *mark = &m->mark[event];

	while (g->before < l->n && e[l->kernel[g->before]].ts <= v->ts)
		g->before++;
	if (g->before == 0)
		return;
	k = &e[l->kernel[g->before - 1]];
	if (v->ts < k->ts + k->dur ||
	    (g->before < l->n && m->mark[l->kernel[g->before]].cycle)) {
		*mark = m->mark[l->kernel[g->before - 1]];
		mark->position = 0;
	}
}

/* Whether an event is on the stream, or merged streams, of its GPU's steps. */
static bool
is_on_main(const struct gpu *g, const struct event *v)
{
	return g->main->merged || v->track == g->main->track;
}

static struct stream_work
work_of(const struct marks *m, uint32_t event)
{
	const struct event *v = &m->events->event[event];
	const int64_t *launch = m->report->launch;

	return (struct stream_work){v->ts, v->ts + v->dur,
	    launch ? launch[event] : STREAM_WORK_NO_LAUNCH};
}

/* In the order of time: marks copies, and lists what the main streams run. */
static void
follow_main(struct marks *m)
{
	const struct events *e = m->events;

	for (size_t i = 0; i < e->n; i++) {
		uint32_t event = e->order[i];
		const struct event *v = &e->event[event];
		struct gpu *g = &m->gpu[m->first[v->track]];

		if (!g->main || !is_on_main(g, v))
			continue;
		if (!v->kernel)
			mark_between(m, g, event);
		if (!event_is_work(e, event))
			continue;
		ARRAY_RESERVE(g->event, &g->event_cap, g->n + 1);
		g->event[g->n] = event;
		ARRAY_PUSH(g->work, g->n, &g->work_cap, work_of(m, event));
	}
}

/*
 * Events of other streams get the step and layer beside them on the main one.
 */
static void
mark_others(struct marks *m)
{
	const struct events *e = m->events;

	for (uint32_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];
		struct gpu *g = &m->gpu[m->first[v->track]];
		struct mark *own = &m->mark[i], *beside;
		size_t at;

		if (!g->main || is_on_main(g, v))
			continue;
		at = main_stream_beside(&g->stream, work_of(m, i));
		if (at == STREAM_WORK_NONE)
			continue;
		beside = &m->mark[g->event[at]];
		own->step = beside->step;
		own->layer = beside->layer;
		if (own->cycle == 0) {
			own->cycle = beside->cycle;
			own->which = beside->which;
		}
	}
}

/* The marks of all events, to be freed. */
static struct mark *
find_marks(const struct report *r)
{
	struct marks m = {.report = r,
	    .events = r->events,
	    .mark = xcalloc(r->events->n + 1, sizeof *m.mark)};

	mark_kernels(m.mark, r);
	find_main(&m);
	follow_main(&m);
	for (uint32_t i = 0; i < m.events->tracks; i++)
		m.gpu[i].stream = main_stream_open(m.gpu[i].work, m.gpu[i].n);
	mark_others(&m);
	for (uint32_t i = 0; i < m.events->tracks; i++) {
		main_stream_close(&m.gpu[i].stream);
		free(m.gpu[i].work);
		free(m.gpu[i].event);
	}
	free(m.gpu);
	free(m.first);
	return m.mark;
}

static bool
same_repeat(const struct mark *a, const struct mark *b)
{
	return a->cycle == b->cycle && a->which.number == b->which.number &&
	    a->which.partial == b->which.partial;
}

bool
print_events(struct tsvw *out, const struct report *r)
{
	struct mark *mark = find_marks(r), last = {0};
	struct buf path = {0}, line = {0};

	for (size_t i = 0; i < r->events->n; i++) {
		uint32_t event = r->events->order[i];
		const struct mark *m = &mark[event];

		event_line(r->events, event, &line);
		if (!same_repeat(m, &last))
			row_find_path(&path,
			    m->cycle ? &r->chosen.found[m->cycle - 1] : NULL,
			    m->which);
		last = *m;
		tsvw_field(out, buf_span(&line));
		row_number(out, m->cycle);
		row_which(out, m->which);
		row_number(out, m->position);
		tsvw_text(out, buf_span(&path));
		row_number(out, m->step);
		row_number(out, m->layer);
		xtsvw_end(out);
	}
	buf_free(&line);
	buf_free(&path);
	free(mark);
	return r->chosen.n > 0;
}
