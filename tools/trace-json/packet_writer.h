/*
 * packet_writer - the packets of a Perfetto trace, all of one sequence.
 *
 * Times count from the first packet of a state, by a clock of the sequence's
 * own; a packet that is earlier has the time itself. Texts that repeat are
 * written once, with a number (interned). What is known of them is forgotten
 * when it is PACKETS_TEXTS bytes or more, and after some thousand packets; then
 * the sequence begins anew with a new state: numbers are not used a second
 * time, since a trace may not give one two texts. So each packet that is lost
 * costs few others.
 *
 * Memory: about PACKETS_TEXTS bytes.
 */
#pragma once

#include "common/bytes/heap.h"
#include "common/bytes/pool.h"
#include "common/bytes/protobuf.h"
#include "common/trace/perfetto.h"

enum packets_table {
	PACKETS_CATEGORIES,
	PACKETS_NAMES,
	PACKETS_KEYS,
	PACKETS_VALUES,
	PACKETS_TABLES
};

/* A packet with an event, while it is made. */
struct packet {
	struct buf event, interned;
};

/* Zeroed, it has no packets. */
struct packets {
	struct buf out; /* packets; the caller takes them out */
	bool begun;     /* a state is known */
	int packets;    /* of it */
	int64_t zero;   /* ns: where its clock begins */
	struct pool *texts[PACKETS_TABLES];
	uint64_t before[PACKETS_TABLES]; /* numbers of texts forgotten */
	size_t bytes; /* of the texts that are known, and their pool */
};

void packets_free(struct packets *);

/*
 * The number of a text in the packet at hand, which gets the text if that is
 * new. Packets are written in the order in which they are made.
 */
uint64_t packets_number(
    struct packets *, struct packet *, enum packets_table, struct span text);

/* A member beside the events of Chrome's JSON: its name and value. */
void packets_metadata(struct packets *, struct span name, struct span json);

/*
 * The description of a track, which may be given in parts, each adding to those
 * before.
 */

/* Of a process, or with a tid of a thread; -1: none. */
struct descriptor_ids {
	int64_t pid, tid;
};

/* One field of the description of a process or thread; field 0: none. */
enum detail_kind { DETAIL_NAME, DETAIL_TEXT, DETAIL_NUMBER };
struct descriptor_detail {
	uint32_t field;
	struct span text;
	enum detail_kind kind;
};

/* A process, or, if it has a tid, a thread. */
void packets_describe(struct packets *, uint64_t track, struct descriptor_ids,
    struct descriptor_detail);

/* A track, or a counter, with no more than a name, in a process; 0: in none. */
void packets_name(struct packets *, uint64_t track, uint64_t process,
    struct span name, bool counter);

/*
 * The events of a Perfetto trace on their way to its packets.
 *
 * Those of one time wait for each other, so that flows can still bind to them,
 * and ends of slices wait until their time has come. A viewer puts packets of
 * one time in the order of the file: a slice must end before another begins.
 *
 * Memory: at most EVENT_QUEUE_MOST events, and 16 bytes for each open slice.
 */

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
	int64_t now;      /* the latest time that any event had, or 0 */
};

void event_queue_free(struct event_queue *);

/* Goes on to a time from 0 on; one before `now` changes nothing else. */
void event_queue_advance(struct event_queue *, int64_t ts);

/*
 * Adds an event, with its type and track, and returns it for the rest. It is
 * valid until the next one is added.
 */
struct queued *event_queue_add(
    struct event_queue *, int64_t ts, enum perfetto_type, uint64_t track);

/* Lets a slice end dur after its start. */
void event_queue_end(struct event_queue *, struct queued *, int64_t dur);

/* The last event of a thread that waits at this time, or NULL. */
struct queued *event_queue_last(
    struct event_queue *, int64_t ts, uint64_t thread);

/* Writes all, and the ends of all slices. */
void event_queue_finish(struct event_queue *);
