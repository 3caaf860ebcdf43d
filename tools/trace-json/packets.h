/*
 * packets - the packets of a Perfetto trace, all of one sequence.
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
#ifndef TRACE_JSON_PACKETS_H
#define TRACE_JSON_PACKETS_H

#include "common/bytes/pool.h"
#include "common/bytes/protobuf.h"

enum { PACKETS_TEXTS = 1 << 22 };

enum packets_table {
	PACKETS_CATEGORIES,
	PACKETS_NAMES,
	PACKETS_KEYS,
	PACKETS_VALUES,
	PACKETS_TABLES
};

/* A packet with an event, while it is made. */
struct packet {
	struct protobuf event, interned;
};

/* Zeroed, it has no packets. */
struct packets {
	struct protobuf out; /* packets; the caller takes them out */
	bool begun;          /* a state is known */
	int packets;         /* of it */
	int64_t zero;        /* ns: where its clock begins */
	struct pool *texts[PACKETS_TABLES];
	uint64_t before[PACKETS_TABLES]; /* numbers of texts forgotten */
	size_t bytes; /* of the texts that are known, and their pool */
};

void packets_free(struct packets *);

/*
 * The number of a text in the packet at hand, which gets the text if that is
 * new. Packets are written in the order in which they are made. Returns 0 when
 * there is no memory; then the packet has failed.
 */
uint64_t packets_number(
    struct packets *, struct packet *, enum packets_table, struct span text);

/* Writes a packet; the time is from 0 on. Makes it empty. */
void packets_write(struct packets *, int64_t ns, struct packet *);

/* Writes the end of the innermost slice of a track. */
void packets_end_slice(struct packets *, int64_t ns, uint64_t track);

/* Writes a descriptor of a track. */
void packets_track(struct packets *, struct span descriptor);

/* Forgets texts, if they are many. No packet may be in the making. */
void packets_refresh(struct packets *);

void packet_free(struct packet *);

#endif
