/*
 * A block in four registers of 16 bytes, and two bitmaps in one: with what
 * every x86-64 has (SSE2), or every 64-bit ARM (NEON). The bit 0x20 is set
 * before brackets are compared, because [ and { differ only there, and so do ]
 * and }.
 */
#include "common/json/blocks.h"

#if defined __SSE2__ || defined BLOCKS_HAVE_NEON
#ifdef __SSE2__
#include <emmintrin.h>
#define FILL blocks_sse2
#else
#include <arm_neon.h>
#define FILL blocks_neon
#endif
#define LEVEL

/* Words, as __m128i is: of bytes, gcc makes a level that takes 5 % longer. */
typedef long long part __attribute__((vector_size(16)));
typedef part loose_16 __attribute__((aligned(1), may_alias));
typedef signed char bytes_16 __attribute__((vector_size(16)));

struct bytes {
	part a, b, c, d;
};

static inline part
load_16(const char *p)
{
	return *(const loose_16 *)(const void *)p;
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
	part bit = (part)((bytes_16){0} + 0x20);

	return (struct bytes){v.a | bit, v.b | bit, v.c | bit, v.d | bit};
}

/* Bytes that are found are all ones, others zero. */
struct found {
	part a, b, c, d;
};

static inline part
same_16(part v, signed char byte)
{
	return (part)((bytes_16)v == byte);
}

static inline struct found
same(struct bytes v, signed char byte)
{
	return (struct found){same_16(v.a, byte), same_16(v.b, byte),
	    same_16(v.c, byte), same_16(v.d, byte)};
}

static inline struct found
either(struct found x, struct found y)
{
	return (struct found){x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d};
}

/* A backslash or NUL. */
static inline struct found
rare(struct bytes v)
{
	return either(same(v, '\\'), same(v, 0));
}

#define LANES 2
typedef uint64_t lanes __attribute__((
    vector_size(LANES * sizeof(uint64_t)), aligned(8), may_alias));

#ifdef __SSE2__

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
static inline uint64_t
top_bits(lanes v)
{
	return (uint64_t)_mm_movemask_pd((__m128d)v);
}

/* All ones for each bit that is set, from the lowest on. */
static inline lanes
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

#else

/*
 * Nothing there makes a bitmap of bytes: each byte found keeps the bit of its
 * place among eight, and neighbours are added until eight are one byte.
 */
static inline uint64_t
bitmap(struct found f)
{
	const uint8x16_t place = {
	    1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	uint8x16_t ab =
	    vpaddq_u8((uint8x16_t)f.a & place, (uint8x16_t)f.b & place);
	uint8x16_t cd =
	    vpaddq_u8((uint8x16_t)f.c & place, (uint8x16_t)f.d & place);
	uint8x16_t all = vpaddq_u8(ab, cd);

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/* The top bit of each bitmap. */
static inline uint64_t
top_bits(lanes v)
{
	return v[0] >> 63 | v[1] >> 63 << 1;
}

/* All ones for each bit that is set, from the lowest on. */
static inline lanes
spread(uint64_t bits)
{
	const lanes place = (lanes){1, 2};

	return (lanes)((place & bits) == place);
}

/* How many bits are set in each bitmap. */
static inline lanes
count_bits(lanes x)
{
	uint8x16_t n = vcntq_u8((uint8x16_t)x);

	return (lanes)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(n)));
}

/* Each becomes the sum of those up to it. */
static inline lanes
add_up(lanes x)
{
	return x + (lanes)vextq_u64(vdupq_n_u64(0), (uint64x2_t)x, 1);
}

#endif

#include "common/json/blocks_fill.h"
#endif
