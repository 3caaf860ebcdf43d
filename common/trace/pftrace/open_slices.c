#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/pftrace/slice.h"

/* Are all annotations wanted, or only those that become columns? */
static bool
all_args(const struct pf_slices *p)
{
	return p->reader->whole || p->reader->nargs;
}

static void
clear_slice(struct pf_slice *s)
{
	s->text.n = 0;
	s->nargs = 0;
	s->passed = false;
	s->name.kind = s->flow.kind = PF_NOTHING;
	memset(s->rank, 0xff, sizeof s->rank); /* PF_NO_COLUMN */
	s->category = pf_interned_nothing;
}

/* A slice that is in nobody's use. */
static struct pf_slice *
take_slice(struct pf_slices *p)
{
	struct pf_slice *s = p->unused;

	if (s)
		p->unused = s->below;
	else
		s = xcalloc(1, sizeof *s);
	clear_slice(s);
	return s;
}

static void
drop_slice(struct pf_slices *p, struct pf_slice *s)
{
	if (!s)
		return;
	s->below = p->unused;
	p->unused = s;
}

/* Counts a slice that nobody asks for. */
static void
pass_slice(struct pf_slices *p, struct pf_slice *s)
{
	p->reader->events++;
	drop_slice(p, s);
}

/* Hands out a slice as an event, which lasts until the next one. */
static int
give(struct pf_slices *p, struct raw_event *e, struct pf_slice *s,
    const struct pf_place *place)
{
	struct trace_reader *r = p->reader;

	p->done = s;
	r->events++;
	pf_event(p->state, s, place, e);
	e->asked = r->asked;
	for (size_t i = 0; i < r->nargs; i++)
		r->asked[i] = pf_arg(s, r->args[i]);
	if (r->whole)
		pf_whole(r->whole, s, e);
	return 1;
}

/* As pf_fields_add. */
static int
add_fields(const struct pf_slices *p, struct pf_slice *s,
    const struct pf_sequence *q, const struct pf_track_event *v)
{
	struct pf_reading r = {
	    q->interned, all_args(p), &p->reader->unreadable};

	return pf_fields_add(s, &r, v);
}

/* The innermost slice of the track ends: 1, 0 if there is none. */
static int
end_slice(struct pf_slices *p, const struct pf_track_event *v,
    const struct pf_sequence *q, struct raw_event *e)
{
	struct pf_track *t = pf_track(p->state, v->track);
	struct pf_slice *s = t->open;

	if (!s || v->ts < s->ts) {
		p->reader->lost++;
		return 0;
	}
	t->open = s->below;
	if (s->passed) {
		pass_slice(p, s);
		return 0;
	}
	p->reader->lost += add_fields(p, s, q, v);
	return give(p, e, s, &(struct pf_place){t, "X", v->ts});
}

/* Whether nobody asks for events of that category: see source_pass. */
static bool
passes(const struct pf_slices *p, struct span category)
{
	return category.n && !span_is(category, PF_ANY_WORK) &&
	    !skim_wants(p->words, category);
}

/* Gives a counter its count, as annotation `value`. */
static void
put_count(struct pf_slice *s, const struct pf_count *count)
{
	struct pf_value value = {
	    .kind = PF_SIGNED, .number = (uint64_t)count->whole};

	if (count->kind == PF_COUNT_REAL) {
		value = (struct pf_value){.kind = PF_OWN};
		pf_put_format(s, &value.own, "%.17g", count->real);
	}
	if (count->kind != PF_COUNT_NONE)
		pf_put_arg_value(s, span_of("value"), &value);
}

/* The texts of a slice, and what a counter counts: 0, 1 if some are lost. */
static int
fill_slice(const struct pf_slices *p, struct pf_slice *s,
    const struct pf_track_event *v, const struct pf_sequence *q,
    struct pf_track *t)
{
	struct pf_count count = v->count;
	int rc, lost;

	s->ts = v->ts;
	s->category = v->category;
	s->phase[0] = v->phase;
	s->passed = v->type == PERFETTO_BEGIN && passes(p, v->category.text);
	if (s->passed)
		return 0;
	if (v->categories > 1 && all_args(p))
		pf_fields_categories(s, q->interned, v->message);
	rc = add_fields(p, s, q, v);
	if (v->type != PERFETTO_COUNTER)
		return rc;
	lost = pf_counter_add(t, q, &count);
	if (lost == 0)
		put_count(s, &count);
	return rc | lost;
}

