#include "tools/trace-json/event_queue.h"

void
event_queue_free(struct event_queue *q)
{
	for (size_t i = 0; i < EVENT_QUEUE_MOST; i++)
		packet_free(&q->event[i].packet);
	heap_free(&q->ends);
}

static void
write_events(struct event_queue *q)
{
	for (size_t i = 0; i < q->n; i++) {
		struct queued *e = &q->event[i];

		packets_write(q->packets, e->ts, &e->packet);
		if (e->ends)
			packets_end_slice(q->packets, e->ts, e->track);
	}
	q->n = 0;
	packets_refresh(q->packets);
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
	if (!q->begun || ts != q->now)
		write_events(q);
	if (q->begun && ts <= q->now)
		return;
	write_ends(q, ts);
	q->now = ts;
	q->begun = true;
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
