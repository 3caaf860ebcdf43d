#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/protobuf.h"
#include "common/trace/pftrace.h"
#include "common/trace/pftrace_event.h"
#include "common/trace/pftrace_packets.h"
#include "common/trace/pftrace_slice.h"
#include "common/trace/pftrace_track_event.h"

struct pftrace {
	struct trace_reader r; /* first: see reader.h */
	struct pf_packets packets;
	struct pf_state state;
	struct pf_slice *done, *unused; /* the last event's; others */
	uint32_t leftover;              /* the track to look for open slices */
	int64_t number, lost;
	int64_t endless;  /* slices without an end */
	char damage[100]; /* what to say of them at the end */
	const char *error;
	uint64_t epochs; /* how often a sequence has begun anew */
	const struct skim_words *words; /* of the events asked for; NULL: all */
	const struct span *args;
	size_t nargs;
	struct span *asked; /* their values in the last event */
	struct members members;
};

static struct pftrace *
pftrace_of(struct trace_reader *r)
{
	return (struct pftrace *)r;
}

static int
out_of_memory(struct pftrace *p)
{
	p->error = "out of memory";
	return -1;
}

/* Are all annotations wanted, or only those that become columns? */
static bool
all_args(const struct pftrace *p)
{
	return p->r.whole || p->nargs;
}

/* A slice that is in nobody's use; NULL: no memory. */
static struct pf_slice *
take_slice(struct pftrace *p)
{
	struct pf_slice *s = p->unused;

	if (!s)
		return calloc(1, sizeof *s);
	p->unused = s->below;
	pf_slice_clear(s);
	return s;
}

static void
drop_slice(struct pftrace *p, struct pf_slice *s)
{
	if (!s)
		return;
	s->below = p->unused;
	p->unused = s;
}

/* Counts a slice that nobody asks for. */
static void
pass_slice(struct pftrace *p, struct pf_slice *s)
{
	p->number++;
	drop_slice(p, s);
}

/* Hands out a slice as an event, which lasts until the next one. */
static int
give(struct pftrace *p, struct kevent *e, struct pf_slice *s,
    const struct pf_place *place)
{
	p->done = s;
	p->number++;
	pf_event(&p->state, s, place, e);
	e->asked = p->asked;
	for (size_t i = 0; i < p->nargs; i++)
		p->asked[i] = pf_arg(s, p->args[i]);
	if (p->r.whole && pf_whole(p->r.whole, s, e))
		return out_of_memory(p);
	return 1;
}

/* The innermost slice of the track ends: 1, 0 if there is none, -1. */
static int
end_slice(struct pftrace *p, const struct pf_track_event *v,
    const struct pf_sequence *q, struct kevent *e)
{
	struct pf_track *t = pf_track(&p->state, v->track);
	struct pf_slice *s = t ? t->open : NULL;
	int rc;

	if (!t)
		return out_of_memory(p);
	if (!s || v->ts < s->ts) {
		p->lost++;
		return 0;
	}
	t->open = s->below;
	if (s->passed) {
		pass_slice(p, s);
		return 0;
	}
	rc = pf_slice_add(s, &(struct pf_reading){q->interned, all_args(p)},
	    v->texts);
	if (rc < 0) {
		drop_slice(p, s);
		return out_of_memory(p);
	}
	p->lost += rc;
	return give(p, e, s, &(struct pf_place){t, "X", v->ts});
}

/* Whether nobody asks for events of that category: see source_pass. */
static bool
passes(const struct pftrace *p, struct span category)
{
	const struct skim_words *w = p->words;

	if (!w || w->all || w->count || category.n == 0)
		return false;
	for (int i = 0; i < w->n; i++)
		if (span_equal(w->word[i], category))
			return false;
	return true;
}

/* The texts of a slice, and what a counter counts: 0, 1 if some are lost, -1:
 * no memory. */
static int
fill_slice(const struct pftrace *p, struct pf_slice *s,
    const struct pf_track_event *v, const struct pf_sequence *q,
    struct pf_track *t)
{
	struct pf_count count = v->count;
	int rc, lost = 0;

	s->ts = v->ts;
	s->category = v->category;
	s->passed = v->type == PERFETTO_BEGIN && passes(p, v->category.text);
	if (s->passed)
		return 0;
	rc = pf_slice_add(s, &(struct pf_reading){q->interned, all_args(p)},
	    v->texts);
	if (rc < 0 || v->type != PERFETTO_COUNTER)
		return rc;
	lost = pf_counter_add(t, q, &count);
	return lost == 0 && pf_slice_count(s, &count) ? -1 : rc | lost;
}

