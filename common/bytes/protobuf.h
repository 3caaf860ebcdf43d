/*
 * protobuf - the wire format of Protocol Buffers, written and read (Google,
 * "Protocol Buffers: Encoding").
 *
 * A message is a run of fields: the number of the field and the type of its
 * value in one varint, then a varint, eight bytes, or a length and that many
 * bytes. A message within another is bytes.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/bytes/little.h"

enum { PROTOBUF_VARINT_MAX = 10 }; /* bytes */

enum protobuf_type {
	PROTOBUF_VARINT = 0,
	PROTOBUF_FIXED64 = 1,
	PROTOBUF_BYTES = 2,
	PROTOBUF_FIXED32 = 5
};

/* Appended fields: unsigned or, as two's complement, signed integers, enums,
 * bools. */
void protobuf_integer(struct buf *, uint32_t field, uint64_t);
void protobuf_fixed64(struct buf *, uint32_t field, uint64_t);
void protobuf_double(struct buf *, uint32_t field, double);
void protobuf_bytes(struct buf *, uint32_t field, struct span);

/*
 * A message within the message: what is written between both calls is in it.
 * protobuf_close takes what protobuf_open returned.
 */
size_t protobuf_open(struct buf *, uint32_t field);
void protobuf_close(struct buf *, size_t start);

/* A field that was read. */
struct protobuf_field {
	uint32_t number;
	enum protobuf_type type;
	uint64_t value;    /* of a varint, or the bits of a fixed one */
	struct span bytes; /* of PROTOBUF_BYTES: within the message */
};

/* Takes a varint off the front: 1, or 0 if it is cut off or too long. */
int protobuf_varint(struct span *message, uint64_t *);

/*
 * Takes a field off the front of a message. False at its end, or if what is
 * left is no message, and stays: a length beyond its end, a type that does not
 * exist.
 */
bool protobuf_next(struct span *message, struct protobuf_field *);

/* The next of a field's whole numbers, packed or one: 1, or 0, as above. */
int protobuf_packed(struct protobuf_field *, uint64_t *);

/*
 * The last field of that number, as far as the message is one; zeros if there
 * is none.
 */
struct protobuf_field protobuf_last(struct span message, uint32_t number);

/*
 * Damage. A message is read on at the next place from which a field leads to
 * another or to the end, both such as the message can have. Whether it can have
 * a field is asked where nothing seems wrong, of a field that is sought, of the
 * one behind it, and of one behind which something is wrong. Of what is in it
 * nothing is looked at then, a few fields, a few, and all.
 */
enum protobuf_place {
	PROTOBUF_IN_ORDER,
	PROTOBUF_SOUGHT,
	PROTOBUF_BEHIND_SOUGHT,
	PROTOBUF_BEFORE_DAMAGE
};
typedef bool protobuf_sound(const struct protobuf_field *, enum protobuf_place);

/* The first such place from a byte on; the message's length: there is none. */
size_t protobuf_resync(struct span message, size_t from, protobuf_sound *);

/*
 * As protobuf_next, past damage: a field that is not sound, or that leads to
 * none, reaches as far as the next sound one, whatever its length says. Its
 * number is 0 if it is no message. `damaged` is set then, and else stays.
 */
int protobuf_next_sound(struct span *message, struct protobuf_field *,
    protobuf_sound *, bool *damaged);

/*
 * The same where it has to be fast: after protobuf_read, the tag of each field,
 * and what follows it as long as its type says.
 *
 *	while ((tag = protobuf_tag(&r)))
 *		switch (tag) {
 *		case PROTOBUF_VALUE(8):
 *			time = protobuf_value(&r);
 *			break;
 *		default:
 *			protobuf_skip(&r, tag);
 *		}
 *
 * Damage ends the message and sets `damaged`. A field takes a dozen
 * instructions if its tag and its value or length have one byte each. Compilers
 * keep the struct in registers, as its address goes to inline functions only.
 */
struct protobuf_reader {
	const char *p, *end;
	bool damaged;
};

/* The tags of a field, before a value, a message and eight bytes. */
#define PROTOBUF_VALUE(field) ((uint32_t)(field) << 3 | PROTOBUF_VARINT)
#define PROTOBUF_MESSAGE(field) ((uint32_t)(field) << 3 | PROTOBUF_BYTES)
#define PROTOBUF_EIGHT(field) ((uint32_t)(field) << 3 | PROTOBUF_FIXED64)

