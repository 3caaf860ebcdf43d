/*
 * 16 bytes at a time with what every x86-64 has. The bit 0x20 is set before
 * brackets are compared, because [ and { differ only there, and so do ] and }.
 */
#include "common/blocks_simd.h"

#ifdef __SSE2__
#include <emmintrin.h>

static inline uint64_t
equal(__m128i v, char c)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8(
	    _mm_cmpeq_epi8(v, _mm_set1_epi8(c)));
}

static inline void
compare(struct raw *r, const char *p, int shift, const char *initials)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
	uint64_t initial = equal(folded, initials[0]);

	if (initials[1] != initials[0])
		initial |=
		    equal(folded, initials[1]) | equal(folded, initials[2]);
	r->quote |= equal(v, '"') << shift;
	r->back |= equal(v, '\\') << shift;
	r->open |= equal(folded, '{') << shift;
	r->close |= equal(folded, '}') << shift;
	r->control |= equal(_mm_max_epu8(v, _mm_set1_epi8(0x1F)), 0x1F)
	    << shift;
	r->initial |= initial << shift;
}

void
blocks_sse2(struct blocks *b, struct blocks_state *s, const char *p, size_t n,
    const char initials[INITIALS])
{
	for (size_t i = 0; i < n; i++, p += BLOCK) {
		struct raw r = {0};
		uint64_t quote;

		for (int k = 0; k < BLOCK; k += 16)
			compare(&r, p + k, k, initials);
		quote = r.quote & ~escaped_bytes(r.back, &s->escaped);
		finish_block(b, i, s, &r, quote, prefix_xor(quote));
	}
}
#endif
