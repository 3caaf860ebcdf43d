#include "common/bytes/protobuf.h"
#include "common/bytes/little.h"

/* Seven bits a byte, the lowest first; the eighth says that more follow. */
static size_t
print_varint(char *p, uint64_t v)
{
	size_t n = 0;

	for (; v >= 0x80; v >>= 7)
		p[n++] = (char)(v | 0x80);
	p[n++] = (char)v;
	return n;
}

void
protobuf_put(struct protobuf *m, struct span bytes)
{
	if (bytes.n && buf_add(&m->b, bytes.p, bytes.n))
		m->failed = true;
}

/* A tag and what follows it: a value, or a length. */
static void
put_field(
    struct protobuf *m, uint32_t field, enum protobuf_type type, uint64_t v)
{
	char *p;

	if (buf_reserve(&m->b, 2 * PROTOBUF_VARINT_MAX)) {
		m->failed = true;
		return;
	}
	p = m->b.p + m->b.n;
	p += print_varint(p, (uint64_t)field << 3 | type);
	p += print_varint(p, v);
	m->b.n = (size_t)(p - m->b.p);
}

void
protobuf_integer(struct protobuf *m, uint32_t field, uint64_t v)
{
	put_field(m, field, PROTOBUF_VARINT, v);
}

void
protobuf_fixed64(struct protobuf *m, uint32_t field, uint64_t v)
{
	char *p;

	if (buf_reserve(&m->b, PROTOBUF_VARINT_MAX + 8)) {
		m->failed = true;
		return;
	}
	p = m->b.p + m->b.n;
	p += print_varint(p, (uint64_t)field << 3 | PROTOBUF_FIXED64);
	for (size_t i = 0; i < 8; i++)
		*p++ = (char)(v >> (8 * i));
	m->b.n = (size_t)(p - m->b.p);
}

void
protobuf_double(struct protobuf *m, uint32_t field, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	protobuf_fixed64(m, field, bits);
}

void
protobuf_bytes(struct protobuf *m, uint32_t field, struct span bytes)
{
	put_field(m, field, PROTOBUF_BYTES, bytes.n);
	protobuf_put(m, bytes);
}

/* Most messages are short: one byte is kept for the length. */
size_t
protobuf_open(struct protobuf *m, uint32_t field)
{
	put_field(m, field, PROTOBUF_BYTES, 0);
	return m->b.n;
}

void
protobuf_close(struct protobuf *m, size_t start)
{
	char length[PROTOBUF_VARINT_MAX];
	size_t n = m->b.n - start, more;

	if (m->failed || buf_reserve(&m->b, PROTOBUF_VARINT_MAX)) {
		m->failed = true;
		return;
	}
	more = print_varint(length, n) - 1;
	if (more)
		memmove(m->b.p + start + more, m->b.p + start, n);
	memcpy(m->b.p + start - 1, length, more + 1);
	m->b.n += more;
}

/* The sevens of bits of eight bytes: they move together in pairs, in fours, in
 * eights. */
static inline uint64_t
join_sevens(uint64_t v)
{
	v = (v & UINT64_C(0x007f007f007f007f)) |
	    (v & UINT64_C(0x7f007f007f007f00)) >> 1;
	v = (v & UINT64_C(0x00003fff00003fff)) |
	    (v & UINT64_C(0x3fff00003fff0000)) >> 2;
	return (v & UINT64_C(0x000000000fffffff)) |
	    (v & UINT64_C(0x0fffffff00000000)) >> 4;
}

/*
 * A varint, all at once; it needs to see PROTOBUF_VARINT_MAX bytes. Returns its
 * length, 0 if it is too long. A time takes 25 instructions so, byte by byte
 * 90.
 */
static inline size_t
parse_varint(const char *text, uint64_t *value)
{
	const unsigned char *p = (const unsigned char *)text;
	const uint64_t stops = UINT64_C(0x8080808080808080);
	uint64_t v = span_word(text), last;

	if ((v & stops) == stops) {
		*value = join_sevens(v) | (uint64_t)(p[8] & 0x7f) << 56 |
		    (uint64_t)p[9] << 63;
		if (p[8] < 0x80)
			*value &= INT64_MAX;
		return p[8] < 0x80 ? 9 : p[9] < 0x80 ? 10 : 0;
	}
	last = ~v & stops & -(~v & stops); /* the first byte without a stop */
	*value = join_sevens(v & (last - 1));
	return (size_t)__builtin_ctzll(last) / 8 + 1;
}

