/* 32 bytes at a time, then four bitmaps; else as in blocks_16.c. */
#include "common/json/blocks.h"

#ifdef __x86_64__
#include <immintrin.h>

#define FILL blocks_avx2
#define LEVEL __attribute__((target("avx2")))

struct bytes {
	__m256i a, b;
};

LEVEL static inline struct bytes
load(const char *p)
{
	const __m256i *v = (const __m256i *)(const void *)p;

	return (struct bytes){_mm256_loadu_si256(v), _mm256_loadu_si256(v + 1)};
}

LEVEL static inline struct bytes
fold(struct bytes v)
{
	__m256i bit = _mm256_set1_epi8(0x20);

	return (struct bytes){
	    _mm256_or_si256(v.a, bit), _mm256_or_si256(v.b, bit)};
}

/* Bytes that are found are all ones, others zero. */
struct found {
	__m256i a, b;
};

LEVEL static inline struct found
same(struct bytes v, char byte)
{
	__m256i c = _mm256_set1_epi8(byte);

	return (struct found){
	    _mm256_cmpeq_epi8(v.a, c), _mm256_cmpeq_epi8(v.b, c)};
}

/*
 * A backslash or NUL: a table that has both at the place of their low four
 * bits, and at the others what no byte with these bits is, looked up by the
 * byte, gives the byte itself.
 */
LEVEL static inline struct found
rare(struct bytes v)
{
	const __m256i table =
	    _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, 0);

	return (struct found){
	    _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v.a), v.a),
	    _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v.b), v.b)};
}

LEVEL static inline struct found
either(struct found x, struct found y)
{
	return (struct found){
	    _mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)};
}

LEVEL static inline uint64_t
bitmap_32(__m256i v)
{
	return (uint64_t)(unsigned)_mm256_movemask_epi8(v);
}

LEVEL static inline uint64_t
bitmap(struct found f)
{
	return bitmap_32(f.a) | bitmap_32(f.b) << 32;
}

#define LANES 4
typedef uint64_t lanes __attribute__((
    vector_size(LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* The top bit of each bitmap. */
LEVEL static inline uint64_t
top_bits(lanes v)
{
	return (uint64_t)_mm256_movemask_pd((__m256d)v);
}

/* All ones for each bit that is set, from the lowest on. */
LEVEL static inline lanes
spread(uint64_t bits)
{
	const lanes place = (lanes){1, 2, 4, 8};

	return (lanes)((place & bits) == place);
}

/*
 * How many bits are set in each bitmap: four bits at a time are looked up, then
 * bytes added (W. Mula, N. Kurz, D. Lemire, "Faster Population Counts Using
 * AVX2 Instructions", The Computer Journal 61, 2018).
 */
LEVEL static inline lanes
count_bits(lanes x)
{
	const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2,
	    3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
	const __m256i four = _mm256_set1_epi8(0x0F);
	__m256i low = _mm256_and_si256((__m256i)x, four);
	__m256i high = _mm256_and_si256(_mm256_srli_epi64((__m256i)x, 4), four);
	__m256i n = _mm256_add_epi8(
	    _mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));

	return (lanes)_mm256_sad_epu8(n, _mm256_setzero_si256());
}

/* Each becomes the sum of those up to it: in halves, then over both. */
LEVEL static inline lanes
add_up(lanes x)
{
	lanes half = x + (lanes)_mm256_slli_si256((__m256i)x, 8);
	__m256i low = _mm256_permute4x64_epi64((__m256i)half, 0x50);

	return half +
	    (lanes)_mm256_blend_epi32(_mm256_setzero_si256(), low, 0xF0);
}

#include "common/json/blocks_fill.h"
#endif
