#include "common/bytes/fixed.h"
#include "common/bytes/protobuf.h"
#include "common/json/jsontext.h"
#include "common/json/repair.h"
#include "common/trace/pftrace/state.h"

/* A number or a text of a track, unless the message is silent about it. */
static void
set_text(struct pf_state *s, uint32_t *text, const struct protobuf_field *f)
{
	char number[FIXED_MAX];
	struct span said = f->bytes;

	if (f->type != PROTOBUF_BYTES)
		said = fixed_text(number, (int64_t)f->value);
	if (said.n)
		*text = pool_add(s->texts, said);
}

/* A ProcessDescriptor, or a ThreadDescriptor. */
static int
describe_place(struct pf_state *s, struct pf_track *t, struct span message,
    struct pf_description *d, bool is_thread)
{
	uint32_t name_field =
	    is_thread ? PERFETTO_THREAD_NAME + 0 : PERFETTO_PROCESS_NAME + 0;
	struct protobuf_field f;

	while (protobuf_next(&message, &f)) {
		if (f.number == PERFETTO_PROCESS_PID) {
			set_text(s, &t->pid, &f);
		} else if (is_thread && f.number == PERFETTO_THREAD_TID) {
			set_text(s, &t->tid, &f);
		} else if (f.number == name_field) {
			set_text(s, &t->name, &f);
			d->name = f.bytes;
			d->names = is_thread ? "thread_name" : "process_name";
		}
	}
	return message.n > 0;
}

static int
describe_counter(struct pf_track *t, struct span message)
{
	struct protobuf_field f;

	while (protobuf_next(&message, &f)) {
		if (f.number == PERFETTO_COUNTER_MULTIPLIER)
			t->multiplier = (int64_t)f.value;
		if (f.number == PERFETTO_COUNTER_INCREMENTAL)
			t->incremental = f.value != 0;
	}
	return message.n > 0;
}

static int
find_uuid(struct span message, uint64_t *uuid)
{
	struct protobuf_field f;

	while (protobuf_next(&message, &f))
		if (f.number == PERFETTO_TRACK_UUID)
			*uuid = f.value;
	return message.n > 0;
}

/*
 * The track of a process or thread by its number: what writers choose are low
 * numbers or random ones, so these are not among them.
 */
static uint64_t
track_of(uint64_t pid, uint64_t tid)
{
	return ~(pid << 32 | (tid & UINT32_MAX));
}

static int
describe_track(
    struct pf_state *s, struct span message, struct pf_description *d)
{
	struct protobuf_field f;
	struct pf_track *t;
	int rc = 0;

	if (find_uuid(message, &d->uuid))
		return 1;
	t = pf_track(s, d->uuid);
	while (rc == 0 && protobuf_next(&message, &f))
		switch (f.number) {
		case PERFETTO_TRACK_PARENT:
			t->parent = f.value;
			t->has_parent = true;
			break;
		case PERFETTO_TRACK_NAME:
		case PERFETTO_TRACK_STATIC_NAME:
		case PERFETTO_TRACK_ATRACE_NAME:
			set_text(s, &t->name, &f);
			break;
		case PERFETTO_TRACK_COUNTER:
			rc = describe_counter(t, f.bytes);
			break;
		case PERFETTO_TRACK_PROCESS:
		case PERFETTO_TRACK_THREAD:
			rc = describe_place(s, t, f.bytes, d,
			    f.number == PERFETTO_TRACK_THREAD);
			break;
		}
	return rc;
}

static int
describe_process(
    struct pf_state *s, struct span message, struct pf_description *d)
{
	uint64_t pid = protobuf_last(message, PERFETTO_PROCESS_PID).value;

	d->uuid = track_of(pid, UINT32_MAX);
	return describe_place(s, pf_track(s, d->uuid), message, d, false);
}

static int
describe_thread(struct pf_state *s, struct pf_thread *t, struct span message,
    struct pf_description *d)
{
	struct protobuf_field us = protobuf_last(message, PERFETTO_THREAD_TIME);

	*t = (struct pf_thread){.known = true,
	    .timed = us.number,
	    .pid = protobuf_last(message, PERFETTO_THREAD_PID).value,
	    .tid = protobuf_last(message, PERFETTO_THREAD_TID).value,
	    .us = (int64_t)us.value};
	d->uuid = t->track = track_of(t->pid, t->tid);
	return describe_place(s, pf_track(s, d->uuid), message, d, true);
}

int
pf_describe(struct pf_state *s, struct pf_sequence *q, uint32_t field,
    struct span message, struct pf_description *d)
{
	*d = (struct pf_description){0};
	switch (field) {
	case PERFETTO_PACKET_PROCESS:
		return describe_process(s, message, d);
	case PERFETTO_PACKET_THREAD:
		return describe_thread(s, &q->thread, message, d);
	default:
		return describe_track(s, message, d);
	}
}

void
pf_thread_track(struct pf_state *s, uint64_t pid, uint64_t tid, uint64_t *uuid)
{
	struct protobuf_field number = {.type = PROTOBUF_VARINT};
	struct pf_track *t = pf_track(s, *uuid = track_of(pid, tid));

	number.value = pid;
	set_text(s, &t->pid, &number);
	number.value = tid;
	set_text(s, &t->tid, &number);
}

/* Appends the JSON that a field says; what should be JSON and is not is text.
 */
static void
add_json(struct buf *text, const struct protobuf_field *f)
{
	switch (f->number) {
	case PERFETTO_METADATA_BOOL:
		buf_add_text(text, f->value ? "true" : "false");
		break;
	case PERFETTO_METADATA_INTEGER:
		buf_add_int(text, (int64_t)f->value);
		break;
	case PERFETTO_METADATA_JSON:
		if (json_is_whole(f->bytes) || json_literal(f->bytes)) {
			buf_add_span(text, f->bytes);
			break;
		}
		/* fall through */
	case PERFETTO_METADATA_TEXT:
		buf_add_quoted(text, f->bytes);
		break;
	}
}

static int
take_metadata(struct members *to, struct span message, struct buf *value)
{
	struct span name = {0};
	struct protobuf_field f;

	value->n = 0;
	while (protobuf_next(&message, &f))
		if (f.number == PERFETTO_METADATA_NAME)
			name = f.bytes;
		else if (value->n == 0)
			add_json(value, &f);
	if (message.n == 0 && name.n && value->n)
		members_add(to, name, buf_span(value));
	return message.n > 0;
}

int
pf_metadata(struct members *to, struct span message)
{
	struct buf value = {0};
	struct protobuf_field f;
	int damaged = 0;

	while (protobuf_next(&message, &f))
		if (f.number == PERFETTO_CHROME_METADATA)
			damaged |= take_metadata(to, f.bytes, &value);
	buf_free(&value);
	return damaged || message.n;
}
