/*
 * blocks_fill - the bitmaps of a batch; included by a level behind what it has
 * of its own: FILL, the name of its blocks_fill; LEVEL, the instructions that
 * functions may use; struct bytes, a block in registers, with load, fold and
 * equal; and LANES bitmaps in a register, with top_bits, spread and count_bits.
 *
 * First come bitmaps of bytes, block by block. What follows from them is
 * computed for LANES blocks at once.
 */
#ifndef COMMON_BLOCKS_FILL_H
#define COMMON_BLOCKS_FILL_H

#include <stdbool.h>

/* The analyzer of gcc 12 takes the number of lanes for that of a lane's bits.
 */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
#endif

/* A bitmap of that block and of those behind it, wherever it is in memory. */
#define AT(bitmaps, i) (*(lanes *)(void *)&(bitmaps)[i])

/* Bitmaps on the way; those behind the batch's last block are zero. */
struct raw {
	uint64_t quote[1 + BLOCKS]; /* [0] is of the block before */
	uint64_t back[BLOCKS];
	uint64_t string[BLOCKS];
	uint64_t closes[BLOCKS], rise[BLOCKS]; /* numbers of brackets */
};

/* Finds bytes, without a branch. */
__attribute__((always_inline)) LEVEL static inline void
find_bytes(struct blocks *b, struct raw *r, const char *p, size_t n,
    const char *initials, int kinds)
{
	const char initial[] = {initials[0], initials[1], initials[2]};

	for (size_t i = 0; i < n; i++, p += BLOCK) {
		struct bytes v = load(p), folded = fold(v);
		uint64_t word = equal(folded, initial[0]);

		for (int k = 1; k < kinds; k++)
			word |= equal(folded, initial[k]);
		r->quote[1 + i] = equal(v, '"');
		r->back[i] = equal(v, '\\');
		b->open[i] = equal(folded, '{');
		b->close[i] = equal(folded, '}');
		b->word[i] = word;
	}
}

/* So that the last blocks fill a register. */
static inline void
clear_behind(struct blocks *b, struct raw *r, size_t n)
{
	for (; n % LANES; n++)
		r->quote[1 + n] = r->back[n] = b->open[n] = b->close[n] =
		    b->word[n] = 0;
}

/* Drops the quotes that a backslash escapes; few batches have any. */
static void
drop_escaped(struct raw *r, struct blocks_state *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t escaped = s->escaped, back = r->back[i] & ~escaped;

		for (s->escaped = 0; back;) {
			uint64_t bit = back & -back, next = bit << 1;

			escaped |= next;
			s->escaped = bit >> 63;
			back &= ~(bit | next);
		}
		r->quote[1 + i] &= ~escaped;
	}
}

LEVEL static inline bool
has_escapes(const struct raw *r, const struct blocks_state *s, size_t n)
{
	lanes any = {s->escaped};

	for (size_t i = 0; i < n; i += LANES)
		any |= AT(r->back, i);
	return top_bits(any | (0 - any)) != 0;
}

/* Each bit becomes the exclusive or of those up to it. */
#define PREFIX_XOR(x)                                                        \
	((x) ^= (x) << 1, (x) ^= (x) << 2, (x) ^= (x) << 4, (x) ^= (x) << 8, \
	    (x) ^= (x) << 16, (x) ^= (x) << 32)

/*
 * The bytes in strings, from quotes, as if each block began outside of one.
 * Returns which blocks begin inside one: those that an odd number of quotes is
 * before.
 */
LEVEL static inline uint64_t
find_strings(struct raw *r, struct blocks_state *s, size_t n)
{
	uint64_t left = 0, inside;

	for (size_t i = 0; i < n; i += LANES) {
		lanes x = AT(r->quote, 1 + i);

		PREFIX_XOR(x);
		AT(r->string, i) = x;
		left |= top_bits(x) << i;
	}
	PREFIX_XOR(left);
	left ^= s->in_string;
	inside = left << 1 | (s->in_string & 1);
	s->in_string = 0 - (left >> (n - 1) & 1);
	return inside;
}

/* What is outside strings, what begins in them, and how much it is. */
LEVEL static inline void
tell_apart(struct blocks *b, struct raw *r, uint64_t inside, size_t n)
{
	for (size_t i = 0; i < n; i += LANES) {
		lanes string = AT(r->string, i) ^ spread(inside >> i);
		lanes quote = AT(r->quote, 1 + i);
		lanes open = AT(b->open, i) & ~string;
		lanes close = AT(b->close, i) & ~string;
		lanes odd = AT(b->open, i) & string;
		lanes behind = quote << 1 | AT(r->quote, i) >> 63;
		lanes word = (behind & AT(b->word, i)) | AT(r->back, i);
		lanes mark = odd | word;

		AT(b->open, i) = open;
		AT(b->close, i) = close;
		AT(b->odd, i) = odd;
		AT(b->word, i) = word;
		AT(r->closes, i) = count_bits(close);
		AT(r->rise, i) = count_bits(open) - AT(r->closes, i);
		b->marked |= top_bits(mark | (0 - mark)) << i;
	}
}

/* The depth of each block, and where it can come down to 0. */
LEVEL static inline void
find_edges(struct blocks *b, struct raw *r, struct blocks_state *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		b->depth[i] = s->depth;
		s->depth += (int64_t)r->rise[i];
	}
	for (size_t i = 0; i < n; i += LANES)
		b->edges |= top_bits(AT(b->depth, i) - AT(r->closes, i) - 1)
		    << i;
	if (n < BLOCKS)
		b->edges &= (UINT64_C(1) << n) - 1;
}

/* Compiled for one initial and for all of them. */
LEVEL void
FILL(struct blocks *b, struct blocks_state *state, const char *p, size_t n,
    const char initials[INITIALS])
{
	struct blocks_state s = *state; /* in registers meanwhile */
	struct raw r;

	if (initials[1] == initials[0])
		find_bytes(b, &r, p, n, initials, 1);
	else
		find_bytes(b, &r, p, n, initials, INITIALS);
	r.quote[0] = s.quoted << 63;
	clear_behind(b, &r, n);
	if (has_escapes(&r, &s, n))
		drop_escaped(&r, &s, n);
	b->edges = b->marked = 0;
	tell_apart(b, &r, find_strings(&r, &s, n), n);
	find_edges(b, &r, &s, n);
	s.quoted = r.quote[n] >> 63;
	*state = s;
}

#endif
