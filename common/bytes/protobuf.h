/*
 * protobuf - the wire format of Protocol Buffers, written and read (Google,
 * "Protocol Buffers: Encoding").
 *
 * A message is a run of fields: the number of the field and the type of what
 * follows in one varint, then a varint, eight bytes, or a length and so many
 * bytes. A message within another is such bytes.
 *
 * When there is no memory, `failed` says so from then on, and what is written
 * is worth nothing: so one question at the end will do.
 */
#ifndef COMMON_BYTES_PROTOBUF_H
#define COMMON_BYTES_PROTOBUF_H

#include "common/bytes/buf.h"

enum { PROTOBUF_VARINT_MAX = 10 }; /* bytes */

enum protobuf_type {
	PROTOBUF_VARINT = 0,
	PROTOBUF_FIXED64 = 1,
	PROTOBUF_BYTES = 2,
	PROTOBUF_FIXED32 = 5
};

/* Zeroed, it is empty. */
struct protobuf {
	struct buf b;
	bool failed;
};

/* Fields: unsigned or, as two's complement, signed integers, enums, bools. */
void protobuf_integer(struct protobuf *, uint32_t field, uint64_t);
void protobuf_fixed64(struct protobuf *, uint32_t field, uint64_t);
void protobuf_double(struct protobuf *, uint32_t field, double);
void protobuf_bytes(struct protobuf *, uint32_t field, struct span);

/* Bytes as they are: fields that were written elsewhere. */
void protobuf_put(struct protobuf *, struct span);

/*
 * A message within the message: what is written between both calls is in it.
 * protobuf_close takes what protobuf_open returned.
 */
size_t protobuf_open(struct protobuf *, uint32_t field);
void protobuf_close(struct protobuf *, size_t start);

/* A field that was read. */
struct protobuf_field {
	uint32_t number;
	enum protobuf_type type;
	uint64_t value;    /* of a varint, or the bits of a fixed one */
	struct span bytes; /* of PROTOBUF_BYTES: within the message */
};

/* Takes a varint off the front: 1, or 0 if it is cut off or too long. */
int protobuf_varint(struct span *message, uint64_t *);

/* A field, what protobuf_next returns, and the message behind it. */
struct protobuf_step {
	struct protobuf_field field;
	struct span rest;
	int got;
};

/* Of protobuf_next, where a field is not of the usual kind. */
__attribute__((noinline)) void protobuf_next_unusual(
    struct span message, struct protobuf_step *);

/*
 * It hands no pointers on: so compilers keep in registers what they point to,
 * and processors need not read as one what was just written in two halves,
 * which takes them a dozen cycles.
 */
static inline __attribute__((always_inline)) int
protobuf_next_other(struct span *message, struct protobuf_field *f)
{
	struct protobuf_step s;

	if (message->n == 0)
		return 0;
	protobuf_next_unusual(*message, &s);
	*message = s.rest;
	*f = s.field;
	return s.got;
}

/*
 * Takes a field off the front of a message: 1, 0 at its end, -1 if what is
 * left is no message: a length beyond its end, a type that does not exist.
 *
 * Most fields have a low number and then one or two bytes, a value or a length:
 * they take two dozen instructions, others sixty.
 */
static inline int
protobuf_next(struct span *message, struct protobuf_field *f)
{
	const unsigned char *p = (const unsigned char *)message->p;
	size_t head = 2, value, n;

	if (message->n < 2 || p[0] < 8 || p[0] >= 0x80 || p[0] & 5)
		return protobuf_next_other(message, f);
	value = p[1];
	if (value >= 0x80) {
		if (message->n < 3 || p[2] >= 0x80)
			return protobuf_next_other(message, f);
		value = (size_t)p[2] << 7 | (value & 0x7f);
		head = 3;
	}
	n = (p[0] & 7) == PROTOBUF_BYTES ? value : 0;
	if (n > message->n - head)
		return -1;
	f->number = p[0] >> 3;
	f->type = (enum protobuf_type)(p[0] & 7);
	f->value = n ? 0 : value;
	f->bytes = (struct span){message->p + head, n};
	message->p += head + n;
	message->n -= head + n;
	return 1;
}

#endif
