/*
 * cursor - one JSON object piece by piece: its strings, numbers, arrays.
 *
 * A header, to be compiled in line: fields.c does little else. Each function
 * begins at p, which is before `end`, and returns where it came to, or NULL
 * when it does not take what is there: what is unusual is not taken, though it
 * may be sound. The last byte of the object is a brace. That is why only what
 * may have taken that brace looks for the end; all else stops at it. After the
 * end there are FIELDS_PAD bytes that can be read: most bytes are looked at 16
 * at a time.
 */
#pragma once

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/json/scan.h"

static inline const char *
skip_blanks(const char *p, const char *end)
{
	while (p < end && *p <= ' ' && scan_blank(*p))
		p++;
	return p;
}

/* Skips blanks and that byte. */
static inline const char *
take_byte(const char *p, const char *end, char byte)
{
	p = skip_blanks(p, end);
	return p < end && *p == byte ? p + 1 : NULL;
}

/* Are the first n <= 16 of 16 bytes the same? */
static inline bool
same_in_16(const char *a, const char *b, unsigned n)
{
#ifdef __SSE2__
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)a);
	__m128i y = _mm_loadu_si128((const __m128i *)(const void *)b);
	unsigned same = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));

	return !(~same << (16 - n) & 0xFFFF);
#else
	return memcmp(a, b, n) == 0;
#endif
}

/* The first quote or backslash of 16 bytes; -1 if there is none. */
static inline int
stop_in_16(const char *p)
{
#ifdef __SSE2__
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	int mask = _mm_movemask_epi8(
	    _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
		_mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))));

	return mask ? __builtin_ctz((unsigned)mask) : -1;
#else
	for (int i = 0; i < 16; i++)
		if (p[i] == '"' || p[i] == '\\')
			return i;
	return -1;
#endif
}

/* The first quote or backslash from p on. */
static inline const char *
string_stop(const char *p, const char *end)
{
	for (; p < end; p += 16) {
		int at = stop_in_16(p);

		if (at >= 0)
			return at < end - p ? p + at : NULL;
	}
	return NULL;
}

/* Takes the rest of a string. */
static const char *
end_string(const char *p, const char *end, bool *escapes)
{
	for (;;) {
		p = string_stop(p, end);
		if (!p || *p == '"')
			return p ? p + 1 : NULL;
		*escapes = true;
		p++;
		/* the escapes that jsmn knows; \u is left to jsmn */
		if (p == end || !*p || !strchr("\"\\/bfnrt", *p++))
			return NULL;
	}
}

/*
 * Takes a string, the first byte being its quote; a short one without a call.
 * *escapes tells whether it has any.
 */
static inline const char *
take_string(const char *p, const char *end, bool *escapes)
{
	int at = stop_in_16(++p);

	*escapes = false;
	if (at < 0)
		return end_string(p + 16, end, escapes);
	if (at < end - p && p[at] == '"')
		return p + at + 1;
	return end_string(p, end, escapes);
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

/* How many of 16 bytes are from that byte to 9, until one is not. */
static inline int
run_in_16(const char *p, char low)
{
#ifdef __SSE2__
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	int mask = _mm_movemask_epi8(
	    _mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(low)),
		_mm_cmpgt_epi8(v, _mm_set1_epi8('9'))));

	return __builtin_ctz((unsigned)mask | 1 << 16);
#else
	int n = 0;

	while (n < 16 && p[n] >= low && p[n] <= '9')
		n++;
	return n;
#endif
}

/*
 * Takes a number, true and the like: a run of printable bytes without
 * structure. Most are numbers, whose bytes from - to 9 are all plain.
 */
static inline const char *
take_plain(const char *p)
{
	const char *start = p;

	p += run_in_16(p, '-'); /* -./0123456789 */
	if (*p != ',')          /* which most numbers are before */
		while (is_plain(*p))
			p++;
	return p > start ? p : NULL;
}

/*
 * Takes most numbers, the first byte being a digit: whole or with decimals,
 * without zeros in front, at most 16 digits on a side of the point.
 */
static inline const char *
take_usual_number(const char *p)
{
	int digits = run_in_16(p, '0');

	if (*p == '0' && digits > 1)
		return NULL;
	p += digits;
	if (*p == '.') {
		digits = run_in_16(++p, '0');
		if (digits == 0)
			return NULL;
		p += digits;
	}
	return *p == ',' || !is_plain(*p) ? p : NULL;
}

/* ASCII without escapes and, blanks apart, control bytes? */
static inline bool
is_clear(const char *p, const char *end)
{
	for (; p < end; p++)
		if (*p == '\\' || *p == 0x7F || (*p < 0x20 && !scan_blank(*p)))
			return false;
	return true;
}

enum { CURSOR_DEPTH = 4 }; /* of arrays in arrays */

static const char *take_array(const char *, const char *end, int depth);

/* Takes an item of an array: a clear string, a number, an array. */
static inline const char *
take_item(const char *p, const char *end, int depth)
{
	const char *start;
	bool escapes;

	p = start = skip_blanks(p, end);
	if (p == end)
		return NULL;
	if (*p == '[')
		return depth ? take_array(p, end, depth) : NULL;
	if (*p != '"')
		return take_plain(p);
	p = take_string(p, end, &escapes);
	return p && is_clear(start, p) ? p : NULL;
}

/* Takes an array of such items, which most arrays are. */
static const char *
take_array(const char *p, const char *end, int depth)
{
	const char *behind = take_byte(++p, end, ']');

	if (behind)
		return behind;
	for (;;) {
		p = take_item(p, end, depth - 1);
		if (!p)
			return NULL;
		behind = take_byte(p, end, ',');
		if (!behind)
			return take_byte(p, end, ']');
		p = behind;
	}
}

/* Any other array or object that is not looked into, and is clear. */
static const char *
take_nested(const char *p, const char *end)
{
	struct scan scan;
	size_t n;

	scan_start(&scan);
	if (scan_bytes(&scan, p, (size_t)(end - p), &n) != SCAN_DONE)
		return NULL;
	return is_clear(p, p + n) ? p + n : NULL;
}

static const char *
take_structure(const char *p, const char *end)
{
	const char *behind =
	    *p == '[' ? take_array(p, end, CURSOR_DEPTH) : NULL;

	return behind ? behind : take_nested(p, end);
}

/* Takes any value; *escapes tells whether it is a string that has some. */
static inline const char *
take_value(const char *p, const char *end, bool *escapes)
{
	*escapes = false;
	switch (*p) {
	case '"':
		return take_string(p, end, escapes);
	case '{':
	case '[':
		return take_structure(p, end);
	default:
		return take_plain(p);
	}
}
