#include "common/trace/pftrace/packet_reader.h"
#include "common/bytes/protobuf.h"
#include "common/trace/perfetto.h"

enum { ZLIB_HEAD = 2 }; /* before the deflated data: RFC 1950 */

void
pf_packets_free(struct pf_packets *p)
{
	pf_stream_free(&p->outer);
	pf_stream_free(&p->inner);
}

int
pf_packets_next(struct pf_packets *p, struct span *packet)
{
	int got;

	do {
		struct pf_stream *from = p->inside ? &p->inner : &p->outer;

		got = pf_stream_next(from, packet);
		if (got == 0 && !p->inside)
			return 0;
		p->inside = p->inside && got > 0;
	} while (got == 0 || (got > 0 && packet->n == 0));
	return got;
}

void
pf_packets_reject(struct pf_packets *p)
{
	pf_stream_reject(p->inside ? &p->inner : &p->outer);
}

int
pf_packets_inflate(struct pf_packets *p, struct span zlib)
{
	if (p->inside || zlib.n < ZLIB_HEAD) /* they lie one deep */
		return 1;
	p->inside = true;
	pf_stream_inflate(&p->inner, span_cut(zlib, ZLIB_HEAD, zlib.n));
	return 0;
}

/* Reads descriptions and flags, which are not part of an event. */
static void
take_rare(struct pf_packet *k, struct protobuf_reader *m, uint32_t tag)
{
	switch (tag) {
	case PROTOBUF_VALUE(PERFETTO_PACKET_CLEARED):
		k->cleared = protobuf_value(m) != 0;
		break;
	case PROTOBUF_VALUE(PERFETTO_PACKET_DROPPED):
		k->dropped = protobuf_value(m) != 0;
		break;
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_TRACK):
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_PROCESS):
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_THREAD):
		k->place = protobuf_message(m);
		k->describes = tag >> 3;
		break;
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_CLOCK_SNAPSHOT):
		k->snapshot = protobuf_message(m);
		break;
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_DEFAULTS):
		k->defaults = protobuf_message(m);
		break;
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_CHROME):
		k->chrome = protobuf_message(m);
		break;
	case PROTOBUF_MESSAGE(PERFETTO_PACKET_DEFLATED):
		k->deflated = protobuf_message(m);
		break;
	default:
		protobuf_skip(m, tag);
	}
}

/* One by one: compilers make a slow loop of a whole struct this long. */
static inline void
clear(struct pf_packet *k)
{
	static const struct span none;

	k->sequence = k->time = k->clock = k->flags = 0;
	k->has_time = k->has_clock = k->cleared = k->dropped = false;
	k->describes = 0;
	k->interned = k->event = k->snapshot = none;
	k->defaults = k->deflated = k->chrome = k->place = none;
}

bool
pf_packet_read(struct span message, struct pf_packet *k)
{
	struct protobuf_reader m = protobuf_read(message);
	uint32_t tag;

	clear(k);
	while ((tag = protobuf_tag(&m)))
		switch (tag) {
		case PROTOBUF_VALUE(PERFETTO_PACKET_SEQUENCE):
			k->sequence = protobuf_value(&m);
			break;
		case PROTOBUF_VALUE(PERFETTO_PACKET_TIMESTAMP):
			k->time = protobuf_value(&m);
			k->has_time = true;
			break;
		case PROTOBUF_VALUE(PERFETTO_PACKET_CLOCK):
			k->clock = protobuf_value(&m);
			k->has_clock = true;
			break;
		case PROTOBUF_VALUE(PERFETTO_PACKET_FLAGS):
			k->flags = protobuf_value(&m);
			break;
		case PROTOBUF_MESSAGE(PERFETTO_PACKET_EVENT):
			k->event = protobuf_message(&m);
			break;
		case PROTOBUF_MESSAGE(PERFETTO_PACKET_INTERNED):
			k->interned = protobuf_message(&m);
			break;
		default:
			take_rare(k, &m, tag);
		}
	return !m.damaged;
}
