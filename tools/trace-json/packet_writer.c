#include "tools/trace-json/packet_writer.h"
#include "common/bytes/fixed.h"

enum { PACKETS_TEXTS = 1 << 22 };

enum {
	PACKETS_SEQUENCE = 1,
	CLOCKS_EVERY = 256,      /* packets: 0.5 % of the bytes */
	STATE_PACKETS = 1 << 13, /* of a state: 3 % for its texts again */
	TEXT_COST = 64 /* bytes that a pool has for a text beside it */
};

static void
forget(struct packets *s)
{
	for (int i = 0; i < PACKETS_TABLES; i++) {
		if (s->texts[i])
			s->before[i] += pool_count(s->texts[i]);
		pool_free(s->texts[i]);
		s->texts[i] = NULL;
	}
	s->bytes = 0;
}

void
packets_free(struct packets *s)
{
	forget(s);
	buf_free(&s->out);
}

static void
define(struct packet *k, enum packets_table table, uint64_t number,
    struct span text)
{
	static const uint32_t field[PACKETS_TABLES] = {
	    [PACKETS_CATEGORIES] = PERFETTO_INTERNED_CATEGORY,
	    [PACKETS_NAMES] = PERFETTO_INTERNED_NAME,
	    [PACKETS_KEYS] = PERFETTO_INTERNED_KEY,
	    [PACKETS_VALUES] = PERFETTO_INTERNED_VALUE};
	size_t start = protobuf_open(&k->interned, field[table]);

	protobuf_integer(&k->interned, PERFETTO_INTERNED_IID, number);
	protobuf_bytes(&k->interned, PERFETTO_INTERNED_TEXT, text);
	protobuf_close(&k->interned, start);
}

uint64_t
packets_number(struct packets *s, struct packet *k, enum packets_table table,
    struct span text)
{
	uint32_t known, number;

	if (!s->texts[table])
		s->texts[table] = pool_new();
	known = pool_count(s->texts[table]);
	number = pool_add(s->texts[table], text);
	if (number == known) {
		define(k, table, s->before[table] + number + 1, text);
		s->bytes += text.n + TEXT_COST;
	}
	return s->before[table] + number + 1;
}

/* A packet each, so that damage costs one of them. */
void
packets_metadata(struct packets *s, struct span name, struct span json)
{
	struct buf *out = &s->out;
	size_t packet = protobuf_open(out, PERFETTO_TRACE_PACKET);
	size_t chrome, metadata;

	protobuf_integer(out, PERFETTO_PACKET_SEQUENCE, PACKETS_SEQUENCE);
	chrome = protobuf_open(out, PERFETTO_PACKET_CHROME);
	metadata = protobuf_open(out, PERFETTO_CHROME_METADATA);
	protobuf_bytes(out, PERFETTO_METADATA_NAME, name);
	protobuf_bytes(out, PERFETTO_METADATA_JSON, json);
	protobuf_close(out, metadata);
	protobuf_close(out, chrome);
	protobuf_close(out, packet);
}

static void
put_clock(struct buf *out, uint64_t id, uint64_t ns)
{
	size_t start = protobuf_open(out, PERFETTO_SNAPSHOT_CLOCK);

	protobuf_integer(out, PERFETTO_CLOCK_ID, id);
	protobuf_integer(out, PERFETTO_CLOCK_TIMESTAMP, ns);
	protobuf_close(out, start);
}

/*
 * The first packet of a state: it says which clock the others have. That is
 * said again from time to time, in case this packet is lost.
 */