/* Where and how long it was; it ends at once but if it is complete. */
static struct pf_place
place_of(const struct pf_track *t, const struct pf_track_event *v)
{
	switch (v->type) {
	case PERFETTO_COMPLETE:
		return (struct pf_place){t, "X", v->ts + v->us * 1000};
	case PERFETTO_COUNTER:
		return (struct pf_place){t, "C", PF_NO_TIME};
	default:
		return (struct pf_place){t, "i", PF_NO_TIME};
	}
}

/* A slice begins, or all of another event is here. */
static int
begin_slice(struct pftrace *p, const struct pf_track_event *v,
    const struct pf_sequence *q, struct kevent *e)
{
	struct pf_track *t = pf_track(&p->state, v->track);
	struct pf_slice *s = take_slice(p);
	int rc = t && s ? fill_slice(p, s, v, q, t) : -1;
	struct pf_place place;

	if (rc < 0) {
		drop_slice(p, s);
		return out_of_memory(p);
	}
	p->lost += rc;
	if (v->type == PERFETTO_BEGIN) {
		s->below = t->open;
		t->open = s;
		return 0;
	}
	place = place_of(t, v);
	return give(p, e, s, &place);
}

/* Whether it has a time and is of a kind that can be read. */
static bool
is_usable(const struct pf_track_event *v)
{
	if (v->ts < 0)
		return false;
	if (v->type == PERFETTO_COMPLETE)
		return v->us >= 0 && v->us <= (KEVENT_TIME_MAX - v->ts) / 1000;
	return v->type >= PERFETTO_BEGIN && v->type <= PERFETTO_COUNTER;
}

static int
take_event(struct pftrace *p, const struct pf_packet *k, struct pf_sequence *q,
    struct kevent *e)
{
	struct pf_track_event v = {.track = q->track};
	int damaged =
	    pf_track_event_read(k->event, q->interned, p->state.texts, &v);

	if (damaged < 0)
		return out_of_memory(p);
	v.ts = k->has_time
	    ? pf_time(&p->state, q, k->has_clock ? k->clock : q->clock, k->time)
	    : -1;
	if (damaged || !is_usable(&v)) {
		p->lost++;
		return 0;
	}
	return v.type == PERFETTO_END ? end_slice(p, &v, q, e)
				      : begin_slice(p, &v, q, e);
}

/* What a sequence says about itself comes before its event. */
static int
take_state(struct pftrace *p, const struct pf_packet *k, struct pf_sequence *q)
{
	int rc = 0, damaged = 0;

	if (k->interned.n && !q->interned) {
		q->interned = calloc(1, sizeof *q->interned);
		if (!q->interned)
			return out_of_memory(p);
	}
	if (k->dropped)
		q->stale = true;
	if (k->cleared || k->flags & PERFETTO_FLAG_CLEARED)
		pf_clear(q, ++p->epochs);
	if (k->defaults.n)
		damaged |= pf_defaults(q, k->defaults);
	if (k->snapshot.n)
		damaged |= pf_snapshot(&p->state, q, k->snapshot);
	if (k->interned.n)
		rc = pf_intern(q->interned, p->state.texts, k->interned);
	if (rc >= 0 && k->deflated.n)
		rc = pf_packets_inflate(&p->packets, k->deflated) ? -1 : rc;
	p->lost += damaged || rc > 0;
	return rc < 0 ? out_of_memory(p) : 0;
}

/* A track; the name of a process or thread is an event, as in JSON: ph M. */
static int
take_track(struct pftrace *p, struct span message, struct kevent *e)
{
	struct pf_description d;
	int rc = pf_describe(&p->state, message, &d);
	struct pf_slice *s;

	p->lost += rc > 0;
	if (rc || d.name.n == 0)
		return rc < 0 ? out_of_memory(p) : 0;
	s = take_slice(p);
	if (!s || pf_slice_name(s, d.names, d.name)) {
		drop_slice(p, s);
		return out_of_memory(p);
	}
	s->ts = PF_NO_TIME;
	return give(p, e, s,
	    &(struct pf_place){
		pf_track_known(&p->state, d.uuid), "M", PF_NO_TIME});
}

/* One packet: 1 if it completes an event, 0, or -1. */
static int
take_packet(struct pftrace *p, struct span message, struct kevent *e)
{
	struct pf_sequence *q;
	struct pf_packet k;

	if (pf_packet_read(message, &k) < 0) {
		p->lost++;
		return 0;
	}
	q = pf_sequence(&p->state, k.sequence);
	if (!q)
		return out_of_memory(p);
	if (take_state(p, &k, q))
		return -1;
	if (k.track.n)
		return take_track(p, k.track, e);
	if (k.event.n == 0)
		return 0;
	if (q->stale && k.flags & PERFETTO_FLAG_NEEDS_STATE) {
		p->lost++;
		return 0;
	}
	return take_event(p, &k, q, e);
}

