#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"
#include "common/trace/pftrace/track_event.h"

static const struct {
	struct span key;
	enum pf_column column;
} keys[] = {
    {TEXT("kernel_name"), PF_NAME},
    {TEXT("KernelName"), PF_NAME},
    {TEXT("symbol"), PF_NAME},
    {TEXT("symbol_name"), PF_NAME},
    {TEXT("funcName"), PF_NAME},
    {TEXT("tid"), PF_TID},
    {TEXT("device_id"), PF_DEVICE},
    {TEXT("deviceId"), PF_DEVICE},
    {TEXT("dev_id"), PF_DEVICE},
    {TEXT("DevId"), PF_DEVICE},
    {TEXT("gpu_id"), PF_DEVICE},
    {TEXT("gpuId"), PF_DEVICE},
    {TEXT("device"), PF_DEVICE},
    {TEXT("agent"), PF_DEVICE},
    {TEXT("stream_ID"), PF_STREAM},
    {TEXT("stream_id"), PF_STREAM},
    {TEXT("stream"), PF_STREAM},
    {TEXT("queue"), PF_STREAM},
    {TEXT("corr_id"), PF_CORRELATION},
    {TEXT("correlation_id"), PF_CORRELATION},
    {TEXT("correlationId"), PF_CORRELATION},
    {TEXT("correlation"), PF_CORRELATION},
    {TEXT("CorrId"), PF_CORRELATION},
    {TEXT("External id"), PF_EXTERNAL_ID},
    {TEXT("external_id"), PF_EXTERNAL_ID},
    {TEXT("begin_ns"), PF_BEGIN},
    {TEXT("delta_ns"), PF_DURATION},
    {TEXT("end_ns"), PF_END},
};

enum { KEYS = COUNT(keys) };

unsigned
pf_column_rank(struct span name)
{
	for (unsigned k = 0; k < KEYS; k++)
		if (span_equal(keys[k].key, name))
			return k;
	return PF_NO_COLUMN;
}

enum pf_column
pf_column(unsigned rank)
{
	return keys[rank].column;
}

/* Numbers below LOW are low, but for those that leave many places in the array
 * empty: each sequence has arrays of its own, and a packet of few bytes can
 * name a number. */
enum { LOW = 4096, LOW_FIRST = 8 };

void
pf_interned_free(struct pf_interned *in)
{
	for (int k = 0; in && k < PF_KINDS; k++) {
		idpool_free(&in->kind[k].ids);
		free(in->kind[k].low);
		free(in->kind[k].high);
	}
	free(in);
}

void
pf_interned_clear(struct pf_interned *in)
{
	for (int k = 0; k < PF_KINDS; k++) {
		idpool_clear(&in->kind[k].ids);
		in->kind[k].nlow = 0;
	}
}

/* Where the text of that number is to be kept. */
static struct pf_interned_text *
make_place(struct pf_texts *t, uint64_t iid)
{
	uint32_t i;

	if (iid >= LOW || iid > 2 * t->nlow + LOW_FIRST) {
		i = idpool_add(&t->ids, iid);
		ARRAY_RESERVE(t->high, &t->high_cap, (size_t)i + 1);
		return &t->high[i];
	}
	ARRAY_RESERVE(t->low, &t->low_cap, (size_t)iid + 1);
	for (; t->nlow <= iid; t->nlow++)
		t->low[t->nlow] = t->ids.n ? pf_interned_high(t, t->nlow)
					   : pf_interned_nothing;
	return &t->low[iid];
}

/*
 * Categories of the ROCm Systems Profiler, which writes this format only. Among
 * those of event_category.c they would be words that JSON is skimmed for: of a
 * fourth initial letter all events are candidates (skim.h), and trace-extract
 * -c gpu takes 2.5 times as long.
 */
static const struct {
	struct span said, today;
} renamed[] = {
    {TEXT("rocm_kernel_dispatch"), TEXT("kernel")},
    {TEXT("rocm_memory_copy"), TEXT("gpu_memcpy")},
    {TEXT("rocm_scratch_memory"), TEXT("scratch_memory")},
    {TEXT("rocm_hip_api"), TEXT("hip_api")},
    {TEXT("rocm_hsa_api"), TEXT("hsa_api")},
};

static struct span
today(struct span said)
{
	for (size_t i = 0; i < COUNT(renamed); i++)
		if (span_equal(said, renamed[i].said))
			return renamed[i].today;
	return event_category_today(said);
}

