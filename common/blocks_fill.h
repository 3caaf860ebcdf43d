/*
 * blocks_fill - bitmaps block by block; included by a level behind what it has
 * of its own: FILL, the name of its blocks_fill; LEVEL, the instructions that
 * functions may use; struct bytes, a block in registers; load, fold, equal,
 * has_backslash, prefix, count_bits.
 */
#ifndef COMMON_BLOCKS_FILL_H
#define COMMON_BLOCKS_FILL_H

__attribute__((always_inline)) LEVEL static inline void
fill(struct blocks *b, struct blocks_state *state, const char *p, size_t n,
    const char initials[INITIALS], int kinds)
{
	const char initial[] = {initials[0], initials[1], initials[2]};
	struct blocks_state s = *state; /* in registers meanwhile, both */

	for (size_t i = 0; i < n; i++, p += BLOCK) {
		struct bytes v = load(p), folded = fold(v);
		struct raw r = {equal(v, '"'), 0, equal(folded, '{'),
		    equal(folded, '}'), equal(folded, initial[0])};

		for (int k = 1; k < kinds; k++)
			r.initial |= equal(folded, initial[k]);
		if (s.escaped || has_backslash(v)) {
			r.back = equal(v, '\\');
			r.quote &= ~escaped_bytes(r.back, &s.escaped);
		}
		finish_block(b, i, &s, &r, prefix(r.quote));
		b->closes[i] = (signed char)count_bits(b->close[i]);
		b->rise[i] =
		    (signed char)(count_bits(b->open[i]) - b->closes[i]);
	}
	*state = s;
}

/* Compiled for one initial and for all of them. */
LEVEL void
FILL(struct blocks *b, struct blocks_state *s, const char *p, size_t n,
    const char initials[INITIALS])
{
	if (initials[1] == initials[0])
		fill(b, s, p, n, initials, 1);
	else
		fill(b, s, p, n, initials, INITIALS);
}

#endif
