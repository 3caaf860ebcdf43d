/*
 * packet_reader - the packets of a Perfetto trace, one at a time; those that
 * are deflated within a packet, too.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"
#include "common/input/inflate.h"
#include "common/input/input.h"

/*
 * The packets of a Perfetto trace one after another, out of a
 * file or out of deflated data, and past damage.
 *
 * A packet is taken when another one or the end follows it. Where none can be,
 * or when the reader rejects one, reading goes on at the next place that has
 * the shape of a packet: the tag, a length, after it only fields that packets
 * can have, and then another packet. That may lie inside of what was taken for
 * one, because its length is wrong.
 */

enum { PF_PACKET_MAX = 8 << 20 }; /* a longer one is damage */

/* Zeroed but for `in`, it is at the beginning of a file. */
struct pf_stream {
	struct input *in;          /* NULL: what is read is deflated: */
	struct inflater *inflater; /* made when it is first needed */
	struct inflate_io io;
	struct buf bytes;           /* those read and not yet dropped */
	size_t at, last;            /* the next one to read; the last packet */
	bool ended;                 /* no more can be read */
	bool astray;                /* no packet begins at `at` */
	bool corrupt;               /* the deflated data end in damage */
	uint32_t check;             /* the Adler-32 of what was inflated */
	int64_t deflated, inflated; /* bytes in all, to tell a bomb */
	int64_t taken, skipped;     /* bytes of packets, and of what is none */
	const char *damage;         /* NULL, or the first that is wrong */
};

void pf_stream_free(struct pf_stream *);

/* From now on, packets out of raw deflate data, which must stay. */
void pf_stream_inflate(struct pf_stream *, struct span deflated);

/* The next packet, valid until another: 1, 0 at the end, -1: reading failed. */
int pf_stream_next(struct pf_stream *, struct span *packet);

/* The last packet cannot be read: the next one may begin inside of it. */
void pf_stream_reject(struct pf_stream *);

/* Whether a packet can have such a field, and whether little else does. */
enum pf_shape { PF_SHAPE_WRONG, PF_SHAPE_POSSIBLE, PF_SHAPE_TELLING };
enum pf_shape pf_shape(const struct protobuf_field *);

/* Whether data begin as zlib's do, which packets are deflated into. */
bool pf_is_zlib(struct span);

/* Zeroed but for outer.in, it is at the beginning of a file. */
struct pf_packets {
	struct pf_stream outer, inner; /* the file; a packet's deflated data */
	bool inside;                   /* the last packet is of the inner one */
};

void pf_packets_free(struct pf_packets *);

/* The next one, valid until another: 1; 0 at the end, -1: reading failed. */
int pf_packets_next(struct pf_packets *, struct span *packet);

/* The last packet cannot be read, as above. */
void pf_packets_reject(struct pf_packets *);

/* A packet, as far as it matters here. */
struct pf_packet {
	uint64_t sequence, time, clock, flags;
	bool has_time, has_clock, cleared, dropped;
	struct span interned, event, snapshot, defaults, deflated, chrome;
	struct span place;  /* what describes a track, process or thread: */
	uint32_t describes; /* the number of that field */
};

/* False if what is left of it is no message. */
bool pf_packet_read(struct span, struct pf_packet *);

/*
 * The packets within a packet's zlib data come next. Returns 0, 1 if that
 * cannot be.
 */
MUST_USE int pf_packets_inflate(struct pf_packets *, struct span zlib);
