/*
 * event_queue - the events of a Perfetto trace on their way to its packets.
 *
 * Those of one time wait for each other, so that flows can still bind to them,
 * and ends of slices wait until their time has come. A viewer puts packets of
 * one time in the order of the file: a slice must end before another begins.
 *
 * Memory: at most EVENT_QUEUE_MOST events, and 16 bytes for each open slice.
 */
#ifndef TRACE_JSON_EVENT_QUEUE_H
#define TRACE_JSON_EVENT_QUEUE_H

#include "common/bytes/heap.h"
#include "common/trace/perfetto.h"
#include "tools/trace-json/packets.h"

enum { EVENT_QUEUE_MOST = 256 };

/* An event whose flows may still come. */
struct queued {
	struct packet packet;
	int64_t ts;
	uint64_t thread; /* 0: no flow binds to it */
	uint64_t track;
	bool ends; /* at the same time */
};

/* Zeroed but for the packets. */
struct event_queue {
	struct packets *packets;
	struct queued event[EVENT_QUEUE_MOST];
	size_t n;
	struct heap ends; /* of slices that are open, by track */
	int64_t now;      /* the latest time that any event had */
	bool begun;
};

void event_queue_free(struct event_queue *);

/* Goes on to a time; one before `now` changes nothing else. */
void event_queue_advance(struct event_queue *, int64_t ts);

/*
 * Adds an event, with its type and track, and returns it for the rest. It is
 * valid until the next one is added.
 */
struct queued *event_queue_add(
    struct event_queue *, int64_t ts, enum perfetto_type, uint64_t track);

/*
 * Lets a slice end dur after its start. When there is no memory, the packets
 * have failed.
 */
void event_queue_end(struct event_queue *, struct queued *, int64_t dur);

/* The last event of a thread that waits at this time, or NULL. */
struct queued *event_queue_last(
    struct event_queue *, int64_t ts, uint64_t thread);

/* Writes all, and the ends of all slices. */
void event_queue_finish(struct event_queue *);

#endif