/* Where and how long it was; it ends at once but if it is complete. */
static struct pf_place
place_of(const struct pf_slice *s, const struct pf_track *t,
    const struct pf_track_event *v)
{
	if (v->type == PERFETTO_COMPLETE)
		return (struct pf_place){t, "X", v->ts + v->us * 1000};
	return (struct pf_place){t,
	    v->type == PERFETTO_COUNTER     ? "C"
		: v->type == PERFETTO_PHASE ? s->phase
					    : "i",
	    PF_NO_TIME};
}

/* A slice begins, or all of another event is here. */
static int
begin_slice(struct pf_slices *p, const struct pf_track_event *v,
    const struct pf_sequence *q, struct raw_event *e)
{
	struct pf_track *t = pf_track(p->state, v->track);
	struct pf_slice *s = take_slice(p);
	struct pf_place place;

	p->reader->lost += fill_slice(p, s, v, q, t);
	if (v->type == PERFETTO_BEGIN) {
		s->below = t->open;
		t->open = s;
		return 0;
	}
	place = place_of(s, t, v);
	return give(p, e, s, &place);
}

/* The innermost slice that is still open, of any track; NULL: there is none. */
static struct pf_slice *
pop_leftover(struct pf_slices *p, struct pf_track **track)
{
	for (; p->leftover < p->state->track_ids.n; p->leftover++) {
		struct pf_slice *s;

		*track = &p->state->tracks[p->leftover];
		s = (*track)->open;
		if (s) {
			(*track)->open = s->below;
			return s;
		}
	}
	return NULL;
}

int
pf_slices_leftover(struct pf_slices *p, struct raw_event *e)
{
	struct pf_track *t;
	struct pf_slice *s;

	while ((s = pop_leftover(p, &t))) {
		p->endless++;
		if (!s->passed)
			return give(
			    p, e, s, &(struct pf_place){t, "B", PF_NO_TIME});
		pass_slice(p, s);
	}
	return 0;
}

static void
free_slices(struct pf_slice *s)
{
	while (s) {
		struct pf_slice *below = s->below;

		buf_free(&s->text);
		free(s->args);
		free(s);
		s = below;
	}
}

/* Whether it has a time and is of a kind that can be read. */
static bool
is_usable(const struct pf_track_event *v)
{
	if (v->ts < 0)
		return false;
	if (v->type == PERFETTO_COMPLETE)
		return v->us >= 0 &&
		    v->us <= (RAW_EVENT_TIME_MAX - v->ts) / 1000;
	if (v->type == PERFETTO_PHASE)
		return v->phase != 0;
	return v->type >= PERFETTO_BEGIN && v->type <= PERFETTO_COUNTER;
}

int
pf_slices_event(struct pf_slices *p, const struct pf_track_event *v,
    const struct pf_sequence *q, struct raw_event *e)
{
	if (!is_usable(v)) {
		p->reader->lost++;
		return 0;
	}
	return v->type == PERFETTO_END ? end_slice(p, v, q, e)
				       : begin_slice(p, v, q, e);
}

int
pf_slices_name(
    struct pf_slices *p, const struct pf_description *d, struct raw_event *e)
{
	struct pf_slice *s = take_slice(p);
	struct pf_value name = pf_value_known(d->name);

	s->name = pf_value_known(span_of(d->names));
	pf_put_arg_value(s, span_of("name"), &name);
	s->ts = PF_NO_TIME;
	return give(p, e, s,
	    &(struct pf_place){
		pf_track_known(p->state, d->uuid), "M", PF_NO_TIME});
}

void
pf_slices_next(struct pf_slices *p)
{
	drop_slice(p, p->done);
	p->done = NULL;
}

void
pf_slices_free(struct pf_slices *p)
{
	drop_slice(p, p->done);
	free_slices(p->unused);
	for (size_t i = 0; i < p->state->track_ids.n; i++)
		free_slices(p->state->tracks[i].open);
}
