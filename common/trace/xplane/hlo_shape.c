#include <stdio.h>

#include "common/bytes/protobuf.h"
#include "common/trace/xplane/hlo.h"

/* Field numbers of Shape, Layout and ConvolutionDimensionNumbers. */
enum {
	SHAPE_TYPE = 2,
	SHAPE_SIZES = 3,
	SHAPE_TUPLE = 4,
	SHAPE_LAYOUT = 5,
	LAYOUT_ORDER = 1,
	KERNEL_INPUT_FEATURE = 3,
	KERNEL_OUTPUT_FEATURE = 4,
	KERNEL_SPATIAL = 6,
	INPUT_BATCH = 7,
	INPUT_FEATURE = 8,
	OUTPUT_BATCH = 9,
	OUTPUT_FEATURE = 10,
	INPUT_SPATIAL = 11,
	OUTPUT_SPATIAL = 12
};

/* Of PrimitiveType, by their numbers. */
static const char *const types[] = {"invalid", "pred", "s8", "s16", "s32",
    "s64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "tuple", "opaque",
    "c64", "bf16", "token", "c128", "f8e5m2", "f8e4m3fn", "s4", "u4",
    "f8e4m3b11fnuz", "f8e5m2fnuz", "f8e4m3fnuz", "s2", "u2", "f8e4m3", "f8e3m4",
    "s1", "u1", "f4e2m1fn", "f8e8m0fnu"};
enum { TYPES = COUNT(types), TUPLE = 13 };

enum { LABELS = 10 }; /* of an operand of a convolution: a character each */

bool
hlo_next_number(struct hlo_numbers *in, uint64_t *value)
{
	while (!in->of.number || !protobuf_packed(&in->of, value)) {
		in->damaged |= in->of.bytes.n > 0;
		do
			if (!protobuf_next(&in->message, &in->of))
				return false;
		while (in->of.number != in->field);
	}
	return true;
}

void
hlo_put_numbers(struct buf *out, struct span message, uint32_t field)
{
	struct hlo_numbers in = {.message = message, .field = field};
	const char *comma = "";
	uint64_t value;
	char text[32];

	while (hlo_next_number(&in, &value)) {
		int n = snprintf(
		    text, sizeof text, "%s%lld", comma, (long long)value);

		buf_add(out, text, (size_t)n);
		comma = ",";
	}
}

static uint64_t
type_of(struct span shape)
{
	uint64_t type = protobuf_last(shape, SHAPE_TYPE).value;

	return type < TYPES ? type : 0;
}

bool
hlo_is_tuple(struct span shape)
{
	return type_of(shape) == TUPLE;
}

/* Writes one shape that is no tuple. */
typedef void put_one(struct buf *, struct span shape);

/* A tuple, whose parts are written one by one, or the shape itself. */
static void
put_parts(struct buf *out, struct span shape, put_one *one,
    const char *const *marks, int depth)
{
	struct protobuf_field f;
	const char *before = marks[0];

	if (!hlo_is_tuple(shape)) {
		one(out, shape);
		return;
	}
	if (depth == HLO_TUPLES) {
		BUF_ADD_ALL(out, span_of(marks[0]), span_of(marks[2]));
		return;
	}
	while (protobuf_next(&shape, &f)) {
		if (f.number != SHAPE_TUPLE || f.type != PROTOBUF_BYTES)
			continue;
		buf_add_text(out, before);
		put_parts(out, f.bytes, one, marks, depth + 1);
		before = marks[1];
	}
	if (before == marks[0])
		buf_add_text(out, before);
	buf_add_text(out, marks[2]);
}

static void
put_plain_dims(struct buf *out, struct span shape)
{
	buf_add_text(out, "[");
	hlo_put_numbers(out, shape, SHAPE_SIZES);
	buf_add_text(out, "]");
}

static void
put_plain_shape(struct buf *out, struct span shape)
{
	struct span layout = protobuf_last(shape, SHAPE_LAYOUT).bytes;
	size_t start;

	buf_add_text(out, types[type_of(shape)]);
	put_plain_dims(out, shape);
	buf_add_text(out, "{");
	start = out->n;
	hlo_put_numbers(out, layout, LAYOUT_ORDER);
	if (out->n > start)
		buf_add_text(out, "}");
	else
		out->n--; /* it says nothing of its layout */
}

static void
put_plain_type(struct buf *out, struct span shape)
{
	BUF_ADD_ALL(
	    out, span_of("\""), span_of(types[type_of(shape)]), span_of("\""));
}

static const char *const json[] = {"[", ",", "]"};

void
hlo_put_shape(struct buf *out, struct span shape)
{
	static const char *const marks[] = {"(", ", ", ")"};

	put_parts(out, shape, put_plain_shape, marks, 0);
}

void
hlo_put_dims(struct buf *out, struct span shape)
{
	put_parts(out, shape, put_plain_dims, json, 0);
}

void
hlo_put_type(struct buf *out, struct span shape)
{
	put_parts(out, shape, put_plain_type, json, 0);
}

/* Writes a letter at the place of a dimension: false if there is none, or it
 * has one already. */
static bool
label(char *text, size_t n, uint64_t place, char letter)
{
	if (place >= n || text[place])
		return false;
	text[place] = letter;
	return true;
}

/* The labels of one operand: two letters, and digits for what is in space. */
static bool
label_all(char *text, struct span numbers, const char *letters,
    const uint32_t *fields)
{
	struct hlo_numbers space = {.message = numbers, .field = fields[2]};
	uint64_t place[LABELS], value;
	size_t n = 0;

	while (hlo_next_number(&space, &value)) {
		if (n + 2 == LABELS)
			return false;
		place[n++] = value;
	}
	memset(text, 0, LABELS + 1);
	if (!label(text, n + 2, protobuf_last(numbers, fields[0]).value,
		letters[0]) ||
	    !label(text, n + 2, protobuf_last(numbers, fields[1]).value,
		letters[1]))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!label(text, n + 2, place[i], (char)('0' + i)))
			return false;
	return true;
}

void
hlo_put_labels(struct buf *out, struct span numbers)
{
	static const uint32_t in[] = {
	    INPUT_BATCH, INPUT_FEATURE, INPUT_SPATIAL};
	static const uint32_t kernel[] = {
	    KERNEL_OUTPUT_FEATURE, KERNEL_INPUT_FEATURE, KERNEL_SPATIAL};
	static const uint32_t result[] = {
	    OUTPUT_BATCH, OUTPUT_FEATURE, OUTPUT_SPATIAL};
	char text[3][LABELS + 1];

	if (numbers.n == 0 || !label_all(text[0], numbers, "bf", in) ||
	    !label_all(text[1], numbers, "oi", kernel) ||
	    !label_all(text[2], numbers, "bf", result))
		return;
	BUF_ADD_ALL(out, span_of(text[0]), span_of("_"), span_of(text[1]),
	    span_of("->"), span_of(text[2]));
}