static void
put_clocks(struct packets *s)
{
	struct buf *out = &s->out;
	size_t start, inner, packet = protobuf_open(out, PERFETTO_TRACE_PACKET);

	protobuf_integer(out, PERFETTO_PACKET_SEQUENCE, PACKETS_SEQUENCE);
	if (!s->begun)
		protobuf_integer(
		    out, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_CLEARED);
	start = protobuf_open(out, PERFETTO_PACKET_CLOCK_SNAPSHOT);
	put_clock(out, PERFETTO_BOOTTIME, (uint64_t)s->zero);
	put_clock(out, PERFETTO_OWN_CLOCK, 0);
	protobuf_integer(out, PERFETTO_SNAPSHOT_PRIMARY, PERFETTO_BOOTTIME);
	protobuf_close(out, start);
	inner = protobuf_open(out, PERFETTO_PACKET_DEFAULTS);
	protobuf_integer(out, PERFETTO_PACKET_CLOCK, PERFETTO_OWN_CLOCK);
	protobuf_close(out, inner);
	protobuf_close(out, packet);
	s->begun = true;
}

/* A packet up to what it holds. */
static size_t
open_packet(struct packets *s, int64_t ns)
{
	struct buf *out = &s->out;
	size_t packet;

	if (!s->begun) {
		s->zero = ns;
		s->packets = 0;
	}
	if (s->packets++ % CLOCKS_EVERY == 0)
		put_clocks(s);
	packet = protobuf_open(out, PERFETTO_TRACE_PACKET);
	if (ns >= s->zero) {
		protobuf_integer(
		    out, PERFETTO_PACKET_TIMESTAMP, (uint64_t)(ns - s->zero));
	} else {
		protobuf_integer(out, PERFETTO_PACKET_TIMESTAMP, (uint64_t)ns);
		protobuf_integer(out, PERFETTO_PACKET_CLOCK, PERFETTO_BOOTTIME);
	}
	protobuf_integer(out, PERFETTO_PACKET_SEQUENCE, PACKETS_SEQUENCE);
	protobuf_integer(out, PERFETTO_PACKET_FLAGS, PERFETTO_FLAG_NEEDS_STATE);
	return packet;
}

/* Writes a packet; the time is from 0 on. Makes it empty. */
static void
packets_write(struct packets *s, int64_t ns, struct packet *k)
{
	size_t start = open_packet(s, ns);

	if (k->interned.n)
		protobuf_bytes(
		    &s->out, PERFETTO_PACKET_INTERNED, buf_span(&k->interned));
	protobuf_bytes(&s->out, PERFETTO_PACKET_EVENT, buf_span(&k->event));
	protobuf_close(&s->out, start);
	k->event.n = k->interned.n = 0;
}

/* Writes the end of the innermost slice of a track. */
static void
packets_end_slice(struct packets *s, int64_t ns, uint64_t track)
{
	size_t event, start = open_packet(s, ns);

	event = protobuf_open(&s->out, PERFETTO_PACKET_EVENT);
	protobuf_integer(&s->out, PERFETTO_EVENT_TYPE, PERFETTO_END);
	protobuf_integer(&s->out, PERFETTO_EVENT_TRACK, track);
	protobuf_close(&s->out, event);
	protobuf_close(&s->out, start);
}

/* A packet that describes a track, up to what it says of it. */
static size_t
open_track(struct packets *s, size_t *packet, uint64_t track)
{
	size_t start;

	*packet = protobuf_open(&s->out, PERFETTO_TRACE_PACKET);
	protobuf_integer(&s->out, PERFETTO_PACKET_SEQUENCE, PACKETS_SEQUENCE);
	start = protobuf_open(&s->out, PERFETTO_PACKET_TRACK);
	protobuf_integer(&s->out, PERFETTO_TRACK_UUID, track);
	return start;
}

static void
put_detail(struct buf *out, struct descriptor_detail detail)
{
	int64_t v;

	if (detail.field == 0)
		return;
	if (detail.kind != DETAIL_NUMBER)
		protobuf_bytes(out, detail.field, detail.text);
	else if (fixed_parse_int(detail.text, &v) == 0)
		protobuf_integer(out, detail.field, (uint64_t)v);
}

