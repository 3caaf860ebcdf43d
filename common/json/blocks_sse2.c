/*
 * 16 bytes at a time, then two bitmaps, with what every x86-64 has.
 */
#include "common/json/blocks.h"

#ifdef __SSE2__
#include <emmintrin.h>

#include "common/json/blocks_16.h"

#define FILL blocks_sse2
#define LEVEL

static inline uint64_t
bitmap_16(part v)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8((__m128i)v);
}

static inline uint64_t
bitmap(struct found f)
{
	return bitmap_16(f.a) | bitmap_16(f.b) << 16 | bitmap_16(f.c) << 32 |
	    bitmap_16(f.d) << 48;
}

/* The top bit of each bitmap. */
LEVEL static inline uint64_t
top_bits(lanes v)
{
	return (uint64_t)_mm_movemask_pd((__m128d)v);
}

/* All ones for each bit that is set, from the lowest on. */
LEVEL static inline lanes
spread(uint64_t bits)
{
	const __m128i place = _mm_setr_epi32(1, 1, 2, 2);
	__m128i all = _mm_set1_epi32((int)bits);

	return (lanes)_mm_cmpeq_epi32(_mm_and_si128(all, place), place);
}

/*
 * How many bits are set in each bitmap: sums of pairs, of fours, of bytes
 * (Warren, "Hacker's Delight", 2nd edition, 2012, section 5-1).
 */
static inline lanes
count_bits(lanes x)
{
	const __m128i pairs = _mm_set1_epi8(0x55), fours = _mm_set1_epi8(0x33);
	__m128i n = (__m128i)x;

	n = _mm_sub_epi8(n, _mm_and_si128(_mm_srli_epi64(n, 1), pairs));
	n = _mm_add_epi8(_mm_and_si128(n, fours),
	    _mm_and_si128(_mm_srli_epi64(n, 2), fours));
	n = _mm_add_epi8(n, _mm_srli_epi64(n, 4));
	n = _mm_and_si128(n, _mm_set1_epi8(0x0F));
	return (lanes)_mm_sad_epu8(n, _mm_setzero_si128());
}

/* Each becomes the sum of those up to it. */
static inline lanes
add_up(lanes x)
{
	return x + (lanes)_mm_slli_si128((__m128i)x, 8);
}

#include "common/json/blocks_fill.h"
#endif