struct span
pf_category_of_work(struct span category, struct span name)
{
	if (!span_is(category, PF_ANY_WORK))
		return category;
	return span_starts(name, "MEMORY_COPY_")   ? span_of("gpu_memcpy")
	    : span_starts(name, "SCRATCH_MEMORY_") ? span_of("scratch_memory")
						   : span_of("kernel");
}

/* A category as it is interned. Returns 0, 1: damaged, as texts hold no NUL. */
static int
pf_category(struct pool *texts, struct span said, struct pf_interned_text *i)
{
	uint32_t text = pool_add(texts, today(said));

	*i = pf_interned_nothing;
	i->text = pool_get(texts, text);
	i->group = event_category_group(i->text, (struct span){0});
	return span_holds(said, 0);
}

static int
keep_text(struct pool *texts, struct span said, struct pf_interned_text *i)
{
	uint32_t text = pool_add(texts, said);

	*i = (struct pf_interned_text){
	    pool_get(texts, text), pf_column_rank(said), GROUP_OTHER};
	return span_holds(said, 0);
}

/* Keeps { iid, text } of one kind. */
static int
intern_one(
    struct pf_interned *in, int kind, struct pool *texts, struct span message)
{
	struct span said = {0};
	uint64_t iid = 0;
	struct protobuf_field f;
	struct pf_interned_text *place;

	while (protobuf_next(&message, &f)) {
		if (f.number == PERFETTO_INTERNED_IID)
			iid = f.value;
		else if (f.number == PERFETTO_INTERNED_TEXT)
			said = f.bytes;
	}
	if (message.n)
		return 1;
	place = make_place(&in->kind[kind], iid);
	return kind == pf_kind(PERFETTO_INTERNED_CATEGORY)
	    ? pf_category(texts, said, place)
	    : keep_text(texts, said, place);
}

int
pf_intern(struct pf_interned *in, struct pool *texts, struct span message)
{
	struct protobuf_field f;
	int damaged = 0;

	while (protobuf_next(&message, &f)) {
		int k = pf_kind(f.number);

		if (k != PF_KINDS)
			damaged |= intern_one(in, k, texts, f.bytes);
	}
	return message.n ? 1 : damaged;
}

struct pf_interned_text
pf_interned_high(const struct pf_texts *t, uint64_t iid)
{
	uint32_t i = idpool_find(&t->ids, iid);

	return i == IDPOOL_NONE ? pf_interned_nothing : t->high[i];
}

/*
 * Events of Chrome's browser have a phase instead of a type, that of Chrome's
 * JSON. Those without a type of ours are events by themselves, as they are
 * there: the parts of asynchronous slices (b n e, S T p F), flows, objects.
 */
static void
set_phase(struct pf_track_event *v, uint64_t phase)
{
	static const uint16_t types['~' + 1] = {['B'] = PERFETTO_BEGIN,
	    ['E'] = PERFETTO_END,
	    ['I'] = PERFETTO_INSTANT,
	    ['R'] = PERFETTO_INSTANT,
	    ['i'] = PERFETTO_INSTANT,
	    ['X'] = PERFETTO_COMPLETE};

	if (v->type || phase <= ' ' || phase > '~')
		return;
	v->type = types[phase] ? types[phase] : PERFETTO_PHASE + 0;
	if (v->type == PERFETTO_PHASE)
		v->phase = (char)phase;
}

static int
read_legacy(struct span message, struct pf_track_event *v)
{
	struct protobuf_field f;

	while (protobuf_next(&message, &f))
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
	return message.n > 0;
}

static inline void
take_category(
    struct pf_track_event *v, const struct pf_interned *in, uint64_t iid)
{
	struct pf_interned_text category =
	    pf_interned(in, PERFETTO_INTERNED_CATEGORY, iid);

	v->categories++;
	v->unreadable += pf_interned_lost(category);
	if (v->category.text.n == 0)
		v->category = category;
}

/* Reads a field that few events have; texts but the old ones stay for later. */
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

int
pf_track_event_read(struct span message, const struct pf_interned *in,
    struct pool *texts, struct pf_track_event *v)
{
	struct protobuf_reader m = protobuf_read(message);
	const char *at = m.p;
	struct span said;
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
			v->categories++;
			said = protobuf_message(&m);
			if (v->category.text.n == 0)
				damaged |=
				    pf_category(texts, said, &v->category);
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
	return damaged || m.damaged;
}