void
packets_describe(struct packets *s, uint64_t track, struct descriptor_ids ids,
    struct descriptor_detail detail)
{
	struct buf *out = &s->out;
	bool thread = ids.tid >= 0;
	size_t packet, start = open_track(s, &packet, track);
	size_t inner = protobuf_open(
	    out, thread ? PERFETTO_TRACK_THREAD : PERFETTO_TRACK_PROCESS);

	protobuf_integer(out,
	    thread ? PERFETTO_THREAD_PID : PERFETTO_PROCESS_PID,
	    (uint64_t)ids.pid);
	if (thread)
		protobuf_integer(out, PERFETTO_THREAD_TID, (uint64_t)ids.tid);
	put_detail(out, detail);
	protobuf_close(out, inner);
	protobuf_close(out, start);
	protobuf_close(out, packet);
}

void
packets_name(struct packets *s, uint64_t track, uint64_t process,
    struct span name, bool counter)
{
	size_t packet, start = open_track(s, &packet, track);

	if (process)
		protobuf_integer(&s->out, PERFETTO_TRACK_PARENT, process);
	protobuf_bytes(&s->out, PERFETTO_TRACK_NAME, name);
	if (counter) /* with nothing to say of it */
		protobuf_bytes(
		    &s->out, PERFETTO_TRACK_COUNTER, (struct span){0});
	protobuf_close(&s->out, start);
	protobuf_close(&s->out, packet);
}

void
event_queue_free(struct event_queue *q)
{
	for (size_t i = 0; i < EVENT_QUEUE_MOST; i++) {
		buf_free(&q->event[i].packet.event);
		buf_free(&q->event[i].packet.interned);
	}
	heap_free(&q->ends);
}

static void
write_events(struct event_queue *q)
{
	struct packets *s = q->packets;

	for (size_t i = 0; i < q->n; i++) {
		struct queued *e = &q->event[i];

		packets_write(s, e->ts, &e->packet);
		if (e->ends)
			packets_end_slice(s, e->ts, e->track);
	}
	q->n = 0;
	/* No packet is in the making: texts are forgotten if they are many. */
	if (s->bytes >= PACKETS_TEXTS || s->packets >= STATE_PACKETS) {
		forget(s);
		s->begun = false;
	}
}

static void
write_ends(struct event_queue *q, int64_t until)
{
	while (q->ends.n && q->ends.entry[0].time <= until) {
		struct heap_entry end = heap_pop(&q->ends);

		packets_end_slice(q->packets, end.time, end.number);
	}
}

void
event_queue_advance(struct event_queue *q, int64_t ts)
{
	if (ts != q->now)
		write_events(q);
	if (ts <= q->now)
		return;
	write_ends(q, ts);
	q->now = ts;
}

struct queued *
event_queue_add(
    struct event_queue *q, int64_t ts, enum perfetto_type type, uint64_t track)
{
	struct queued *e;

	if (q->n == EVENT_QUEUE_MOST)
		write_events(q);
	e = &q->event[q->n++];
	e->ts = ts;
	e->thread = 0;
	e->track = track;
	e->ends = false;
	protobuf_integer(&e->packet.event, PERFETTO_EVENT_TYPE, type);
	if (track)
		protobuf_integer(&e->packet.event, PERFETTO_EVENT_TRACK, track);
	return e;
}

void
event_queue_end(struct event_queue *q, struct queued *e, int64_t dur)
{
	struct heap_entry end = {e->ts + dur, (uint32_t)e->track};

	e->ends = dur == 0;
	if (dur)
		heap_push(&q->ends, end);
}

struct queued *
event_queue_last(struct event_queue *q, int64_t ts, uint64_t thread)
{
	for (size_t i = q->n; i > 0; i--)
		if (q->event[i - 1].thread == thread &&
		    q->event[i - 1].ts == ts)
			return &q->event[i - 1];
	return NULL;
}

void
event_queue_finish(struct event_queue *q)
{
	write_events(q);
	write_ends(q, INT64_MAX);
}
