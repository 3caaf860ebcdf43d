#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/little.h"
#include "common/trace/pftrace/state.h"
#include "common/trace/raw_event.h"

/* As protobuf_packed. */
static int
next_double(struct protobuf_field *f, uint64_t *bits)
{
	if (f->type != PROTOBUF_BYTES)
		return protobuf_packed(f, bits);
	if (f->bytes.n < 8)
		return 0;
	*bits = little64((const unsigned char *)f->bytes.p);
	f->bytes = span_cut(f->bytes, 8, f->bytes.n);
	return 1;
}

/* Takes the tracks that a field names, if it does: 0, or 1: too many. */
static int
pf_extra_track(struct pf_extra_tracks *t, const struct protobuf_field *field)
{
	bool measure = field->number == PERFETTO_EVENT_MEASURE_TRACK;
	struct pf_track_list *list = measure ? &t->measure : &t->count;
	struct protobuf_field f = *field;
	uint64_t uuid;

	if (!measure && f.number != PERFETTO_EVENT_COUNT_TRACK)
		return 0;
	while (protobuf_packed(&f, &uuid)) {
		if (list->n == PF_EXTRA_TRACKS)
			return 1;
		list->id[list->n++] = uuid;
	}
	return 0;
}

/* Adds the values of a field, which belong to the tracks from *at on. */
static int
add_values(struct pf_extras *x, const struct pf_track_list *tracks, size_t *at,
    struct protobuf_field f)
{
	bool whole = f.number == PERFETTO_EVENT_EXTRA_COUNT;
	uint64_t v;

	while (whole ? protobuf_packed(&f, &v) : next_double(&f, &v)) {
		struct pf_extra *e = &x->value[x->n];

		if (*at == tracks->n)
			return 1;
		*e = (struct pf_extra){.track = tracks->id[(*at)++],
		    .count.kind = whole ? PF_COUNT_WHOLE : PF_COUNT_REAL};
		if (whole)
			e->count.whole = (int64_t)v;
		else
			memcpy(&e->count.real, &v, sizeof v);
		x->n++;
	}
	return 0;
}

int
pf_extras_read(struct pf_extras *x, struct span event,
    const struct pf_extra_tracks *defaults)
{
	struct pf_extra_tracks said = {0}, t = *defaults;
	struct span rest = event;
	struct protobuf_field f;
	size_t counts = 0, measures = 0;
	int damaged = 0;

	while (protobuf_next(&rest, &f))
		damaged |= pf_extra_track(&said, &f);
	if (said.count.n)
		t.count = said.count;
	if (said.measure.n)
		t.measure = said.measure;
	x->n = x->at = 0;
	while (protobuf_next(&event, &f))
		if (f.number == PERFETTO_EVENT_EXTRA_COUNT)
			damaged |= add_values(x, &t.count, &counts, f);
		else if (f.number == PERFETTO_EVENT_EXTRA_MEASURE)
			damaged |= add_values(x, &t.measure, &measures, f);
	return damaged;
}

void
pf_state_close(struct pf_state *s)
{
	for (size_t i = 0; i < s->sequence_ids.n; i++)
		pf_interned_free(s->sequences[i].interned);
	idpool_free(&s->sequence_ids);
	idpool_free(&s->track_ids);
	pool_free(s->texts);
	free(s->sequences);
	free(s->tracks);
}

/* The number of an id, which is often that of the last one. */
static inline uint32_t
number_of(struct idpool *ids, uint32_t *last, uint64_t id)
{
	if (*last >= ids->n || ids->id[*last] != id)
		*last = idpool_add(ids, id);
	return *last;
}

struct pf_sequence *
pf_sequence(struct pf_state *s, uint64_t id)
{
	size_t known = s->sequence_ids.n;
	uint32_t i = number_of(&s->sequence_ids, &s->last_sequence, id);

	if (i == known)
		ARRAY_PUSH(s->sequences, known, &s->sequences_cap,
		    (struct pf_sequence){.clock = PERFETTO_BOOTTIME});
	return &s->sequences[i];
}

struct pf_track *
pf_track(struct pf_state *s, uint64_t uuid)
{
	size_t known = s->track_ids.n;
	uint32_t i = number_of(&s->track_ids, &s->last_track, uuid);

	if (i == known)
		ARRAY_PUSH(s->tracks, known, &s->tracks_cap,
		    (struct pf_track){
			.name = POOL_NONE, .pid = POOL_NONE, .tid = POOL_NONE});
	return &s->tracks[i];
}

const struct pf_track *
pf_track_known(const struct pf_state *s, uint64_t uuid)
{
	uint32_t i = idpool_find(&s->track_ids, uuid);

	return i == IDPOOL_NONE ? NULL : &s->tracks[i];
}

void
pf_clear(struct pf_sequence *q, uint64_t epoch)
{
	if (q->interned)
		pf_interned_clear(q->interned);
	*q = (struct pf_sequence){.interned = q->interned,
	    .clock = PERFETTO_BOOTTIME,
	    .epoch = epoch,
	    .thread = q->thread};
}

