/*
 * A block at a time: a comparison gives its bitmap as it is. Else as
 * blocks_avx2.c.
 */
#include <stdbool.h>

#include "common/blocks_simd.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LEVEL __attribute__((target("avx512bw,pclmul,popcnt,bmi")))

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

LEVEL static inline uint64_t
equal(struct bytes v, char byte)
{
	return _mm512_cmpeq_epi8_mask(v.all, _mm512_set1_epi8(byte));
}

LEVEL static inline bool
has_backslash(struct bytes v)
{
	return equal(v, '\\') != 0;
}

LEVEL static inline uint64_t
prefix(uint64_t x)
{
	__m128i product = _mm_clmulepi64_si128(
	    _mm_set_epi64x(0, (long long)x), _mm_set1_epi8((char)0xFF), 0);

	return (uint64_t)_mm_cvtsi128_si64(product);
}

LEVEL static inline int
count_bits(uint64_t x)
{
	return __builtin_popcountll(x);
}

#include "common/blocks_fill.h"

/* Compiled for one initial and for all of them. */
LEVEL void
blocks_avx512(struct blocks *b, struct blocks_state *s, const char *p, size_t n,
    const char initials[INITIALS])
{
	if (initials[1] == initials[0])
		fill(b, s, p, n, initials, 1);
	else
		fill(b, s, p, n, initials, INITIALS);
}
#endif
