/*
 * pftrace_packets - the packets of a Perfetto trace, one at a time; those that
 * are deflated within a packet, too.
 */
#ifndef COMMON_TRACE_PFTRACE_PACKETS_H
#define COMMON_TRACE_PFTRACE_PACKETS_H

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/input/input.h"

enum { PF_PACKET_MAX = 8 << 20 }; /* a longer one is lost */

struct pf_packets {
	struct input *in;
	struct buf bytes;    /* read and not yet taken: from `at` on */
	struct buf inflated; /* packets that were deflated */
	size_t at;
	struct span inner;  /* of them, those to come */
	bool inside;        /* the last packet was one of them */
	int64_t lost;       /* packets that could not be read */
	const char *damage; /* NULL, or what is wrong with the file */
	bool over;          /* nothing comes any more */
};

void pf_packets_free(struct pf_packets *);

/* The next one, valid until another: 1; 0 at the end, -1: reading
 * failed, or there is no memory. */
int pf_packets_next(struct pf_packets *, struct span *packet);

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
 * The packets within a packet's zlib data come next. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int pf_packets_inflate(
    struct pf_packets *, struct span zlib);

#endif