int
protobuf_varint(struct span *m, uint64_t *value)
{
	size_t n =
	    m->n < PROTOBUF_VARINT_MAX ? 0 : parse_varint(m->p, value);
	uint64_t v = 0;

	if (n) {
		*m = span_cut(*m, n, m->n);
		return 1;
	}
	for (size_t i = 0; i < PROTOBUF_VARINT_MAX && i < m->n; i++) {
		unsigned char c = (unsigned char)m->p[i];

		v |= (uint64_t)(c & 0x7f) << (7 * i);
		if (c < 0x80) {
			*value = v;
			*m = span_cut(*m, i + 1, m->n);
			return 1;
		}
	}
	return 0;
}

/* A number of 4 or 8 bytes. */
static int
take_fixed(struct span *m, size_t n, uint64_t *value)
{
	const unsigned char *p = (const unsigned char *)m->p;

	if (m->n < n)
		return -1;
	*value = n == 8 ? little64(p) : little32(p);
	*m = span_cut(*m, n, m->n);
	return 1;
}

static int
take_bytes(struct span *m, struct span *bytes)
{
	uint64_t n;

	if (!protobuf_varint(m, &n) || n > m->n)
		return -1;
	*bytes = span_cut(*m, 0, (size_t)n);
	*m = span_cut(*m, (size_t)n, m->n);
	return 1;
}

/* The number and the type before a field: its length, 0 if that is odd. */
static inline size_t
parse_tag(const char *text, uint64_t *tag)
{
	const unsigned char *p = (const unsigned char *)text;

	*tag = p[0];
	if (p[0] < 0x80)
		return p[0] >= 8;
	*tag = (uint64_t)p[1] << 7 | (p[0] & 0x7f);
	return p[1] < 0x80 && p[1] ? 2 : 0;
}

enum { SHORT_TAG = 2 };

/*
 * A field of a short tag and a varint, which is its value or its length: a
 * third of the instructions that others take. Returns 0 and does nothing if it
 * is none.
 */
static int
take_short(struct span *m, struct protobuf_field *f)
{
	uint64_t tag, value;
	size_t n = parse_tag(m->p, &tag), digits;
	bool bytes = (tag & 7) == PROTOBUF_BYTES;

	if (n == 0 || (!bytes && (tag & 7) != PROTOBUF_VARINT))
		return 0;
	digits = parse_varint(m->p + n, &value);
	if (digits == 0)
		return 0;
	n += digits;
	if (bytes && value > m->n - n)
		return -1;
	f->number = (uint32_t)(tag >> 3);
	f->type = (enum protobuf_type)(tag & 7);
	f->value = bytes ? 0 : value;
	f->bytes = (struct span){m->p + n, bytes ? (size_t)value : 0};
	n += f->bytes.n;
	*m = span_cut(*m, n, m->n);
	return 1;
}

static int
take_field(struct span *m, struct protobuf_field *f)
{
	uint64_t tag;
	int got = m->n < SHORT_TAG + PROTOBUF_VARINT_MAX ? 0 : take_short(m, f);

	if (m->n == 0 || got)
		return got;
	if (!protobuf_varint(m, &tag) || tag >> 3 == 0 || tag >> 3 > UINT32_MAX)
		return -1;
	f->number = (uint32_t)(tag >> 3);
	f->type = (enum protobuf_type)(tag & 7);
	f->value = 0;
	f->bytes = (struct span){0};
	switch (f->type) {
	case PROTOBUF_VARINT:
		return protobuf_varint(m, &f->value) ? 1 : -1;
	case PROTOBUF_FIXED64:
		return take_fixed(m, 8, &f->value);
	case PROTOBUF_FIXED32:
		return take_fixed(m, 4, &f->value);
	case PROTOBUF_BYTES:
		return take_bytes(m, &f->bytes);
	}
	return -1;
}

void
protobuf_next_unusual(struct span message, struct protobuf_step *s)
{
	s->rest = message;
	s->got = take_field(&s->rest, &s->field);
	if (s->got <= 0)
		s->field = (struct protobuf_field){0};
}
