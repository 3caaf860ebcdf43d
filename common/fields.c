#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/fields.h"
#include "common/jsonin.h"

/* What is left of the object, and where values go. */
struct reader {
	const char *p, *end;
	const struct json_keys *keys;
	struct span *values;
};

static inline void
skip_blanks(struct reader *r)
{
	while (r->p < r->end && *r->p <= ' ' && json_blank(*r->p))
		r->p++;
}

/* Skips blanks and that byte; false when it is not there. */
static inline bool
take(struct reader *r, char c)
{
	skip_blanks(r);
	if (r->p == r->end || *r->p != c)
		return false;
	r->p++;
	return true;
}

/* The escapes that jsmn knows, without \u: that is left to jsmn. */
static bool
is_plain_escape(char c)
{
	return c && strchr("\"\\/bfnrt", c);
}

#ifdef __SSE2__
/* Finds either in 16 bytes: -1 if there is none. */
static inline int
stop_in_16(const char *p)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	int mask = _mm_movemask_epi8(
	    _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
		_mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))));

	return mask ? __builtin_ctz((unsigned)mask) : -1;
}
#endif

/* The first quote or backslash from p on, or NULL. */
static inline const char *
string_stop(const char *p, const char *end)
{
#ifdef __SSE2__
	for (; end - p >= 16; p += 16) {
		int at = stop_in_16(p);

		if (at >= 0)
			return p + at;
	}
#endif
	for (; p < end; p++)
		if (*p == '"' || *p == '\\')
			return p;
	return NULL;
}

/*
 * Takes a string, the first byte being its quote. *escapes tells whether it has
 * any. False when it does not end, or has escapes that jsmn does not read.
 */
static bool
take_string(struct reader *r, struct span *s, bool *escapes)
{
	const char *start = r->p++;

	*escapes = false;
	for (;;) {
		r->p = string_stop(r->p, r->end);
		if (!r->p)
			return false;
		if (*r->p++ == '"')
			break;
		*escapes = true;
		if (r->p == r->end || !is_plain_escape(*r->p++))
			return false;
	}
	*s = (struct span){start, (size_t)(r->p - start)};
	return true;
}

static inline bool
is_plain(char c)
{
	switch (c) {
	case ',':
	case ':':
	case '{':
	case '}':
	case '[':
	case ']':
	case '"':
	case 0x7F:
		return false;
	default:
		return c > 0x20;
	}
}

/* A number, true and the like: a run of printable bytes without structure. */
static bool
take_plain(struct reader *r, struct span *s)
{
	const char *start = r->p;

	while (r->p < r->end && is_plain(*r->p))
		r->p++;
	*s = (struct span){start, (size_t)(r->p - start)};
	return s->n > 0;
}

/* An array of numbers and the like, which most arrays are. */
static bool
take_flat(struct reader *r)
{
	struct span item;

	r->p++;
	if (take(r, ']'))
		return true;
	do {
		skip_blanks(r);
		if (!take_plain(r, &item))
			return false;
	} while (take(r, ','));
	return take(r, ']');
}

/* Any other array or object that is not looked into, of ASCII, no escapes. */
static bool
take_nested(struct reader *r)
{
	struct scan scan;
	const char *end;
	size_t n;

	scan_start(&scan);
	if (scan_bytes(&scan, r->p, (size_t)(r->end - r->p), &n) != SCAN_DONE)
		return false;
	for (end = r->p + n; r->p < end; r->p++)
		if (*r->p == '\\' || *r->p == 0x7F ||
		    (*r->p < 0x20 && !json_blank(*r->p)))
			return false;
	return true;
}

static bool
take_structure(struct reader *r, struct span *s)
{
	const char *start = r->p;

	if (*start != '[' || !take_flat(r)) {
		r->p = start;
		if (!take_nested(r))
			return false;
	}
	*s = (struct span){start, (size_t)(r->p - start)};
	return true;
}

static bool
take_value(struct reader *r, struct span *s)
{
	bool escapes;

	skip_blanks(r);
	if (r->p == r->end)
		return false;
	switch (*r->p) {
	case '"':
		return take_string(r, s, &escapes);
	case '{':
	case '[':
		return take_structure(r, s);
	default:
		return take_plain(r, s);
	}
}

static bool
take_key(struct reader *r, struct span *key)
{
	bool escapes;

	if (r->p == r->end || *r->p != '"' || !take_string(r, key, &escapes) ||
	    escapes)
		return false;
	key->p++;
	key->n -= 2;
	return take(r, ':');
}

/* Where the value of that key goes, or NULL. */
static struct span *
place_of(struct span key, const struct json_names *keys, struct span *values)
{
	if (!(keys->lengths & json_length_bit(key.n)))
		return NULL;
	for (size_t i = 0; i < keys->n; i++)
		if (keys->name[i].n == key.n && key.n &&
		    *keys->name[i].p == *key.p &&
		    memcmp(keys->name[i].p, key.p, key.n) == 0)
			return &values[i];
	return NULL;
}

/*
 * Takes an object's members, the first byte being its brace; `args` among them
 * too, if keys of args are wanted.
 */
static bool
take_members(struct reader *r, const struct json_names *keys,
    struct span *values, bool *args)
{
	r->p++;
	if (take(r, '}'))
		return true;
	do {
		struct span key, value, *place;

		skip_blanks(r);
		if (!take_key(r, &key))
			return false;
		skip_blanks(r);
		if (args && span_is(key, "args") && r->p < r->end &&
		    *r->p == '{') {
			if (*args)
				return false;
			*args = true;
			if (!take_members(r, &r->keys->args,
				r->values + r->keys->top.n, NULL))
				return false;
			continue;
		}
		if (!take_value(r, &value))
			return false;
		place = place_of(key, keys, values);
		if (place)
			*place = value;
	} while (take(r, ','));
	return take(r, '}');
}

bool
fields_read(
    struct span object, const struct json_keys *keys, struct span *values)
{
	struct reader r = {object.p, object.p + object.n, keys, values};
	bool args = false;

	for (size_t i = 0; i < keys->top.n + keys->args.n; i++)
		values[i] = (struct span){0};
	return object.n && *r.p == '{' &&
	    take_members(&r, &keys->top, values, &args) && r.p == r.end;
}
