/*
 * 16 bytes at a time with what every x86-64 has. The bit 0x20 is set before
 * brackets are compared, because [ and { differ only there, and so do ] and }.
 */
#include <stdbool.h>

#include "common/blocks_simd.h"

#ifdef __SSE2__
#include <emmintrin.h>

#define FILL blocks_sse2
#define LEVEL

struct bytes {
	__m128i a, b, c, d;
};

static inline __m128i
load_16(const char *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline struct bytes
load(const char *p)
{
	return (struct bytes){
	    load_16(p), load_16(p + 16), load_16(p + 32), load_16(p + 48)};
}

static inline struct bytes
fold(struct bytes v)
{
	__m128i bit = _mm_set1_epi8(0x20);

	return (struct bytes){_mm_or_si128(v.a, bit), _mm_or_si128(v.b, bit),
	    _mm_or_si128(v.c, bit), _mm_or_si128(v.d, bit)};
}

static inline uint64_t
equal_16(__m128i v, __m128i c)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, c));
}

static inline uint64_t
equal(struct bytes v, char byte)
{
	__m128i c = _mm_set1_epi8(byte);

	return equal_16(v.a, c) | equal_16(v.b, c) << 16 |
	    equal_16(v.c, c) << 32 | equal_16(v.d, c) << 48;
}

static inline bool
has_backslash(struct bytes v)
{
	__m128i c = _mm_set1_epi8('\\');
	__m128i ab =
	    _mm_or_si128(_mm_cmpeq_epi8(v.a, c), _mm_cmpeq_epi8(v.b, c));
	__m128i cd =
	    _mm_or_si128(_mm_cmpeq_epi8(v.c, c), _mm_cmpeq_epi8(v.d, c));

	return _mm_movemask_epi8(_mm_or_si128(ab, cd)) != 0;
}

/*
 * There is no instruction for it at this level. Sums of pairs, of fours, and of
 * all bytes by one multiplication (Warren, "Hacker's Delight", 2nd edition,
 * 2012, section 5-1); the compiler's library looks bytes up in a table instead.
 */
static inline int
count_bits(uint64_t x)
{
	const uint64_t pairs = UINT64_C(0x5555555555555555);
	const uint64_t fours = UINT64_C(0x3333333333333333);
	const uint64_t bytes = UINT64_C(0x0F0F0F0F0F0F0F0F);

	x -= x >> 1 & pairs;
	x = (x & fours) + (x >> 2 & fours);
	x = (x + (x >> 4)) & bytes;
	return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}

static inline uint64_t
prefix(uint64_t x)
{
	return prefix_xor(x);
}

#include "common/blocks_fill.h"
#endif