/* Out of line they would have to write the reader to memory. */
#define PROTOBUF_INLINE inline __attribute__((always_inline))

static inline struct protobuf_reader
protobuf_read(struct span message)
{
	const char *p = message.n ? message.p : ""; /* NULL takes no offset */

	return (struct protobuf_reader){p, p + message.n, false};
}

/* The unread bytes. */
static inline struct span
protobuf_rest(const struct protobuf_reader *r)
{
	return (struct span){r->p, (size_t)(r->end - r->p)};
}

static inline void
protobuf_break(struct protobuf_reader *r)
{
	r->p = r->end;
	r->damaged = true;
}

/* A varint of any length, and what follows; NULL: it is none. */
struct protobuf_number {
	const char *next;
	uint64_t value;
};
struct protobuf_number protobuf_number(const char *p, const char *end);

/* After a PROTOBUF_VALUE; of a broken one it is 0. */
static PROTOBUF_INLINE uint64_t
protobuf_value(struct protobuf_reader *r)
{
	const unsigned char *p = (const unsigned char *)r->p;
	struct protobuf_number v;

	if (r->p != r->end && p[0] < 0x80) {
		r->p++;
		return p[0];
	}
	if (r->end - r->p > 1 && p[1] < 0x80) {
		r->p += 2;
		return (uint64_t)p[1] << 7 | (p[0] & 0x7f);
	}
	v = protobuf_number(r->p, r->end);
	if (v.next)
		r->p = v.next;
	else
		protobuf_break(r);
	return v.value;
}

/* The tag of the next field; 0 at the end. */
static PROTOBUF_INLINE uint32_t
protobuf_tag(struct protobuf_reader *r)
{
	const unsigned char *p = (const unsigned char *)r->p;
	uint64_t tag;

	if (r->p == r->end)
		return 0;
	if (p[0] >= 8 && p[0] < 0x80) {
		r->p++;
		return p[0];
	}
	tag = protobuf_value(r);
	if (tag >> 3 && tag <= UINT32_MAX)
		return (uint32_t)tag;
	protobuf_break(r);
	return 0;
}

/* The next n bytes; empty, and damage, if there are fewer. */
static PROTOBUF_INLINE struct span
protobuf_take(struct protobuf_reader *r, uint64_t n)
{
	struct span bytes = protobuf_rest(r);

	if (n > bytes.n) {
		protobuf_break(r);
		return (struct span){0};
	}
	bytes.n = (size_t)n;
	r->p += n;
	return bytes;
}

/* After a PROTOBUF_MESSAGE. */
static PROTOBUF_INLINE struct span
protobuf_message(struct protobuf_reader *r)
{
	return protobuf_take(r, protobuf_value(r));
}

/* After a PROTOBUF_EIGHT. */
static inline uint64_t
protobuf_eight(struct protobuf_reader *r)
{
	struct span bytes = protobuf_take(r, 8);

	return bytes.n ? little64((const unsigned char *)bytes.p) : 0;
}

static inline uint64_t
protobuf_four(struct protobuf_reader *r)
{
	struct span bytes = protobuf_take(r, 4);

	return bytes.n ? little32((const unsigned char *)bytes.p) : 0;
}

/* Reads the value behind a tag of any type. */
static PROTOBUF_INLINE struct protobuf_field
protobuf_field(struct protobuf_reader *r, uint32_t tag)
{
	struct protobuf_field f = {
	    .number = tag >> 3, .type = (enum protobuf_type)(tag & 7)};

	switch (f.type) {
	case PROTOBUF_VARINT:
		f.value = protobuf_value(r);
		break;
	case PROTOBUF_BYTES:
		f.bytes = protobuf_message(r);
		break;
	case PROTOBUF_FIXED64:
		f.value = protobuf_eight(r);
		break;
	case PROTOBUF_FIXED32:
		f.value = protobuf_four(r);
		break;
	default:
		protobuf_break(r);
	}
	return f;
}

/* Goes past it. */
static PROTOBUF_INLINE void
protobuf_skip(struct protobuf_reader *r, uint32_t tag)
{
	(void)protobuf_field(r, tag);
}
