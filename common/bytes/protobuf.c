#include "common/bytes/protobuf.h"

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

/* A tag and what follows it: a value, or a length. */
static void
put_field(struct buf *m, uint32_t field, enum protobuf_type type, uint64_t v)
{
	char *p;

	buf_reserve(m, 2 * (size_t)PROTOBUF_VARINT_MAX);
	p = m->p + m->n;
	p += print_varint(p, (uint64_t)field << 3 | type);
	p += print_varint(p, v);
	m->n = (size_t)(p - m->p);
}

void
protobuf_integer(struct buf *m, uint32_t field, uint64_t v)
{
	put_field(m, field, PROTOBUF_VARINT, v);
}

void
protobuf_fixed64(struct buf *m, uint32_t field, uint64_t v)
{
	char *p;

	buf_reserve(m, PROTOBUF_VARINT_MAX + 8);
	p = m->p + m->n;
	p += print_varint(p, (uint64_t)field << 3 | PROTOBUF_FIXED64);
	for (size_t i = 0; i < 8; i++)
		*p++ = (char)(v >> (8 * i));
	m->n = (size_t)(p - m->p);
}

void
protobuf_double(struct buf *m, uint32_t field, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	protobuf_fixed64(m, field, bits);
}

void
protobuf_bytes(struct buf *m, uint32_t field, struct span bytes)
{
	put_field(m, field, PROTOBUF_BYTES, bytes.n);
	buf_add_span(m, bytes);
}

/* Most messages are short: one byte is kept for the length. */
size_t
protobuf_open(struct buf *m, uint32_t field)
{
	put_field(m, field, PROTOBUF_BYTES, 0);
	return m->n;
}

void
protobuf_close(struct buf *m, size_t start)
{
	char length[PROTOBUF_VARINT_MAX];
	size_t n = m->n - start, more;

	buf_reserve(m, PROTOBUF_VARINT_MAX);
	more = print_varint(length, n) - 1;
	if (more)
		memmove(m->p + start + more, m->p + start, n);
	memcpy(m->p + start - 1, length, more + 1);
	m->n += more;
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

/* Byte by byte, from the byte i on. */
static struct protobuf_number
add_sevens(const char *p, const char *end, unsigned i, uint64_t value)
{
	struct protobuf_number v = {NULL, value};

	for (; i < PROTOBUF_VARINT_MAX && p + i < end; i++) {
		unsigned char c = (unsigned char)p[i];

		v.value |= (uint64_t)(c & 0x7f) << (7 * i);
		if (c < 0x80) {
			v.next = p + i + 1;
			return v;
		}
	}
	return (struct protobuf_number){NULL, 0};
}

/*
 * All at once where it can see eight bytes: a time takes 25 instructions so,
 * byte by byte 90.
 */
struct protobuf_number
protobuf_number(const char *p, const char *end)
{
	const uint64_t stops = UINT64_C(0x8080808080808080);
	uint64_t word, last;

	if (end - p < (ptrdiff_t)sizeof word)
		return add_sevens(p, end, 0, 0);
	word = span_word(p);
	if ((word & stops) == stops)
		return add_sevens(p, end, sizeof word, join_sevens(word));
	last = ~word & stops & -(~word & stops); /* the first without a stop */
	return (struct protobuf_number){
	    p + __builtin_ctzll(last) / 8 + 1, join_sevens(word & (last - 1))};
}

int
protobuf_varint(struct span *m, uint64_t *value)
{
	struct protobuf_reader r = protobuf_read(*m);
	uint64_t v = protobuf_value(&r);

	if (r.damaged)
		return 0;
	*value = v;
	*m = protobuf_rest(&r);
	return 1;
}

bool
protobuf_next(struct span *message, struct protobuf_field *f)
{
	struct protobuf_reader r = protobuf_read(*message);
	uint32_t tag = protobuf_tag(&r);

	if (tag)
		*f = protobuf_field(&r, tag);
	if (tag == 0 || r.damaged)
		return false;
	*message = protobuf_rest(&r);
	return true;
}

int
protobuf_packed(struct protobuf_field *f, uint64_t *number)
{
	if (f->type == PROTOBUF_BYTES)
		return protobuf_varint(&f->bytes, number);
	*number = f->value;
	f->type = PROTOBUF_BYTES; /* of which no more come */
	return 1;
}

struct protobuf_field
protobuf_last(struct span message, uint32_t number)
{
	struct protobuf_field f, found = {0};

	while (protobuf_next(&message, &f))
		if (f.number == number)
			found = f;
	return found;
}

/* Takes a sound field, behind which another one or the end is. */
static bool
take_sound(struct span *message, struct protobuf_field *f,
    protobuf_sound *sound, enum protobuf_place place)
{
	struct protobuf_field next;
	struct span rest;

	if (!protobuf_next(message, f) || !sound(f, place))
		return false;
	rest = *message;
	if (place == PROTOBUF_SOUGHT)
		place = PROTOBUF_BEHIND_SOUGHT;
	return protobuf_next(&rest, &next) ? sound(&next, place) : rest.n == 0;
}

size_t
protobuf_resync(struct span message, size_t from, protobuf_sound *sound)
{
	for (; from < message.n; from++) {
		struct span rest = span_cut(message, from, message.n);
		struct protobuf_field f;

		if (take_sound(&rest, &f, sound, PROTOBUF_SOUGHT))
			break;
	}
	return from;
}

/*
 * Does another field begin in the first one, of n bytes, and end behind it?
 * Then bytes are missing in that: its own length and those around them are too
 * long.
 */
static bool
swallows_another(struct span whole, size_t n, protobuf_sound *sound)
{
	for (size_t from = 1; from < n; from++) {
		struct span rest = span_cut(whole, from, whole.n);
		struct protobuf_field f;

		if (take_sound(&rest, &f, sound, PROTOBUF_SOUGHT) &&
		    whole.n - rest.n > n)
			return true;
	}
	return false;
}

int
protobuf_next_sound(struct span *message, struct protobuf_field *f,
    protobuf_sound *sound, bool *damaged)
{
	struct span whole = *message, content = *message;
	uint64_t tag, n;

	if (whole.n == 0)
		return 0;
	if (take_sound(message, f, sound, PROTOBUF_IN_ORDER))
		return 1;
	*damaged = true;
	*message = whole;
	if (protobuf_next(message, f) && sound(f, PROTOBUF_BEFORE_DAMAGE) &&
	    !swallows_another(whole, whole.n - message->n, sound))
		return 1;
	*message = span_cut(whole, protobuf_resync(whole, 1, sound), whole.n);
	*f = (struct protobuf_field){.type = PROTOBUF_BYTES};
	if (protobuf_varint(&content, &tag) && tag <= UINT32_MAX &&
	    (tag & 7) == PROTOBUF_BYTES && protobuf_varint(&content, &n)) {
		f->number = (uint32_t)tag >> 3;
		f->bytes = content;
		if (content.n > message->n)
			f->bytes.n -= message->n;
		else
			f->bytes.n = 0;
	}
	return 1;
}
