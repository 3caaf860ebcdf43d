#include "common/bytes/protobuf.h"

enum { VARINT_MAX = 10 };

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

static void
put_varint(struct protobuf *m, uint64_t v)
{
	if (buf_reserve(&m->b, VARINT_MAX))
		m->failed = true;
	else
		m->b.n += print_varint(m->b.p + m->b.n, v);
}

static void
put_tag(struct protobuf *m, uint32_t field, enum protobuf_type type)
{
	put_varint(m, (uint64_t)field << 3 | type);
}

void
protobuf_integer(struct protobuf *m, uint32_t field, uint64_t v)
{
	put_tag(m, field, PROTOBUF_VARINT);
	put_varint(m, v);
}

void
protobuf_fixed64(struct protobuf *m, uint32_t field, uint64_t v)
{
	char bytes[8];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(v >> (8 * i));
	put_tag(m, field, PROTOBUF_FIXED64);
	protobuf_put(m, (struct span){bytes, sizeof bytes});
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
	put_tag(m, field, PROTOBUF_BYTES);
	put_varint(m, bytes.n);
	protobuf_put(m, bytes);
}

/* Most messages are short: one byte is kept for the length. */
size_t
protobuf_open(struct protobuf *m, uint32_t field)
{
	put_tag(m, field, PROTOBUF_BYTES);
	put_varint(m, 0);
	return m->b.n;
}

void
protobuf_close(struct protobuf *m, size_t start)
{
	char length[VARINT_MAX];
	size_t n = m->b.n - start, more;

	if (m->failed || buf_reserve(&m->b, VARINT_MAX)) {
		m->failed = true;
		return;
	}
	more = print_varint(length, n) - 1;
	if (more)
		memmove(m->b.p + start + more, m->b.p + start, n);
	memcpy(m->b.p + start - 1, length, more + 1);
	m->b.n += more;
}
