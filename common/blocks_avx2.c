/*
 * 32 bytes at a time, and a carry-less multiplication by all ones in the place
 * of prefix_xor: its product's bit i is the exclusive or of bits 0 to i.
 */
#include "common/blocks_simd.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LEVEL __attribute__((target("avx2,pclmul,popcnt,bmi")))

LEVEL static inline uint64_t
equal(__m256i v, __m256i c)
{
	return (uint64_t)(unsigned)_mm256_movemask_epi8(
	    _mm256_cmpeq_epi8(v, c));
}

LEVEL static inline void
compare(struct raw *r, const char *p, int shift, const __m256i *initial, int n)
{
	__m256i v = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i folded = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
	uint64_t found = equal(folded, initial[0]);

	for (int i = 1; i < n; i++)
		found |= equal(folded, initial[i]);
	r->quote |= equal(v, _mm256_set1_epi8('"')) << shift;
	r->back |= equal(v, _mm256_set1_epi8('\\')) << shift;
	r->open |= equal(folded, _mm256_set1_epi8('{')) << shift;
	r->close |= equal(folded, _mm256_set1_epi8('}')) << shift;
	r->initial |= found << shift;
}

LEVEL static inline uint64_t
prefix_xor_clmul(uint64_t x)
{
	__m128i product = _mm_clmulepi64_si128(
	    _mm_set_epi64x(0, (long long)x), _mm_set1_epi8((char)0xFF), 0);

	return (uint64_t)_mm_cvtsi128_si64(product);
}

__attribute__((always_inline)) LEVEL static inline void
fill(struct blocks *b, struct blocks_state *state, const char *p, size_t n,
    const char initials[INITIALS], int kinds)
{
	const __m256i initial[INITIALS] = {_mm256_set1_epi8(initials[0]),
	    _mm256_set1_epi8(initials[1]), _mm256_set1_epi8(initials[2])};
	struct blocks_state s = *state; /* in registers meanwhile */

	for (size_t i = 0; i < n; i++, p += BLOCK) {
		struct raw r = {0};
		uint64_t quote;

		compare(&r, p, 0, initial, kinds);
		compare(&r, p + 32, 32, initial, kinds);
		quote = r.quote & ~escaped_bytes(r.back, &s.escaped);
		finish_block(b, i, &s, &r, quote, prefix_xor_clmul(quote));
		b->closes[i] = (signed char)__builtin_popcountll(b->close[i]);
		b->rise[i] = (signed char)(__builtin_popcountll(b->open[i]) -
		    b->closes[i]);
	}
	*state = s;
}

/* Compiled for one initial and for all of them. */
LEVEL void
blocks_avx2(struct blocks *b, struct blocks_state *s, const char *p, size_t n,
    const char initials[INITIALS])
{
	if (initials[1] == initials[0])
		fill(b, s, p, n, initials, 1);
	else
		fill(b, s, p, n, initials, INITIALS);
}
#endif
