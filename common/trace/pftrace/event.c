#include "common/trace/pftrace/event.h"

enum { PARENTS = 8 }; /* of a track, up to its process */

/* The number or text of a track or, without, of the ones around it. */
static struct span
of_track(const struct pf_state *s, const struct pf_track *t, bool thread)
{
	for (int i = 0; t && i < PARENTS; i++) {
		uint32_t text = thread ? t->tid : t->pid;

		if (text != POOL_NONE)
			return pool_get(s->texts, text);
		t = t->has_parent ? pf_track_known(s, t->parent) : NULL;
	}
	return (struct span){0};
}

/* What an annotation says for a column; its digits have their own place. */
static struct span
said(struct pf_slice *s, enum pf_column c)
{
	return s->rank[c] == PF_NO_COLUMN
	    ? (struct span){0}
	    : pf_value_text(s, &s->column[c], s->digits[c]);
}

static int
said_integer(const struct pf_slice *s, enum pf_column c, int64_t *number)
{
	return s->rank[c] == PF_NO_COLUMN
	    ? -1
	    : pf_value_integer(s, &s->column[c], number);
}

/* The slice's, what an annotation says before it, or its track's. */
static struct span
name_of(
    const struct pf_state *state, struct pf_slice *s, const struct pf_track *t)
{
	if (s->rank[PF_NAME] != PF_NO_COLUMN)
		return said(s, PF_NAME);
	if (s->name.kind || t->name == POOL_NONE)
		return pf_value_text(s, &s->name, s->digits[PF_NAME]);
	return pool_get(state->texts, t->name);
}

/* Times in annotations are exact; those of packets may be rounded. */
static void
set_exact_time(struct kevent *e, const struct pf_slice *s)
{
	int64_t begin, end;

	if (said_integer(s, PF_BEGIN, &begin) || begin < 0)
		return;
	if (said_integer(s, PF_DURATION, &end) == 0 &&
	    end <= KEVENT_TIME_MAX - begin)
		end += begin;
	else if (said_integer(s, PF_END, &end))
		return;
	if (end < begin || end > KEVENT_TIME_MAX)
		return;
	e->ts = begin;
	e->dur = end - begin;
}

void
pf_event(const struct pf_state *state, struct pf_slice *s,
    const struct pf_place *place, struct kevent *e)
{
	const struct pf_track *t = place->track;

	kevent_clear(e);
	e->name = name_of(state, s, t);
	e->cat = s->category.text;
	e->group = s->category.group;
	e->ph = span_of(place->ph);
	e->id = pf_value_text(s, &s->flow, s->digits[PF_COLUMNS]);
	e->pid = of_track(state, t, false);
	e->tid = said(s, PF_TID);
	if (e->tid.n == 0)
		e->tid = of_track(state, t, true);
	e->device = said(s, PF_DEVICE);
	e->stream = said(s, PF_STREAM);
	e->correlation = said(s, PF_CORRELATION);
	e->external_id = said(s, PF_EXTERNAL_ID);
	e->has_ts = s->ts != PF_NO_TIME;
	e->ts = e->has_ts ? s->ts : 0;
	if (e->cat.n == 0)
		e->group = category_group(e->cat, e->ph);
	if (category_on_device(e->cat, e->group)) {
		e->device = e->device.n ? e->device : e->pid;
		e->stream = e->stream.n ? e->stream : e->tid;
	}
	if (place->end != PF_NO_TIME) {
		e->has_dur = true;
		e->dur = place->end - s->ts;
		set_exact_time(e, s);
	}
}

/* A column that no annotation has under its own name. */
static int
put_column(struct whole *w, const struct pf_slice *s, const char *key,
    struct span value)
{
	if (value.n == 0 || pf_arg(s, span_of(key)).n)
		return 0;
	return whole_put(w, span_of(key), value);
}

int
pf_whole(struct whole *w, const struct pf_slice *s, struct kevent *e)
{
	w->args.n = w->rest.n = 0;
	if (put_column(w, s, "device", e->device) ||
	    put_column(w, s, "stream", e->stream) ||
	    put_column(w, s, "correlation", e->correlation))
		return -1;
	for (size_t i = 0; i < s->nargs; i++)
		if (whole_put(w, pf_text(s, s->args[i].key),
			pf_text(s, s->args[i].value)))
			return -1;
	if (whole_end(w))
		return -1;
	e->args = buf_span(&w->args);
	return 0;
}
