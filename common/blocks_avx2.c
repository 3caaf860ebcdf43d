/*
 * 32 bytes at a time, and instructions for prefix_xor (blocks_clmul.h) and for
 * counting bits. Else as blocks_sse2.c.
 */
#include <stdbool.h>

#include "common/blocks_simd.h"

#ifdef __x86_64__
#include <immintrin.h>

#define FILL blocks_avx2
#define LEVEL __attribute__((target("avx2,pclmul,popcnt,bmi")))

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

LEVEL static inline uint64_t
equal_32(__m256i v, __m256i c)
{
	return (uint64_t)(unsigned)_mm256_movemask_epi8(
	    _mm256_cmpeq_epi8(v, c));
}

LEVEL static inline uint64_t
equal(struct bytes v, char byte)
{
	__m256i c = _mm256_set1_epi8(byte);

	return equal_32(v.a, c) | equal_32(v.b, c) << 32;
}

LEVEL static inline bool
has_backslash(struct bytes v)
{
	__m256i c = _mm256_set1_epi8('\\');
	__m256i found = _mm256_or_si256(
	    _mm256_cmpeq_epi8(v.a, c), _mm256_cmpeq_epi8(v.b, c));

	return !_mm256_testz_si256(found, found);
}

#include "common/blocks_clmul.h"
#include "common/blocks_fill.h"
#endif
