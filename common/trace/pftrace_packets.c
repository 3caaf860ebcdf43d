#include "common/trace/pftrace_packets.h"
#include "common/bytes/protobuf.h"
#include "common/input/inflate.h"
#include "common/trace/perfetto.h"

enum {
	READ = 1 << 18,          /* bytes at a time */
	HEAD = 20,               /* a tag and a length */
	ZLIB_HEAD = 2,           /* before the deflated data: RFC 1950 */
	INFLATED_MAX = 256 << 20 /* of one packet */
};

void
pf_packets_free(struct pf_packets *p)
{
	buf_free(&p->bytes);
	buf_free(&p->inflated);
}

/* What has been read: `want` bytes, fewer only at the end. -1: failed. */
static int
read_ahead(struct pf_packets *p, size_t want, struct span *have)
{
	if (p->bytes.n - p->at < want && p->at) {
		memmove(p->bytes.p, p->bytes.p + p->at, p->bytes.n - p->at);
		p->bytes.n -= p->at;
		p->at = 0;
	}
	while (p->bytes.n - p->at < want) {
		ssize_t got;

		if (buf_reserve(&p->bytes, READ))
			return -1;
		got = input_read(p->in, p->bytes.p + p->bytes.n, READ);
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		p->bytes.n += (size_t)got;
	}
	*have = span_cut(buf_span(&p->bytes), p->at, p->bytes.n);
	return 0;
}

static int
end_with(struct pf_packets *p, const char *damage)
{
	const char *data = input_damage(p->in);

	p->over = true;
	if (!p->damage)
		p->damage = data ? data : damage;
	return 0;
}

/* Goes past bytes that are not kept. */
static int
skip(struct pf_packets *p, uint64_t n)
{
	struct span have;

	while (n) {
		if (read_ahead(p, 1, &have))
			return -1;
		if (have.n == 0) {
			p->lost++;
			return end_with(p, "cut off");
		}
		if (have.n > n)
			have.n = (size_t)n;
		p->at += have.n;
		n -= have.n;
	}
	return 1;
}

/*
 * Reads a tag and, before bytes, their length: 1, 0 if the file ends in it, -1
 * if there is none. Other fields than packets have other types.
 */
static int
read_head(struct span *have, uint64_t *number, uint64_t *n)
{
	uint64_t tag, value;
	bool whole = have->n >= HEAD;

	if (!protobuf_varint(have, &tag))
		return whole ? -1 : 0;
	*number = tag >> 3;
	switch (tag & 7) {
	case PROTOBUF_VARINT:
		*n = 0;
		return protobuf_varint(have, &value) ? 1 : whole ? -1 : 0;
	case PROTOBUF_FIXED64:
	case PROTOBUF_FIXED32:
		*n = (tag & 7) == PROTOBUF_FIXED64 ? 8 : 4;
		return 1;
	case PROTOBUF_BYTES:
		return protobuf_varint(have, n) ? 1 : whole ? -1 : 0;
	}
	return -1;
}

/* A packet that is in memory, of less than 16 KiB, as nearly all are. */
static bool
take_buffered(struct pf_packets *p, struct span *packet)
{
	const unsigned char *b;
	struct span have;
	size_t n, head;

	if (p->bytes.n - p->at < 3)
		return false;
	have = span_cut(buf_span(&p->bytes), p->at, p->bytes.n);
	b = (const unsigned char *)have.p;
	if (b[0] != (PERFETTO_TRACE_PACKET << 3 | PROTOBUF_BYTES) ||
	    (b[1] >= 0x80 && b[2] >= 0x80))
		return false;
	head = b[1] < 0x80 ? 2 : 3;
	n = b[1] < 0x80 ? b[1] : (size_t)b[2] << 7 | (b[1] & 0x7f);
	if (n > have.n - head)
		return false;
	*packet = span_cut(have, head, head + n);
	p->at += head + n;
	return true;
}

/* The next packet of the file itself; *packet stays empty for what is none. */
static int
next_outer(struct pf_packets *p, struct span *packet)
{
	uint64_t number, n;
	struct span have;
	size_t before;
	int got;

	if (take_buffered(p, packet))
		return 1;
	if (read_ahead(p, HEAD, &have))
		return -1;
	if (have.n == 0)
		return end_with(p, NULL);
	before = have.n;
	got = read_head(&have, &number, &n);
	if (got <= 0) {
		p->lost++;
		return end_with(
		    p, got ? "no packet where one should begin" : "cut off");
	}
	p->at += before - have.n;
	if (number != PERFETTO_TRACE_PACKET || n > PF_PACKET_MAX) {
		p->lost += number == PERFETTO_TRACE_PACKET;
		return skip(p, n);
	}
	if (read_ahead(p, (size_t)n, &have))
		return -1;
	if (have.n < n) {
		p->lost++;
		return end_with(p, "cut off");
	}
	*packet = span_cut(have, 0, (size_t)n);
	p->at += (size_t)n;
	return 1;
}

static void
next_inner(struct pf_packets *p, struct span *packet)
{
	struct protobuf_field f;

	if (protobuf_next(&p->inner, &f) != 1) {
		p->lost++;
		p->inner = (struct span){0};
	} else if (f.number == PERFETTO_TRACE_PACKET) {
		*packet = f.bytes;
	}
}

int
pf_packets_next(struct pf_packets *p, struct span *packet)
{
	*packet = (struct span){0};
	while (!p->over && packet->n == 0) {
		int got = 1;

		p->inside = p->inner.n > 0;
		if (p->inside)
			next_inner(p, packet);
		else
			got = next_outer(p, packet);
		if (got < 0)
			return -1;
	}
	return packet->n > 0;
}

/* Inflates all of it, or as much as there is room for. */
static int
inflate_all(struct pf_packets *p, struct inflater *i, struct span data)
{
	enum inflate_result r = INFLATE_ON;
	struct inflate_io io = {(const unsigned char *)data.p, data.n, NULL, 0};
	size_t before;

	do {
		if (buf_reserve(&p->inflated, READ))
			return -1;
		before = p->inflated.n;
		io.out = (unsigned char *)p->inflated.p + p->inflated.n;
		io.out_n = p->inflated.cap - p->inflated.n;
		r = inflate_run(i, &io);
		p->inflated.n = p->inflated.cap - io.out_n;
	} while (r == INFLATE_ON && p->inflated.n > before &&
	    p->inflated.n < INFLATED_MAX);
	if (r != INFLATE_END)
		p->lost++;
	return r == INFLATE_NO_MEMORY ? -1 : 0;
}

int
pf_packets_inflate(struct pf_packets *p, struct span zlib)
{
	struct inflater *i;
	int rc;

	if (p->inside || zlib.n < ZLIB_HEAD) { /* they lie one deep */
		p->lost++;
		return 0;
	}
	i = inflate_new();
	if (!i)
		return -1;
	p->inflated.n = 0;
	rc = inflate_all(p, i, span_cut(zlib, ZLIB_HEAD, zlib.n));
	inflate_free(i);
	p->inner = buf_span(&p->inflated);
	return rc;
}

/* What packets have that describe, not one of an event. */
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
	k->defaults = k->deflated = k->place = none;
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
