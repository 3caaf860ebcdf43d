#include <errno.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/number.h"
#include "common/json/jsontext.h"
#include "common/json/sound.h"
#include "common/trace/perfetto.h"
#include "tools/trace-json/packet_writer.h"

enum {
	DIGITS = 64,       /* of a number that is not taken as text */
	SHARED_MOST = 4096 /* bytes of a text that may come again */
};

enum annotation_number
annotation_number(struct span value, uint64_t *whole, double *real)
{
	char text[DIGITS + 1], *end;
	int64_t v;

	if (value.n == 0 || (*value.p != '-' && !ascii_is_digit(*value.p)))
		return ANNOTATION_NONE;
	if (!number_is(value) || value.n > DIGITS)
		return ANNOTATION_NONE;
	if (fixed_parse_int(value, &v) == 0) {
		*whole = (uint64_t)v;
		return ANNOTATION_WHOLE;
	}
	memcpy(text, value.p, value.n);
	text[value.n] = '\0';
	if (strspn(text, "0123456789") == value.n) {
		errno = 0;
		*whole = strtoull(text, &end, 10);
		return errno ? ANNOTATION_NONE : ANNOTATION_UNSIGNED;
	}
	if (strspn(text, "-0123456789") == value.n)
		return ANNOTATION_NONE;
	*real = strtod(text, &end);
	return ANNOTATION_REAL;
}

static void
put_text(struct packets *s, struct packet *k, struct span text)
{
	if (text.n <= SHARED_MOST)
		protobuf_integer(&k->event, PERFETTO_ANNOTATION_VALUE,
		    packets_number(s, k, PACKETS_VALUES, text));
	else
		protobuf_bytes(&k->event, PERFETTO_ANNOTATION_TEXT, text);
}

static void
put_value(struct packets *s, struct packet *k, struct span value)
{
	uint64_t whole;
	double real;

	switch (annotation_number(value, &whole, &real)) {
	case ANNOTATION_WHOLE:
		protobuf_integer(&k->event, PERFETTO_ANNOTATION_INTEGER, whole);
		return;
	case ANNOTATION_UNSIGNED:
		protobuf_integer(
		    &k->event, PERFETTO_ANNOTATION_UNSIGNED, whole);
		return;
	case ANNOTATION_REAL:
		protobuf_double(&k->event, PERFETTO_ANNOTATION_DOUBLE, real);
		return;
	case ANNOTATION_NONE:
		break;
	}
	if (span_is(value, "true") || span_is(value, "false"))
		protobuf_integer(&k->event, PERFETTO_ANNOTATION_BOOL,
		    span_is(value, "true"));
	else if (!span_is(value, "null"))
		put_text(s, k, json_text(value, &s->said));
}

void
annotations_put_one(
    struct packets *s, struct packet *k, struct span key, struct span value)
{
	size_t start = protobuf_open(&k->event, PERFETTO_EVENT_ANNOTATION);

	protobuf_integer(&k->event, PERFETTO_ANNOTATION_KEY,
	    packets_number(s, k, PACKETS_KEYS, key));
	s->said.n = 0;
	put_value(s, k, value);
	protobuf_close(&k->event, start);
}

void
annotations_put_member(
    struct packets *s, struct packet *k, struct span key, struct span value)
{
	s->said.n = 0;
	annotations_put_one(s, k, json_text(key, &s->said), value);
}

void
annotations_put(struct packets *s, struct packet *k, struct span object)
{
	struct span key, value;

	while (json_next_member(&object, &key, &value))
		annotations_put_member(s, k, key, value);
}
