/*
 * blocks_clmul - prefix and count_bits where instructions do them; included by
 * a level behind LEVEL, before blocks_fill.h.
 */
#ifndef COMMON_BLOCKS_CLMUL_H
#define COMMON_BLOCKS_CLMUL_H

/*
 * A carry-less multiplication by all ones in the place of prefix_xor: its
 * product's bit i is the exclusive or of bits 0 to i.
 */
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

#endif
