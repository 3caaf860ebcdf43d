#include <stdbool.h>

#include "common/json/blocks.h"

/*
 * BLOCKS_PORTABLE and BLOCKS_SSE2 hold a build to one level, for measurements
 * and tests.
 */
blocks_fill *
blocks_best(void)
{
#if defined BLOCKS_HAVE_NEON && !defined BLOCKS_PORTABLE
	return blocks_neon;
#elif defined BLOCKS_PORTABLE || !defined __SSE2__
	return blocks_portable;
#elif defined BLOCKS_SSE2 || !defined __x86_64__
	return blocks_sse2;
#else
	blocks_fill *best = blocks_sse2;

	if (__builtin_cpu_supports("avx2"))
		best = blocks_avx2;
	if (__builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vpopcntdq"))
		best = blocks_avx512;
	return best;
#endif
}

/*
 * The specification of the bitmaps, and what runs on machines that have nothing
 * faster: a state machine over bytes.
 */

static bool
is_initial(char c, const char *initials)
{
	for (int i = 0; i < INITIALS; i++)
		if ((c | 0x20) == initials[i])
			return true;
	return false;
}

/* One byte, bit `bit` of block b. */
static inline void
take(struct blocks *b, size_t i, struct blocks_state *s, char c, uint64_t bit,
    const char *initials)
{
	bool escaped = s->escaped, quoted = s->quoted;

	s->escaped = s->quoted = 0;
	if (quoted && is_initial(c, initials))
		b->word[i] |= bit;
	switch (c) {
	case '\0':
		b->odd[i] |= bit;
		break;
	case '"':
		if (escaped)
			break;
		s->quoted = 1;
		s->in_string = ~s->in_string;
		break;
	case '\\':
		s->escaped = !escaped;
		b->word[i] |= bit;
		break;
	case '{':
	case '[':
		*(s->in_string ? &b->odd[i] : &b->open[i]) |= bit;
		break;
	case '}':
	case ']':
		if (!s->in_string)
			b->close[i] |= bit;
	}
}

void
blocks_portable(struct blocks *b, struct blocks_state *state, const char *p,
    size_t n, const char initials[INITIALS])
{
	struct blocks_state s = *state; /* in registers meanwhile */

	b->edges = b->marked = 0;
	for (size_t i = 0; i < n; i++, p += BLOCK) {
		int closes;

		b->open[i] = b->close[i] = b->odd[i] = b->word[i] = 0;
		for (int k = 0; k < BLOCK; k++)
			take(b, i, &s, p[k], UINT64_C(1) << k, initials);
		closes = __builtin_popcountll(b->close[i]);
		b->edges |= (uint64_t)(closes >= s.depth) << i;
		b->marked |= (uint64_t)((b->odd[i] | b->word[i]) != 0) << i;
		b->depth[i] = s.depth;
		s.depth += __builtin_popcountll(b->open[i]) - closes;
	}
	*state = s;
}
