#include <zlib.h>

#include "common/bytes/little.h"
#include "common/trace/perfetto.h"
#include "common/trace/pftrace/packet_reader.h"

enum {
	READ = 1 << 18,    /* bytes at a time */
	HEAD = 12,         /* a tag and a length */
	FIELDS_MOST = 64,  /* of a packet; those of tracing have up to ten */
	INSIDE = 16 << 10, /* bytes of a packet that is searched for others */
	PACKED_MOST = 32,  /* times that packets shrink: they do to a tenth */
	FREE = 16 << 20,   /* bytes that may come of any deflated ones */
	CHECK = 4,         /* bytes behind them: their Adler-32 */
	TAG = PROTOBUF_MESSAGE(PERFETTO_TRACE_PACKET)
};

void
pf_stream_free(struct pf_stream *s)
{
	buf_free(&s->bytes);
	inflate_free(s->inflater);
}

void
pf_stream_inflate(struct pf_stream *s, struct span deflated)
{
	if (!s->inflater)
		s->inflater = inflate_new();
	inflate_restart(s->inflater);
	s->io = (struct inflate_io){
	    .in = (const unsigned char *)deflated.p, .in_n = deflated.n};
	s->bytes.n = s->at = 0;
	s->deflated += (int64_t)deflated.n;
	s->ended = s->astray = s->corrupt = false;
	s->check = 1;
}

/* Behind the data stands their sum, the highest byte first (RFC 1950, 2.2). */
static void
compare_check(struct pf_stream *s)
{
	bool right = s->io.in_n == CHECK &&
	    __builtin_bswap32(little32(s->io.in)) == s->check;

	if (!right && !s->damage)
		s->damage = "wrong checksum of the packets within a packet";
}

static ssize_t
inflate_some(struct pf_stream *s, char *p, size_t n)
{
	enum inflate_result r;

	if (s->corrupt)
		return 0;
	s->io.out = (unsigned char *)p;
	s->io.out_n = n;
	r = inflate_run(s->inflater, &s->io);
	s->corrupt = r == INFLATE_CORRUPT || (r == INFLATE_ON && s->io.out_n);
	if (s->corrupt && !s->damage)
		s->damage = "the packets within a packet cannot be inflated";
	s->ended = r == INFLATE_END;
	s->check =
	    (uint32_t)adler32_z(s->check, (unsigned char *)p, n - s->io.out_n);
	if (s->ended)
		compare_check(s);
	s->inflated += (int64_t)(n - s->io.out_n);
	if (s->inflated > FREE + PACKED_MOST * s->deflated) {
		s->corrupt = true;
		if (!s->damage)
			s->damage =
			    "the packets within a packet are far too long";
	}
	return (ssize_t)(n - s->io.out_n);
}

/* Keeps that many bytes at hand from `at` on, fewer at the end: 0, or -1. */
static int
read_ahead(struct pf_stream *s, size_t want)
{
	if (s->bytes.n - s->at < want && s->at) {
		memmove(s->bytes.p, s->bytes.p + s->at, s->bytes.n - s->at);
		s->bytes.n -= s->at;
		s->at = 0;
	}
	while (!s->ended && s->bytes.n - s->at < want) {
		char *p;
		ssize_t got;

		buf_reserve(&s->bytes, READ);
		p = s->bytes.p + s->bytes.n;
		got = s->in ? input_read(s->in, p, READ)
			    : inflate_some(s, p, READ);
		if (got < 0)
			return -1;
		s->bytes.n += (size_t)got;
		s->ended = s->ended || got == 0;
	}
	return 0;
}

static inline struct span
at_hand(const struct pf_stream *s)
{
	return span_cut(buf_span(&s->bytes), s->at, s->bytes.n);
}

/* RFC 1950, section 2.2; without a dictionary. */
bool
pf_is_zlib(struct span data)
{
	unsigned char method = data.n ? (unsigned char)data.p[0] : 0;
	unsigned char check = data.n > 1 ? (unsigned char)data.p[1] : 0;

	return data.n > 1 && (method & 15) == 8 && (check & 32) == 0 &&
	    (method << 8 | check) % 31 == 0;
}

enum pf_shape
pf_shape(const struct protobuf_field *f)
{
	enum protobuf_type type = PROTOBUF_BYTES;
	enum pf_shape shape = PF_SHAPE_POSSIBLE;

	switch (f->number) {
	case PERFETTO_PACKET_TIMESTAMP:
	case PERFETTO_PACKET_SEQUENCE:
	case PERFETTO_PACKET_CLOCK:
		shape = PF_SHAPE_TELLING;
		/* fall through */
	case PERFETTO_PACKET_FLAGS:
	case PERFETTO_PACKET_CLEARED:
	case PERFETTO_PACKET_DROPPED:
		type = PROTOBUF_VARINT;
		break;
	case PERFETTO_PACKET_EVENT:
	case PERFETTO_PACKET_INTERNED:
	case PERFETTO_PACKET_TRACK:
	case PERFETTO_PACKET_PROCESS:
	case PERFETTO_PACKET_THREAD:
	case PERFETTO_PACKET_DEFAULTS:
		shape = PF_SHAPE_TELLING;
		break;
	case PERFETTO_PACKET_FTRACE:
	case PERFETTO_PACKET_CHROME:
	case PERFETTO_PACKET_CLOCK_SNAPSHOT:
		break;
	case PERFETTO_PACKET_DEFLATED:
		return pf_is_zlib(f->bytes) ? PF_SHAPE_TELLING : PF_SHAPE_WRONG;
	default:
		return PF_SHAPE_POSSIBLE;
	}
	return f->type == type ? shape : PF_SHAPE_WRONG;
}

