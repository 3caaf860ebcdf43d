#include "common/trace/beside.h"
#include "common/json/jsontext.h"

void
beside_free(struct beside *b)
{
	buf_free(&b->key);
	members_free(&b->members);
}

static enum beside_result
no_memory(struct beside *b)
{
	b->j->error = "out of memory";
	return BESIDE_FAILED;
}

/* The input ended, or failed: `got` is what jsonin answered. */
static enum beside_result
cut(struct beside *b, int got, const char *how)
{
	b->cut = how;
	return got < 0 ? BESIDE_FAILED : BESIDE_CUT;
}

/* The value behind a key and its colon, by its first byte. */
static enum beside_result
read_value(struct beside *b, char first)
{
	struct span key = buf_span(&b->key);
	size_t length;

	if (first == '[' && span_is(key, "traceEvents")) {
		jsonin_skip(b->j, 1);
		return BESIDE_EVENTS;
	}
	switch (jsonin_value(b->j, &length)) {
	case JSONIN_WHOLE:
		if (members_add(&b->members, key,
			(struct span){jsonin_bytes(b->j).p, length}))
			return no_memory(b);
		jsonin_skip(b->j, length);
		return BESIDE_MEMBER;
	case JSONIN_TOO_LONG:
		return BESIDE_MEMBER;
	case JSONIN_BROKEN:
		return BESIDE_BROKEN;
	case JSONIN_CUT:
		return cut(b, 0, "cut off beside traceEvents");
	default:
		return BESIDE_FAILED;
	}
}

/* Keeps what a key says. Returns 0, or -1: no memory. */
static int
keep_key(struct beside *b, struct span key)
{
	struct span text;

	b->key.n = 0;
	if (buf_reserve(&b->key, key.n))
		return -1;
	text = json_text(key, &b->key);
	return b->key.n ? 0 : buf_add(&b->key, text.p, text.n);
}

static enum beside_result
read_member(struct beside *b)
{
	size_t length;
	char c;
	int got;

	switch (jsonin_value(b->j, &length)) {
	case JSONIN_WHOLE:
		break;
	case JSONIN_CUT:
		return cut(b, 0, "cut off inside a key");
	case JSONIN_FAILED:
		return BESIDE_FAILED;
	default:
		return BESIDE_BROKEN;
	}
	if (keep_key(b, (struct span){jsonin_bytes(b->j).p, length}))
		return no_memory(b);
	jsonin_skip(b->j, length);
	got = jsonin_colon(b->j, &c);
	return got == 1 ? read_value(b, c)
			: cut(b, got, "cut off beside traceEvents");
}

enum beside_result
beside_next(struct beside *b)
{
	char c;
	int got = jsonin_peek(b->j, &c);

	if (got <= 0)
		return cut(
		    b, got, "cut off: the outermost object does not end");
	if (c == '"')
		return read_member(b);
	if (c != ',' && c != '}')
		return BESIDE_BROKEN;
	jsonin_skip(b->j, 1);
	return c == ',' ? BESIDE_MEMBER : BESIDE_END;
}