int
pf_defaults(struct pf_sequence *q, struct span message)
{
	struct protobuf_field f, t;

	while (protobuf_next(&message, &f)) {
		if (f.number == PERFETTO_PACKET_CLOCK)
			q->clock = f.value;
		if (f.number != PERFETTO_DEFAULTS_EVENT)
			continue;
		q->extra = (struct pf_extra_tracks){0};
		while (protobuf_next(&f.bytes, &t))
			if (t.number == PERFETTO_EVENT_TRACK)
				q->track = t.value;
			else if (pf_extra_track(&q->extra, &t))
				return 1;
		if (f.bytes.n)
			return 1;
	}
	return message.n > 0;
}

/* One clock's time in a snapshot, in its own units. */
struct reading {
	uint64_t id, time, unit;
	bool incremental;
};

static int
read_clock(struct span message, struct reading *r)
{
	struct protobuf_field f;

	*r = (struct reading){.unit = 1};
	while (protobuf_next(&message, &f)) {
		if (f.number == PERFETTO_CLOCK_ID)
			r->id = f.value;
		if (f.number == PERFETTO_CLOCK_TIMESTAMP)
			r->time = f.value;
		if (f.number == PERFETTO_CLOCK_INCREMENTAL)
			r->incremental = f.value != 0;
		if (f.number == PERFETTO_CLOCK_UNIT)
			r->unit = f.value;
	}
	if (r->unit == 0 || r->unit > 1000000000 ||
	    r->time > (uint64_t)RAW_EVENT_TIME_MAX / r->unit)
		return 1;
	return message.n > 0;
}

/* A clock of the sequence: a new one, or what it says now. */
static void
set_own(struct pf_sequence *q, const struct reading *r, int64_t boot)
{
	struct pf_clock *c = q->own;
	int64_t time = (int64_t)(r->time * r->unit);

	while (c < q->own + q->nown && c->id != r->id)
		c++;
	if (c == q->own + PF_OWN_CLOCKS)
		return;
	if (c == q->own + q->nown)
		q->nown++;
	*c = (struct pf_clock){r->id, r->incremental ? boot : boot - time,
	    (int64_t)r->unit, r->incremental};
}

/* The time of BOOTTIME in a snapshot; without, that of its first clock. */
static int
find_boottime(struct span message, int64_t *boot)
{
	struct protobuf_field f;
	struct reading r;
	bool found = false;

	*boot = 0;
	while (protobuf_next(&message, &f)) {
		if (f.number != PERFETTO_SNAPSHOT_CLOCK)
			continue;
		if (read_clock(f.bytes, &r))
			return 1;
		if (!found || r.id == PERFETTO_BOOTTIME)
			*boot = (int64_t)(r.time * r.unit);
		found = true;
	}
	return message.n > 0;
}

int
pf_snapshot(struct pf_state *s, struct pf_sequence *q, struct span message)
{
	struct protobuf_field f;
	struct reading r;
	int64_t boot;

	if (find_boottime(message, &boot))
		return 1;
	while (protobuf_next(&message, &f)) {
		if (f.number != PERFETTO_SNAPSHOT_CLOCK ||
		    read_clock(f.bytes, &r))
			continue;
		if (r.id < PERFETTO_OWN_CLOCK)
			s->to_boottime[r.id] =
			    boot - (int64_t)(r.time * r.unit);
		else
			set_own(q, &r, boot);
	}
	return 0;
}

static int64_t
own_time(struct pf_sequence *q, uint64_t clock, uint64_t time)
{
	for (struct pf_clock *c = q->own; c < q->own + q->nown; c++) {
		int64_t ns;

		if (c->id != clock)
			continue;
		if (__builtin_mul_overflow((int64_t)time, c->unit, &ns) ||
		    __builtin_add_overflow(ns, c->zero, &ns))
			return -1;
		if (c->incremental && ns <= RAW_EVENT_TIME_MAX)
			c->zero = ns;
		return ns;
	}
	return -1;
}

int64_t
pf_time(const struct pf_state *s, struct pf_sequence *q, uint64_t clock,
    uint64_t time)
{
	int64_t ns;

	if (time > (uint64_t)RAW_EVENT_TIME_MAX)
		return -1;
	if (clock >= PERFETTO_OWN_CLOCK)
		ns = own_time(q, clock, time);
	else
		ns = (int64_t)time + s->to_boottime[clock];
	return ns < 0 || ns > RAW_EVENT_TIME_MAX ? -1 : ns;
}

int
pf_counter_add(
    struct pf_track *t, const struct pf_sequence *q, struct pf_count *count)
{
	int64_t unit = t->multiplier ? t->multiplier : 1;
	bool whole = count->kind == PF_COUNT_WHOLE;

	if (t->epoch != q->epoch) {
		t->whole = 0;
		t->real = 0;
		t->epoch = q->epoch;
	}
	if (t->incremental && whole &&
	    __builtin_add_overflow(count->whole, t->whole, &count->whole))
		return 1;
	count->real += t->incremental && !whole ? t->real : 0;
	t->whole = whole ? count->whole : t->whole;
	t->real = whole ? t->real : count->real;
	count->real *= (double)unit;
	return __builtin_mul_overflow(count->whole, unit, &count->whole);
}
