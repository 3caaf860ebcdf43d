/*
 * Traces in Perfetto's own format (.pftrace, .perfetto-trace), as
 * rocprofv3 and the Perfetto SDK write them.
 *
 * A trace is packets, one after another, read one at a time. A slice is an
 * event (ph X) when its end comes; one without an end comes last, as ph B.
 * Times are nanoseconds of the clock BOOTTIME, or what the annotations begin_ns
 * and delta_ns say. Nothing is known about a packet that is damaged but where
 * the next one begins.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/protobuf.h"
#include "common/trace/formats.h"
#include "common/trace/pftrace/packet_reader.h"
#include "common/trace/pftrace/slice.h"

struct pftrace {
	struct trace_reader r; /* first: see formats.h */
	struct pf_packets packets;
	struct span first; /* a packet that was looked at and not yet taken */
	struct pf_state state;
	struct pf_slices slices;
	struct pf_extras extras; /* counters of the last packet, to come: */
	uint64_t sequence;       /* its number */
	uint64_t epochs;         /* how often a sequence has begun anew */
	char endless[100];       /* what to say at the end of slices */
};

/* When an event was, as writers of 2019 said it; -1 if it cannot be told. */
static int64_t
old_time(
    struct pftrace *p, struct pf_sequence *q, const struct pf_old_time *old)
{
	int64_t us = old->us;

	if (old->delta &&
	    (!q->thread.timed || __builtin_add_overflow(us, q->thread.us, &us)))
		return -1;
	if (old->delta)
		q->thread.us = us;
	if (us < 0 || us > RAW_EVENT_TIME_MAX / 1000)
		return -1;
	return pf_time(&p->state, q, PERFETTO_MONOTONIC, (uint64_t)us * 1000);
}

static int64_t
time_of(struct pftrace *p, const struct pf_packet *k, struct pf_sequence *q,
    const struct pf_track_event *v)
{
	if (v->old.delta || v->old.us)
		return old_time(p, q, &v->old);
	if (!k->has_time)
		return -1;
	return pf_time(
	    &p->state, q, k->has_clock ? k->clock : q->clock, k->time);
}

/* The track of an event that names none: the sequence's, or its thread's. */
static void
choose_track(
    struct pftrace *p, const struct pf_sequence *q, struct pf_track_event *v)
{
	const struct pf_thread *t = &q->thread;

	if (v->elsewhere)
		pf_thread_track(&p->state, v->pid ? v->pid : t->pid,
		    v->tid ? v->tid : t->tid, &v->track);
	else if (v->track == 0 && t->known)
		v->track = t->track;
}

static int
take_event(struct pftrace *p, const struct pf_packet *k, struct pf_sequence *q,
    struct raw_event *e)
{
	struct pf_track_event v;
	int damaged;

	pf_track_event_clear(&v);
	v.track = q->track;
	damaged =
	    pf_track_event_read(k->event, q->interned, p->state.texts, &v);
	choose_track(p, q, &v);
	v.ts = time_of(p, k, q, &v); /* the clock goes on if it is damaged */
	if (damaged) {
		pf_packets_reject(&p->packets);
		return 0;
	}
	p->r.unreadable += (int64_t)v.unreadable;
	if (v.extras && v.ts >= 0) {
		p->r.lost += pf_extras_read(&p->extras, k->event, &q->extra);
		p->extras.ts = v.ts;
		p->sequence = k->sequence;
	}
	return pf_slices_event(&p->slices, &v, q, e);
}

/* A counter whose value stands in the last packet's event. */
static int
take_extra(struct pftrace *p, struct raw_event *e)
{
	const struct pf_extra *x = &p->extras.value[p->extras.at++];
	struct pf_track_event v = {.type = PERFETTO_COUNTER,
	    .track = x->track,
	    .ts = p->extras.ts,
	    .count = x->count};

	return pf_slices_event(
	    &p->slices, &v, pf_sequence(&p->state, p->sequence), e);
}

/* Updates the sequence and the trace by a packet, before its event is read. */
static void
take_state(struct pftrace *p, const struct pf_packet *k, struct pf_sequence *q)
{
	int damaged = 0;

	if (k->interned.n && !q->interned)
		q->interned = xcalloc(1, sizeof *q->interned);
	if (k->dropped) {
		q->stale = true;
		q->thread.timed = false;
	}
	if (k->cleared || k->flags & PERFETTO_FLAG_CLEARED)
		pf_clear(q, ++p->epochs);
	if (k->defaults.n)
		damaged |= pf_defaults(q, k->defaults);
	if (k->snapshot.n)
		damaged |= pf_snapshot(&p->state, q, k->snapshot);
	if (k->interned.n)
		damaged |= pf_intern(q->interned, p->state.texts, k->interned);
	if (k->chrome.n)
		damaged |= pf_metadata(&p->r.members, k->chrome);
	if (k->deflated.n)
		damaged |= pf_packets_inflate(&p->packets, k->deflated);
	p->r.lost += damaged;
}

static int
take_track(struct pftrace *p, const struct pf_packet *k, struct pf_sequence *q,
    struct raw_event *e)
{
	struct pf_description d;

	if (pf_describe(&p->state, q, k->describes, k->place, &d)) {
		p->r.lost++;
		return 0;
	}
	return d.name.n ? pf_slices_name(&p->slices, &d, e) : 0;
}

