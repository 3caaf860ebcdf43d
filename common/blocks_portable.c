/*
 * The specification of the bitmaps, and what runs on machines that have nothing
 * faster: a state machine over bytes.
 */
#include <stdbool.h>

#include "common/blocks.h"

static bool
is_initial(char c, const char *initials)
{
	for (int i = 0; i < INITIALS; i++)
		if ((c | 0x20) == initials[i])
			return true;
	return false;
}

/* One byte, bit `bit` of block b. */
static void
take(struct blocks *b, size_t i, struct blocks_state *s, char c, uint64_t bit,
    const char *initials)
{
	bool escaped = s->escaped;

	s->escaped = c == '\\' && !escaped;
	if ((s->quoted && is_initial(c, initials)) || c == '\\')
		b->word[i] |= bit;
	s->quoted = c == '"' && !escaped;
	if (s->quoted)
		s->in_string = ~s->in_string;
	else if (c == '{' || c == '[')
		*(s->in_string ? &b->odd[i] : &b->open[i]) |= bit;
	else if (!s->in_string && (c == '}' || c == ']'))
		b->close[i] |= bit;
}

void
blocks_portable(struct blocks *b, struct blocks_state *s, const char *p,
    size_t n, const char initials[INITIALS])
{
	for (size_t i = 0; i < n; i++, p += BLOCK) {
		b->open[i] = b->close[i] = b->odd[i] = b->word[i] = 0;
		for (int k = 0; k < BLOCK; k++)
			take(b, i, s, p[k], UINT64_C(1) << k, initials);
		b->closes[i] = (signed char)__builtin_popcountll(b->close[i]);
		b->rise[i] = (signed char)(__builtin_popcountll(b->open[i]) -
		    b->closes[i]);
	}
}
