#include "common/trace/pftrace/track_event.h"
#include "common/bytes/protobuf.h"

/*
 * Events of Chrome's browser have a phase instead of a type, that of Chrome's
 * JSON. Those without a type of ours are events by themselves, as they are
 * there: the parts of asynchronous slices (b n e, S T p F), flows, objects.
 */
static void
set_phase(struct pf_track_event *v, uint64_t phase)
{
	if (v->type)
		return;
	switch (phase) {
	case 'B':
		v->type = PERFETTO_BEGIN;
		break;
	case 'E':
		v->type = PERFETTO_END;
		break;
	case 'I':
	case 'R':
	case 'i':
		v->type = PERFETTO_INSTANT;
		break;
	case 'X':
		v->type = PERFETTO_COMPLETE;
		break;
	default:
		if (phase <= ' ' || phase > '~')
			return;
		v->type = PERFETTO_PHASE;
		v->phase = (char)phase;
	}
}

static int
read_legacy(struct span message, struct pf_track_event *v)
{
	struct protobuf_field f;
	int got;

	while ((got = protobuf_next(&message, &f)) == 1)
		switch (f.number) {
		case PERFETTO_LEGACY_PHASE:
			set_phase(v, f.value);
			break;
		case PERFETTO_LEGACY_DURATION:
			v->us = (int64_t)f.value;
			break;
		case PERFETTO_LEGACY_PID:
			v->pid = f.value;
			v->elsewhere = true;
			break;
		case PERFETTO_LEGACY_TID:
			v->tid = f.value;
			v->elsewhere = true;
			break;
		}
	return got < 0;
}

static inline void
take_category(
    struct pf_track_event *v, const struct pf_interned *in, uint64_t iid)
{
	v->categories++;
	if (v->category.text.n == 0)
		v->category = pf_interned(in, PERFETTO_INTERNED_CATEGORY, iid);
}

/* What few events have; other texts than that stay for later. */
static inline int
take_rare(struct pf_track_event *v, struct protobuf_reader *m, uint32_t tag)
{
	uint64_t bits;

	switch (tag) {
	case PROTOBUF_MESSAGE(PERFETTO_EVENT_LEGACY):
		return read_legacy(protobuf_message(m), v);
	case PROTOBUF_VALUE(PERFETTO_EVENT_DELTA):
		v->old.us = (int64_t)protobuf_value(m);
		v->old.delta = true;
		break;
	case PROTOBUF_VALUE(PERFETTO_EVENT_ABSOLUTE):
		bits = protobuf_value(m);
		if (!v->old.delta)
			v->old.us = (int64_t)bits;
		break;
	case PROTOBUF_VALUE(PERFETTO_EVENT_COUNT):
		v->count.whole = (int64_t)protobuf_value(m);
		v->count.kind = PF_COUNT_WHOLE;
		break;
	case PROTOBUF_EIGHT(PERFETTO_EVENT_MEASURE):
		bits = protobuf_eight(m);
		memcpy(&v->count.real, &bits, sizeof v->count.real);
		v->count.kind = PF_COUNT_REAL;
		break;
	default:
		v->extras = v->extras ||
		    tag >> 3 == PERFETTO_EVENT_EXTRA_COUNT ||
		    tag >> 3 == PERFETTO_EVENT_EXTRA_MEASURE;
		protobuf_skip(m, tag);
	}
	return 0;
}

/* The first category counts that has a text. Returns as pf_category. */
static int
take_category_text(
    struct span said, struct pool *texts, struct pf_track_event *v)
{
	v->categories++;
	return v->category.text.n ? 0 : pf_category(texts, said, &v->category);
}

int
pf_track_event_read(struct span message, const struct pf_interned *in,
    struct pool *texts, struct pf_track_event *v)
{
	struct protobuf_reader m = protobuf_read(message);
	const char *at = m.p;
	int damaged = 0;
	uint32_t tag;

	v->message = message;
	for (; (tag = protobuf_tag(&m)); at = m.p)
		switch (tag) {
		case PROTOBUF_VALUE(PERFETTO_EVENT_TYPE):
			v->type = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(PERFETTO_EVENT_TRACK):
			v->track = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(PERFETTO_EVENT_CATEGORY):
			take_category(v, in, protobuf_value(&m));
			break;
		case PROTOBUF_MESSAGE(PERFETTO_EVENT_CATEGORY_TEXT):
			damaged |=
			    take_category_text(protobuf_message(&m), texts, v);
			break;
		case PROTOBUF_VALUE(PERFETTO_EVENT_NAME):
		case PROTOBUF_MESSAGE(PERFETTO_EVENT_ANNOTATION):
			v->texts = v->texts ? v->texts : at;
			protobuf_skip(&m, tag);
			break;
		default:
			v->texts = v->texts ? v->texts : at;
			damaged |= take_rare(v, &m, tag);
		}
	return damaged < 0 ? -1 : damaged || m.damaged;
}
