/*
 * descriptor - what a Perfetto trace says of a track.
 *
 * A track may be described again: what comes later is added to what is known.
 * When there is no memory, the packets have failed.
 */
#ifndef TRACE_JSON_DESCRIPTOR_H
#define TRACE_JSON_DESCRIPTOR_H

#include "tools/trace-json/packets.h"

/* Zeroed but for the packets. */
struct descriptor {
	struct packets *packets;
	struct protobuf bytes;
};

/* Of a process, or with a tid of a thread; -1: none. */
struct descriptor_ids {
	int64_t pid, tid;
};

/* What else is known of a process or thread; field 0: nothing. */
struct descriptor_detail {
	uint32_t field;
	struct span text;
	bool number;
};

void descriptor_process(struct descriptor *, uint64_t track,
    struct descriptor_ids, struct descriptor_detail);
void descriptor_thread(struct descriptor *, uint64_t track,
    struct descriptor_ids, struct descriptor_detail);

/* A track with no more than a name, in that of a process; 0: in none. */
void descriptor_named(
    struct descriptor *, uint64_t track, uint64_t process, struct span name);
void descriptor_counter(
    struct descriptor *, uint64_t track, uint64_t process, struct span name);

void descriptor_free(struct descriptor *);

#endif
