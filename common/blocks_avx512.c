/*
 * A block at a time: a comparison gives its bitmap as it is. Else as
 * blocks_avx2.c.
 */
#include <stdbool.h>

#include "common/blocks_simd.h"

#ifdef __x86_64__
#include <immintrin.h>

#define FILL blocks_avx512
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

#include "common/blocks_clmul.h"
#include "common/blocks_fill.h"
#endif
