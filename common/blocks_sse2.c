/*
 * 16 bytes at a time with what every x86-64 has. The bit 0x20 is set before
 * brackets are compared, because [ and { differ only there, and so do ] and }.
 */
#include "common/blocks_simd.h"

#ifdef __SSE2__
#include <emmintrin.h>

static inline uint64_t
equal(__m128i v, __m128i c)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, c));
}

static inline void
compare(struct raw *r, const char *p, int shift, const __m128i *initial, int n)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
	uint64_t found = equal(folded, initial[0]);

	for (int i = 1; i < n; i++)
		found |= equal(folded, initial[i]);
	r->quote |= equal(v, _mm_set1_epi8('"')) << shift;
	r->back |= equal(v, _mm_set1_epi8('\\')) << shift;
	r->open |= equal(folded, _mm_set1_epi8('{')) << shift;
	r->close |= equal(folded, _mm_set1_epi8('}')) << shift;
	r->initial |= found << shift;
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

void
blocks_sse2(struct blocks *b, struct blocks_state *state, const char *p,
    size_t n, const char initials[INITIALS])
{
	const __m128i initial[INITIALS] = {_mm_set1_epi8(initials[0]),
	    _mm_set1_epi8(initials[1]), _mm_set1_epi8(initials[2])};
	const int kinds = initials[1] == initials[0] ? 1 : INITIALS;
	struct blocks_state s = *state; /* in registers meanwhile */

	for (size_t i = 0; i < n; i++, p += BLOCK) {
		struct raw r = {0};
		uint64_t quote;

		for (int k = 0; k < BLOCK; k += 16)
			compare(&r, p + k, k, initial, kinds);
		quote = r.quote & ~escaped_bytes(r.back, &s.escaped);
		finish_block(b, i, &s, &r, quote, prefix_xor(quote));
		b->closes[i] = (signed char)count_bits(b->close[i]);
		b->rise[i] =
		    (signed char)(count_bits(b->open[i]) - b->closes[i]);
	}
	*state = s;
}
#endif
