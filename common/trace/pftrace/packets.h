/*
 * packets - the packets of a Perfetto trace, one at a time; those that
 * are deflated within a packet, too.
 */
#ifndef COMMON_TRACE_PFTRACE_PACKETS_H
#define COMMON_TRACE_PFTRACE_PACKETS_H

#include "common/trace/pftrace/stream.h"

/* Zeroed but for outer.in, it is at the beginning of a file. */
struct pf_packets {
	struct pf_stream outer, inner; /* the file; a packet's deflated data */
	bool inside;                   /* the last packet is of the inner one */
};

void pf_packets_free(struct pf_packets *);

/* The next one, valid until another: 1; 0 at the end, -1: reading
 * failed, or there is no memory. */
int pf_packets_next(struct pf_packets *, struct span *packet);

/* The last packet cannot be read: see stream.h. */
void pf_packets_reject(struct pf_packets *);

/* How many events were likely in the bytes that are no packets, if so many were
 * in the packets. */
int64_t pf_packets_lost(const struct pf_packets *, int64_t events);

/* NULL, or what is wrong with the file. */
const char *pf_packets_damage(const struct pf_packets *);

/* A packet, as far as it matters here. */
struct pf_packet {
	uint64_t sequence, time, clock, flags;
	bool has_time, has_clock, cleared, dropped;
	struct span interned, event, snapshot, defaults, deflated;
	struct span place;  /* what describes a track, process or thread: */
	uint32_t describes; /* the number of that field */
};

/* False if what is left of it is no message. */
bool pf_packet_read(struct span, struct pf_packet *);

/*
 * The packets within a packet's zlib data come next. Returns 0, 1 if that
 * cannot be.
 */
__attribute__((warn_unused_result)) int pf_packets_inflate(
    struct pf_packets *, struct span zlib);

#endif
