/*
 * A block at a time: a comparison gives its bitmap as it is. Then eight bitmaps
 * at a time.
 */
#include "common/json/blocks.h"

#ifdef __x86_64__
#include <immintrin.h>

#define FILL blocks_avx512
#define LEVEL __attribute__((target("avx512bw,avx512dq,avx512vpopcntdq")))

struct bytes {
	__m512i all;
};

LEVEL static inline struct bytes
load(const char *p)
{
	return (struct bytes){_mm512_loadu_si512(p)};
}

LEVEL static inline struct bytes
fold(struct bytes v)
{
	return (struct bytes){_mm512_or_si512(v.all, _mm512_set1_epi8(0x20))};
}

struct found {
	__mmask64 all;
};

LEVEL static inline struct found
same(struct bytes v, char byte)
{
	return (struct found){
	    _mm512_cmpeq_epi8_mask(v.all, _mm512_set1_epi8(byte))};
}

/* A backslash or NUL, by a table as in blocks_avx2.c. */
LEVEL static inline struct found
rare(struct bytes v)
{
	const __m512i table = _mm512_broadcast_i32x4(
	    _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, 0));

	return (struct found){
	    _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, v.all), v.all)};
}

LEVEL static inline struct found
either(struct found x, struct found y)
{
	return (struct found){x.all | y.all};
}

LEVEL static inline uint64_t
bitmap(struct found f)
{
	return f.all;
}

#define LANES 8
typedef uint64_t lanes __attribute__((
    vector_size(LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* The top bit of each bitmap. */
LEVEL static inline uint64_t
top_bits(lanes v)
{
	return (uint64_t)_mm512_movepi64_mask((__m512i)v);
}

/* All ones for each bit that is set, from the lowest on. */
LEVEL static inline lanes
spread(uint64_t bits)
{
	return (lanes)_mm512_movm_epi64((__mmask8)bits);
}

/* How many bits are set in each bitmap. */
LEVEL static inline lanes
count_bits(lanes x)
{
	return (lanes)_mm512_popcnt_epi64((__m512i)x);
}

/* Each becomes the sum of those up to it: of two, of four, of eight. */
LEVEL static inline lanes
add_up(lanes x)
{
	__m512i zero = _mm512_setzero_si512();

	x += (lanes)_mm512_alignr_epi64((__m512i)x, zero, 7);
	x += (lanes)_mm512_alignr_epi64((__m512i)x, zero, 6);
	return x + (lanes)_mm512_alignr_epi64((__m512i)x, zero, 4);
}

#include "common/json/blocks_fill.h"
#endif
