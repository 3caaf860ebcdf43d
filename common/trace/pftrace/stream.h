/*
 * stream - the packets of a Perfetto trace one after another, out of a
 * file or out of deflated data, and past damage.
 *
 * A packet is taken when another one or the end follows it. Where none can be,
 * or when the reader rejects one, reading goes on at the next place that has
 * the shape of a packet: the tag, a length, after it only fields that packets
 * can have, and then another packet. That may lie inside of what was taken for
 * one, because its length is wrong.
 */
#ifndef COMMON_TRACE_PFTRACE_STREAM_H
#define COMMON_TRACE_PFTRACE_STREAM_H

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/protobuf.h"
#include "common/input/inflate.h"
#include "common/input/input.h"

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
	int64_t deflated, inflated; /* bytes in all, to tell a bomb */
	int64_t taken, skipped;     /* bytes of packets, and of what is none */
	const char *damage;         /* NULL, or the first that is wrong */
};

void pf_stream_free(struct pf_stream *);

/* From now on, packets out of raw deflate data, which must stay. */
void pf_stream_inflate(struct pf_stream *, struct span deflated);

/* The next packet, valid until another: 1, 0 at the end, -1: reading failed, or
 * there is no memory. */
int pf_stream_next(struct pf_stream *, struct span *packet);

/* The last packet cannot be read: the next one may begin inside of it. */
void pf_stream_reject(struct pf_stream *);

/* Whether a packet can have such a field, and whether little else does. */
enum pf_shape { PF_SHAPE_WRONG, PF_SHAPE_POSSIBLE, PF_SHAPE_TELLING };
enum pf_shape pf_shape(const struct protobuf_field *);

#endif
