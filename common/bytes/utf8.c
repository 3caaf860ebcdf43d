#include <stdbool.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "common/bytes/utf8.h"

/* The second byte's range is narrower after these first bytes. */
static int
second_fits(unsigned char first, unsigned char second)
{
	switch (first) {
	case 0xE0:
		return second >= 0xA0;
	case 0xED:
		return second <= 0x9F;
	case 0xF0:
		return second >= 0x90;
	case 0xF4:
		return second <= 0x8F;
	default:
		return 1;
	}
}

size_t
utf8_length(struct span s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t n;

	if (s.n == 0)
		return 0;
	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xC2 || p[0] > 0xF4)
		return 0;
	n = p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
	if (s.n < n || !second_fits(p[0], p[1]))
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	return n;
}

uint32_t
utf8_decode(struct span s, size_t *length)
{
	static const unsigned char mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
	uint32_t c;

	*length = utf8_length(s);
	if (*length == 0)
		return 0xFFFD;
	c = (unsigned char)s.p[0] & mask[*length];
	for (size_t i = 1; i < *length; i++)
		c = c << 6 | ((unsigned char)s.p[i] & 0x3F);
	return c;
}

size_t
utf8_encode(char *out, uint32_t c)
{
	if ((c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF)
		c = 0xFFFD;
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xC0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xE0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3F));
		out[2] = (char)(0x80 | (c & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3F));
	out[2] = (char)(0x80 | (c >> 6 & 0x3F));
	out[3] = (char)(0x80 | (c & 0x3F));
	return 4;
}

static bool
is_plain(char c, char stop)
{
	unsigned char u = (unsigned char)c;

	return u >= 0x20 && u < 0x7F && c != '\\' && c != stop;
}

/*
 * Whether all eight bytes are plain: the high bit of a byte of x - y shows that
 * x < y (Warren, "Hacker's Delight", 2nd edition, 2012, section 6-1). A borrow
 * can only spoil bytes above one that is not plain.
 */
static inline bool
are_plain(uint64_t w, char stop)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t backslash = w ^ ones * '\\';
	uint64_t other = w ^ ones * (unsigned char)stop;
	uint64_t found = (w - ones * 0x20) | (w + ones) | w |
	    (backslash - ones) | (other - ones);

	return !(found & ones << 7);
}

/* Copies eight bytes; false when they are not all plain. */
static inline bool
copy_8(char *out, const char *p, char stop)
{
	uint64_t w;

	memcpy(&w, p, sizeof w);
	if (!are_plain(w, stop))
		return false;
	memcpy(out, &w, sizeof w);
	return true;
}

/* The same of four to eight, as two halves that may overlap. */
static inline bool
copy_4_to_8(char *out, struct span s, char stop)
{
	uint32_t a, b;

	memcpy(&a, s.p, sizeof a);
	memcpy(&b, s.p + s.n - sizeof b, sizeof b);
	if (!are_plain((uint64_t)a << 32 | b, stop))
		return false;
	memcpy(out, &a, sizeof a);
	memcpy(out + s.n - sizeof b, &b, sizeof b);
	return true;
}

#ifdef __SSE2__
enum { WIDE = 16 };

/* And of WIDE bytes. */
static inline bool
copy_wide(char *out, const char *p, char stop)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i special =
	    _mm_or_si128(_mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(0x20)),
			     _mm_cmpeq_epi8(v, _mm_set1_epi8(0x7F))),
		_mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')),
		    _mm_cmpeq_epi8(v, _mm_set1_epi8(stop))));

	if (_mm_movemask_epi8(special)) /* bytes from 0x80 on are negative */
		return false;
	_mm_storeu_si128((__m128i *)(void *)out, v);
	return true;
}
#else
enum { WIDE = 8 };

static inline bool
copy_wide(char *out, const char *p, char stop)
{
	return copy_8(out, p, stop);
}
#endif

/* And of four to 16, all of them. */
static inline bool
copy_short(char *out, struct span s, char stop)
{
	if (s.n < 8)
		return copy_4_to_8(out, s, stop);
	return copy_8(out, s.p, stop) &&
	    copy_8(out + s.n - 8, s.p + s.n - 8, stop);
}

/* Most texts are copied as a whole; what is special stops all but the first. */
size_t
utf8_copy_plain(char *out, struct span s, char stop)
{
	size_t n = 0;

	if (s.n >= 4 && s.n <= 16 && copy_short(out, s, stop))
		return s.n;
	while (s.n - n >= WIDE && copy_wide(out + n, s.p + n, stop))
		n += WIDE;
	if (n && s.n - n < WIDE &&
	    copy_wide(out + s.n - WIDE, s.p + s.n - WIDE, stop))
		return s.n;
	for (; n < s.n && is_plain(s.p[n], stop); n++)
		out[n] = s.p[n];
	return n;
}
