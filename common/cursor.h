/*
 * cursor - one JSON object piece by piece: its strings, numbers, arrays.
 *
 * A header, to be compiled in line: fields.c does little else. The last byte of
 * the object is a brace. That is why only what may have taken that brace looks
 * for the end; all else stops at it.
 *
 * What is unusual is not taken, though it may be sound.
 */
#ifndef COMMON_CURSOR_H
#define COMMON_CURSOR_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/jsonin.h"

struct cursor {
	const char *p, *end;
};

static inline void
skip_blanks(struct cursor *c)
{
	while (c->p < c->end && *c->p <= ' ' && json_blank(*c->p))
		c->p++;
}

/* Skips blanks and that byte; false when it is not there. */
static inline bool
take(struct cursor *c, char byte)
{
	skip_blanks(c);
	if (c->p == c->end || *c->p != byte)
		return false;
	c->p++;
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
take_string(struct cursor *c, struct span *s, bool *escapes)
{
	const char *start = c->p++;

	*escapes = false;
	for (;;) {
		c->p = string_stop(c->p, c->end);
		if (!c->p)
			return false;
		if (*c->p++ == '"')
			break;
		*escapes = true;
		if (c->p == c->end || !is_plain_escape(*c->p++))
			return false;
	}
	*s = (struct span){start, (size_t)(c->p - start)};
	return true;
}

/* Printable ASCII but for the blank and : , " { } [ ] as a set of bits. */
static inline bool
is_plain(char c)
{
#define BIT(c) (UINT64_C(1) << ((c)&63))
	static const uint64_t plain[4] = {
	    UINT64_MAX << 33 & ~(BIT('"') | BIT(',') | BIT(':')),
	    ~(BIT('[') | BIT(']') | BIT('{') | BIT('}') | BIT(0x7F))};
#undef BIT
	unsigned char u = (unsigned char)c;

	return plain[u >> 6] >> (u & 63) & 1;
}

/*
 * A number, true and the like: a run of printable bytes without structure. Most
 * are numbers, whose bytes from - to 9 are all plain. The object's last brace
 * ends it at the latest.
 */
static inline bool
take_plain(struct cursor *c, struct span *s)
{
	const char *p = c->p;

	while (*p >= '-' && *p <= '9')
		p++;
	while (is_plain(*p))
		p++;
	*s = (struct span){c->p, (size_t)(p - c->p)};
	c->p = p;
	return s->n > 0;
}

/* An array of numbers and the like, which most arrays are. */
static bool
take_flat(struct cursor *c)
{
	struct span item;

	c->p++;
	if (take(c, ']'))
		return true;
	do {
		skip_blanks(c);
		if (!take_plain(c, &item))
			return false;
	} while (take(c, ','));
	return take(c, ']');
}

/* Any other array or object that is not looked into, of ASCII, no escapes. */
static bool
take_nested(struct cursor *c)
{
	struct scan scan;
	const char *end;
	size_t n;

	scan_start(&scan);
	if (scan_bytes(&scan, c->p, (size_t)(c->end - c->p), &n) != SCAN_DONE)
		return false;
	for (end = c->p + n; c->p < end; c->p++)
		if (*c->p == '\\' || *c->p == 0x7F ||
		    (*c->p < 0x20 && !json_blank(*c->p)))
			return false;
	return true;
}

static bool
take_structure(struct cursor *c, struct span *s)
{
	const char *start = c->p;

	if (*start != '[' || !take_flat(c)) {
		c->p = start;
		if (!take_nested(c))
			return false;
	}
	*s = (struct span){start, (size_t)(c->p - start)};
	return true;
}

static inline bool
take_value(struct cursor *c, struct span *s, bool *escapes)
{
	*escapes = false;
	switch (*c->p) {
	case '"':
		return take_string(c, s, escapes);
	case '{':
	case '[':
		return take_structure(c, s);
	default:
		return take_plain(c, s);
	}
}

static bool
take_key(struct cursor *c, struct span *key)
{
	bool escapes;

	if (c->p == c->end || *c->p != '"' || !take_string(c, key, &escapes) ||
	    escapes)
		return false;
	key->p++;
	key->n -= 2;
	return take(c, ':');
}

#endif