static bool
has_shape(struct span packet)
{
	enum pf_shape best = PF_SHAPE_POSSIBLE;
	struct protobuf_field f;

	for (int i = 0; i < FIELDS_MOST && protobuf_next(&packet, &f); i++) {
		enum pf_shape shape = pf_shape(&f);

		if (shape == PF_SHAPE_WRONG)
			return false;
		best = shape > best ? shape : best;
	}
	return packet.n == 0 && best == PF_SHAPE_TELLING;
}

/* A packet that may begin at a byte behind `at`. */
struct candidate {
	struct span packet; /* p NULL: a packet cannot be there, or not all */
	size_t end;         /* behind `at` */
	bool cut;           /* the data end in it */
	bool followed;      /* by another packet or the end */
};

/* Returns 0, or -1. */
static int
look_at(struct pf_stream *s, size_t from, struct candidate *c)
{
	struct span have;
	uint64_t n;

	*c = (struct candidate){0};
	if (read_ahead(s, from + HEAD))
		return -1;
	have = at_hand(s);
	have = span_cut(have, from, have.n);
	if (have.n == 0 || *have.p != TAG)
		return 0;
	have = span_cut(have, 1, have.n);
	c->cut = have.n < PROTOBUF_VARINT_MAX;
	if (!protobuf_varint(&have, &n) || n > PF_PACKET_MAX)
		return 0;
	from = (size_t)(have.p - s->bytes.p) - s->at;
	c->end = from + (size_t)n;
	if (read_ahead(s, c->end + 1))
		return -1;
	have = at_hand(s);
	c->cut = c->end > have.n;
	if (c->cut)
		return 0;
	c->packet = span_cut(have, from, c->end);
	c->followed = c->end == have.n || have.p[c->end] == TAG;
	return 0;
}

/*
 * The first packet that begins from a byte on and before another: 1, 0 if there
 * is none, -1. At `end` of what is at hand it may be there all the same.
 */
static int
search(struct pf_stream *s, size_t *from, size_t end)
{
	for (;; (*from)++) {
		struct span have = span_cut(at_hand(s), 0, end);
		struct candidate c;
		const char *tag = *from < have.n
		    ? memchr(have.p + *from, TAG, have.n - *from)
		    : NULL;

		if (!tag)
			break;
		*from = (size_t)(tag - have.p);
		if (look_at(s, *from, &c))
			return -1;
		if (c.followed && has_shape(c.packet))
			return 1;
	}
	*from = end;
	return 0;
}

static void
skip(struct pf_stream *s, size_t n)
{
	s->at += n;
	s->skipped += (int64_t)n;
}

/* Goes to the next packet: 1, 0 if there is none, -1. */
static int
resync(struct pf_stream *s, const char *why)
{
	size_t from = 1; /* behind what was tried */

	s->astray = false;
	if (!s->damage)
		s->damage = why;
	for (;;) {
		int got;

		if (read_ahead(s, from + HEAD))
			return -1;
		if (s->bytes.n - s->at <= from) {
			skip(s, s->bytes.n - s->at);
			return 0;
		}
		got = search(s, &from, s->bytes.n - s->at);
		if (got < 0)
			return -1;
		skip(s, from);
		if (got)
			return 1;
		from = 0;
	}
}

static void
take(struct pf_stream *s, size_t n)
{
	s->last = s->at;
	s->at += n;
	s->taken += (int64_t)n;
}

/* A packet that is in memory, of less than 16 KiB, as nearly all are. */
static bool
take_buffered(struct pf_stream *s, struct span *packet)
{
	const unsigned char *b;
	struct span have;
	size_t n, head;

	if (s->bytes.n - s->at < 3 || s->astray)
		return false;
	have = at_hand(s);
	b = (const unsigned char *)have.p;
	if (b[0] != TAG || (b[1] >= 0x80 && b[2] >= 0x80))
		return false;
	head = b[1] < 0x80 ? 2 : 3;
	n = b[1] < 0x80 ? b[1] : (size_t)b[2] << 7 | (b[1] & 0x7f);
	if (n >= have.n - head || b[head + n] != TAG)
		return false;
	*packet = span_cut(have, head, head + n);
	take(s, head + n);
	return true;
}

/* Whether what is there is a packet, rather than one with others inside. */
static int
is_whole(struct pf_stream *s, const struct candidate *c)
{
	size_t from = 1;
	int inside;

	if (c->followed && c->packet.n < INSIDE)
		return 1;
	if (c->followed && has_shape(c->packet))
		return 1;
	inside = search(s, &from, c->end);
	return inside < 0 ? -1 : !inside;
}

int
pf_stream_next(struct pf_stream *s, struct span *packet)
{
	if (take_buffered(s, packet))
		return 1;
	for (;;) {
		struct candidate c = {0};
		int whole = 0, got;

		if (!s->astray && look_at(s, 0, &c))
			return -1;
		if (!s->astray && s->at == s->bytes.n)
			return 0;
		if (c.packet.p)
			whole = is_whole(s, &c);
		if (whole < 0)
			return -1;
		if (whole && look_at(s, 0, &c)) /* it may have moved */
			return -1;
		if (whole) {
			*packet = c.packet;
			take(s, c.end);
			return 1;
		}
		got = resync(
		    s, c.cut ? "cut off" : "no packet where one should begin");
		if (got <= 0)
			return got;
	}
}

void
pf_stream_reject(struct pf_stream *s)
{
	size_t n = s->at - s->last;

	s->taken -= (int64_t)n;
	if (n >= INSIDE) {
		s->skipped += (int64_t)n;
	} else {
		s->at = s->last;
		s->astray = true;
	}
	if (!s->damage)
		s->damage = "a packet cannot be read";
}