/* One packet: 1 if it completes an event, or 0. */
static int
take_packet(struct pftrace *p, struct span message, struct raw_event *e)
{
	struct pf_sequence *q;
	struct pf_packet k;

	if (!pf_packet_read(message, &k)) {
		pf_packets_reject(&p->packets);
		return 0;
	}
	q = pf_sequence(&p->state, k.sequence);
	take_state(p, &k, q);
	if (k.place.n)
		return take_track(p, &k, q, e);
	if (k.event.n == 0)
		return 0;
	if (q->stale && k.flags & PERFETTO_FLAG_NEEDS_STATE) {
		p->r.lost++;
		return 0;
	}
	return take_event(p, &k, q, e);
}

/* At the end: slices that have none. */
static int
take_leftover(struct pftrace *p, struct raw_event *e)
{
	int got = pf_slices_leftover(&p->slices, e);

	if (got == 0 && p->slices.endless) {
		snprintf(p->endless, sizeof p->endless,
		    "%lld slice%s no end: printed as ph B",
		    (long long)p->slices.endless,
		    p->slices.endless == 1 ? " has" : "s have");
		p->r.damage = p->endless;
	}
	return got;
}

/* As far as the next event: 1, 0 at the end, -1. */
static int
read_on(struct pftrace *p, struct raw_event *e)
{
	for (;;) {
		struct span packet = p->first;
		int got = 1;

		if (p->extras.at < p->extras.n) {
			got = take_extra(p, e);
		} else {
			p->first.n = 0;
			if (packet.n == 0)
				got = pf_packets_next(&p->packets, &packet);
			if (got <= 0)
				return got ? got : take_leftover(p, e);
			got = take_packet(p, packet, e);
		}
		if (got)
			return got;
	}
}

static int
next(struct trace_reader *reader, struct raw_event *e)
{
	struct pftrace *p = (struct pftrace *)reader;
	int got;

	pf_slices_next(&p->slices);
	got = read_on(p, e);
	return got < 0 ? reader_fail(reader, input_error(p->packets.outer.in))
		       : got;
}

static void
close_pftrace(struct trace_reader *r)
{
	struct pftrace *p = (struct pftrace *)r;

	pf_slices_free(&p->slices);
	pf_packets_free(&p->packets);
	pf_state_close(&p->state);
	reader_free(r);
}

/*
 * Events in bytes that are no packets are estimated by those in packets. Of a
 * slice whose beginning is among them the end may count as lost, too.
 */
static int64_t
lost(const struct trace_reader *r)
{
	const struct pf_packets *p = &((const struct pftrace *)r)->packets;
	const struct pf_stream *out = &p->outer, *in = &p->inner;
	int64_t n = reader_estimate(out->skipped, out->taken, r->events) +
	    reader_estimate(in->skipped, in->taken, r->events) + in->corrupt;

	return n > r->lost ? n : r->lost;
}

static const char *
damage(const struct trace_reader *r)
{
	const struct pf_packets *p = &((const struct pftrace *)r)->packets;
	const char *data = input_damage(p->outer.in);

	if (data || p->outer.damage)
		return data ? data : p->outer.damage;
	return p->inner.damage ? p->inner.damage : r->damage;
}

static void
pass(struct trace_reader *r, const struct skim_words *words)
{
	((struct pftrace *)r)->slices.words = words;
}

static const struct trace_reader_ops ops = {.next = next,
    .close = close_pftrace,
    .lost = lost,
    .damage = damage,
    .pass = pass};

/* Does a packet, as far as it can be seen, hold deflated ones? */
static bool
begins_deflated(struct span packet)
{
	uint64_t tag, n;

	return protobuf_varint(&packet, &tag) &&
	    tag == PROTOBUF_MESSAGE(PERFETTO_PACKET_DEFLATED) &&
	    protobuf_varint(&packet, &n) && pf_is_zlib(packet);
}

/*
 * The first field is a packet, as far as it can be seen, and one of its fields
 * is a time, a clock or a sequence, which are numbers. Descriptions of tracks
 * may have none: then all of it is a packet, and another one follows. Or it
 * holds deflated packets.
 */
bool
pftrace_sniff(struct input *in)
{
	struct span head = input_peek(in, INPUT_PEEK), packet;
	bool tells = false;
	struct protobuf_field f;
	uint64_t tag, n;

	if (!protobuf_varint(&head, &tag) ||
	    tag != PROTOBUF_MESSAGE(PERFETTO_TRACE_PACKET) ||
	    !protobuf_varint(&head, &n))
		return false;
	packet = span_cut(head, 0, n < head.n ? (size_t)n : head.n);
	if (begins_deflated(packet))
		return true;
	while (protobuf_next(&packet, &f)) {
		if (pf_shape(&f) != PF_SHAPE_TELLING)
			continue;
		if (f.type == PROTOBUF_VARINT)
			return true;
		tells = true;
	}
	return tells && packet.n == 0 &&
	    (n == head.n || (n < head.n && head.p[n] == (char)tag));
}

/* Metadata before all else tell the rank that the first event needs. */
struct trace_reader *
pftrace_open(struct input *in, const struct span *args, size_t n)
{
	struct pftrace *p = reader_new(sizeof *p, &ops, args, n);
	struct raw_event none;
	struct pf_packet k;

	p->packets.outer.in = in;
	p->slices.state = &p->state;
	p->slices.reader = &p->r;
	p->state.texts = pool_new();
	while (pf_packets_next(&p->packets, &p->first) == 1) {
		if (!pf_packet_read(p->first, &k) || !k.chrome.n || k.event.n)
			return &p->r;
		take_packet(p, p->first, &none);
	}
	p->first.n = 0;
	return &p->r;
}
