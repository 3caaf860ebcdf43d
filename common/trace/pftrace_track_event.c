#include "common/trace/pftrace_track_event.h"
#include "common/bytes/protobuf.h"

/* The type for an old phase, which is that of Chrome's JSON; 0: none. */
static uint64_t
type_of(uint64_t phase)
{
	switch (phase) {
	case 'B':
		return PERFETTO_BEGIN;
	case 'E':
		return PERFETTO_END;
	case 'I':
	case 'R':
	case 'i':
		return PERFETTO_INSTANT;
	case 'X':
		return PERFETTO_COMPLETE;
	}
	return 0;
}

/* Events of Chrome's browser have a phase instead of a type. */
static int
read_legacy(struct span message, struct pf_track_event *v)
{
	struct protobuf_field f;
	int got;

	while ((got = protobuf_next(&message, &f)) == 1) {
		if (f.number == PERFETTO_LEGACY_PHASE && v->type == 0)
			v->type = type_of(f.value);
		if (f.number == PERFETTO_LEGACY_DURATION)
			v->us = (int64_t)f.value;
		if (f.number == PERFETTO_LEGACY_PID)
			v->pid = f.value;
		if (f.number == PERFETTO_LEGACY_TID)
			v->tid = f.value;
		if (f.number == PERFETTO_LEGACY_PID ||
		    f.number == PERFETTO_LEGACY_TID)
			v->elsewhere = true;
	}
	return got < 0;
}

/* The first category counts. Returns 0, or -1: no memory. */
static int
take_category(const struct protobuf_field *f, const struct pf_interned *in,
    struct pool *texts, struct pf_track_event *v)
{
	v->categories++;
	if (v->category.text.n)
		return 0;
	if (f->number == PERFETTO_EVENT_CATEGORY_TEXT)
		return pf_category(texts, f->bytes, &v->category);
	v->category = pf_interned(in, PERFETTO_INTERNED_CATEGORY, f->value);
	return 0;
}

/* A field that is needed at once; false: it is one of the texts. */
static bool
take_field(const struct protobuf_field *f, struct pf_track_event *v)
{
	switch (f->number) {
	case PERFETTO_EVENT_TYPE:
		v->type = f->value;
		return true;
	case PERFETTO_EVENT_TRACK:
		v->track = f->value;
		return true;
	case PERFETTO_EVENT_DELTA:
		v->old = (struct pf_old_time){true, (int64_t)f->value};
		return true;
	case PERFETTO_EVENT_ABSOLUTE:
		if (!v->old.delta)
			v->old.us = (int64_t)f->value;
		return true;
	case PERFETTO_EVENT_EXTRA_COUNT:
	case PERFETTO_EVENT_EXTRA_MEASURE:
		v->extras = true;
		return true;
	case PERFETTO_EVENT_COUNT:
		v->count.kind = PF_COUNT_WHOLE;
		v->count.whole = (int64_t)f->value;
		return true;
	case PERFETTO_EVENT_MEASURE:
		v->count.kind = PF_COUNT_REAL;
		memcpy(&v->count.real, &f->value, sizeof v->count.real);
		return true;
	}
	return false;
}

int
pf_track_event_read(struct span message, const struct pf_interned *in,
    struct pool *texts, struct pf_track_event *v)
{
	struct protobuf_field f;
	struct span rest = message;
	int got, damaged = 0;

	v->message = message;
	while ((got = protobuf_next(&message, &f)) == 1) {
		if (f.number == PERFETTO_EVENT_CATEGORY ||
		    f.number == PERFETTO_EVENT_CATEGORY_TEXT) {
			if (take_category(&f, in, texts, v))
				return -1;
		} else if (!take_field(&f, v)) {
			if (f.number == PERFETTO_EVENT_LEGACY)
				damaged |= read_legacy(f.bytes, v);
			if (v->texts.n == 0)
				v->texts = rest;
		}
		rest = message;
	}
	return got < 0 || damaged;
}