/* The innermost slice that is still open, of any track; NULL: there is none. */
static struct pf_slice *
pop_leftover(struct pftrace *p, struct pf_track **track)
{
	for (; p->leftover < p->state.track_ids.n; p->leftover++) {
		struct pf_slice *s;

		*track = &p->state.tracks[p->leftover];
		s = (*track)->open;
		if (s) {
			(*track)->open = s->below;
			return s;
		}
	}
	return NULL;
}

/* At the end: slices that have none. */
static int
take_leftover(struct pftrace *p, struct kevent *e)
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
	if (p->endless)
		snprintf(p->damage, sizeof p->damage,
		    "%lld slices have no end: they are printed as ph B",
		    (long long)p->endless);
	return 0;
}

static int
next(struct trace_reader *reader, struct kevent *e)
{
	struct pftrace *p = pftrace_of(reader);
	struct span packet;
	int got;

	drop_slice(p, p->done);
	p->done = NULL;
	while ((got = pf_packets_next(&p->packets, &packet)) == 1) {
		got = take_packet(p, packet, e);
		if (got)
			return got;
	}
	if (got == 0)
		return take_leftover(p, e);
	p->error =
	    p->packets.no_memory ? "out of memory" : input_error(p->packets.in);
	return -1;
}

static int
start(struct trace_reader *r)
{
	(void)r;
	return 0;
}

static void
free_slices(struct pf_slice *s)
{
	while (s) {
		struct pf_slice *below = s->below;

		pf_slice_free(s);
		s = below;
	}
}

static void
close_pftrace(struct trace_reader *r)
{
	struct pftrace *p = pftrace_of(r);

	drop_slice(p, p->done);
	free_slices(p->unused);
	for (size_t i = 0; i < p->state.track_ids.n; i++)
		free_slices(p->state.tracks[i].open);
	pf_packets_free(&p->packets);
	pf_state_close(&p->state);
	members_free(&p->members);
	free(p->asked);
	free(p);
}

static int64_t
number(const struct trace_reader *r)
{
	return ((const struct pftrace *)r)->number - 1;
}

static int64_t
lost(const struct trace_reader *r)
{
	const struct pftrace *p = (const struct pftrace *)r;

	return p->lost + p->packets.lost;
}

static const char *
damage(const struct trace_reader *r)
{
	const struct pftrace *p = (const struct pftrace *)r;

	if (p->packets.damage)
		return p->packets.damage;
	return p->damage[0] ? p->damage : NULL;
}

static const struct members *
members(const struct trace_reader *r)
{
	return &((const struct pftrace *)r)->members;
}

static const char *
error(const struct trace_reader *r)
{
	return ((const struct pftrace *)r)->error;
}

static void
pass(struct trace_reader *r, const struct skim_words *words)
{
	pftrace_of(r)->words = words;
}

static const struct trace_reader_ops ops = {start, next, close_pftrace, number,
    lost, damage, members, error, NULL, NULL, NULL, pass};

/*
 * The first field is a packet, as far as it can be seen, and one of its fields
 * is a time, a clock or a sequence, which are numbers.
 */
bool
pftrace_sniff(struct input *in)
{
	struct span head = input_peek(in, INPUT_PEEK);
	struct protobuf_field f;
	uint64_t tag, n;

	if (!protobuf_varint(&head, &tag) ||
	    tag != (PERFETTO_TRACE_PACKET << 3 | PROTOBUF_BYTES) ||
	    !protobuf_varint(&head, &n))
		return false;
	if (n < head.n)
		head.n = (size_t)n;
	while (protobuf_next(&head, &f) == 1)
		if (f.type == PROTOBUF_VARINT &&
		    (f.number == PERFETTO_PACKET_SEQUENCE ||
			f.number == PERFETTO_PACKET_TIMESTAMP ||
			f.number == PERFETTO_PACKET_CLOCK))
			return true;
	return false;
}

struct trace_reader *
pftrace_open(struct input *in, const struct span *args, size_t n)
{
	struct pftrace *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->r.ops = &ops;
	p->packets.in = in;
	p->args = args;
	p->nargs = n;
	p->asked = calloc(n + 1, sizeof *p->asked);
	if (p->asked && pf_state_open(&p->state) == 0)
		return &p->r;
	close_pftrace(&p->r);
	return NULL;
}
