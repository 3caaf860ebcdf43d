/*
 * blocks_fill - the bitmaps of a batch; included by a level after what it has
 * of its own: FILL, the name of its blocks_fill; LEVEL, the instructions that
 * functions may use; struct bytes, a block in registers, with load, fold, same,
 * rare, either and bitmap; and LANES bitmaps in a register, with top_bits,
 * spread, count_bits and add_up.
 *
 * First come bitmaps of bytes, block by block. What follows from them is
 * computed for LANES blocks at once.
 */
#pragma once

#include <stdbool.h>

/* The analyzer of gcc 12 takes the lanes of a vector for the bits of one. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
#endif

/* A bitmap of that block and of those after it, wherever it is in memory. */
#define AT(bitmaps, i) (*(lanes *)(void *)&(bitmaps)[i])

/* Place of block 0 among quotes: those of the block before come before. */
enum { FIRST = BLOCKS_LINE / sizeof(uint64_t) };

/* Bitmaps on the way. */
struct raw {
	_Alignas(BLOCKS_LINE) uint64_t quote[FIRST + BLOCKS];
	uint64_t back[BLOCKS]; /* only of a batch that has escapes */
	uint64_t string[BLOCKS];
};

/* Finds bytes, without a branch; whether there is any backslash or NUL. */
__attribute__((always_inline)) LEVEL static inline bool
find_bytes(struct blocks *b, struct raw *r, const char *p, size_t n,
    const char *initials, int kinds)
{
	const char initial[] = {initials[0], initials[1], initials[2]};
	struct found any = rare(load(p));

	for (size_t i = 0; i < n; i++, p += BLOCK) {
		struct bytes v = load(p), folded = fold(v);
		struct found word = same(folded, initial[0]);

		for (int k = 1; k < kinds; k++)
			word = either(word, same(folded, initial[k]));
		any = either(any, rare(v));
		r->quote[FIRST + i] = bitmap(same(v, '"'));
		b->open[i] = bitmap(same(folded, '{'));
		b->close[i] = bitmap(same(folded, '}'));
		b->word[i] = bitmap(word);
	}
	return bitmap(any) != 0;
}

/* So that the last blocks fill a register. */
static inline void
clear_behind(struct blocks *b, struct raw *r, size_t n)
{
	for (; n % LANES; n++)
		r->quote[FIRST + n] = b->open[n] = b->close[n] = b->word[n] = 0;
}

/*
 * Finds backslashes, and drops the quotes that they escape. Returns whether
 * there is any NUL.
 */
LEVEL static bool
drop_escaped(struct raw *r, struct blocks_state *s, const char *p, size_t n)
{
	struct found zeros = same(load(p), 0);

	for (size_t i = 0; i < n; i++) {
		struct bytes v = load(p + i * BLOCK);
		uint64_t escaped = s->escaped, back;

		r->back[i] = bitmap(same(v, '\\'));
		zeros = either(zeros, same(v, 0));
		back = r->back[i] & ~escaped;
		for (s->escaped = 0; back;) {
			uint64_t bit = back & -back, next = bit << 1;

			escaped |= next;
			s->escaped = bit >> 63;
			back &= ~(bit | next);
		}
		r->quote[FIRST + i] &= ~escaped;
	}
	return bitmap(zeros) != 0;
}

/* Backslashes are marked like words. */
static void
mark_escapes(struct blocks *b, const struct raw *r, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		b->word[i] |= r->back[i];
		b->marked |= (uint64_t)(r->back[i] != 0) << i;
	}
}

/* NUL is odd wherever it stands. */
LEVEL static void
mark_zeros(struct blocks *b, const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t zeros = bitmap(same(load(p + i * BLOCK), 0));

		b->odd[i] |= zeros;
		b->marked |= (uint64_t)(zeros != 0) << i;
	}
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
		lanes x = AT(r->quote, FIRST + i);

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

/*
 * Finds brackets outside and inside strings, and the depths. The top bit of x |
 * -x tells whether x is not 0; that of a depth less what closes, less one,
 * whether as many close as are open.
 */
LEVEL static inline void
tell_apart(struct blocks *b, struct raw *r, struct blocks_state *s,
    uint64_t inside, size_t n)
{
	for (size_t i = 0; i < n; i += LANES) {
		lanes string = AT(r->string, i) ^ spread(inside >> i);
		lanes quote = AT(r->quote, FIRST + i);
		lanes open = AT(b->open, i) & ~string;
		lanes close = AT(b->close, i) & ~string;
		lanes odd = AT(b->open, i) & string;
		lanes behind = quote << 1 | AT(r->quote, FIRST + i - 1) >> 63;
		lanes word = behind & AT(b->word, i);
		lanes mark = odd | word;
		lanes closes = count_bits(close);
		lanes rise = count_bits(open) - closes;
		lanes sum = add_up(rise);
		lanes depth = sum - rise + (uint64_t)s->depth;

		AT(b->open, i) = open;
		AT(b->close, i) = close;
		AT(b->odd, i) = odd;
		AT(b->word, i) = word;
		AT(b->depth, i) = depth;
		s->depth += (int64_t)sum[LANES - 1];
		b->marked |= top_bits(mark | (0 - mark)) << i;
		b->edges |= top_bits(depth - closes - 1) << i;
	}
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
	bool zeros = false,
	     escapes = initials[1] == initials[0]
	    ? find_bytes(b, &r, p, n, initials, 1)
	    : find_bytes(b, &r, p, n, initials, INITIALS);

	escapes = escapes || s.escaped;
	if (escapes) /* few batches have any */
		zeros = drop_escaped(&r, &s, p, n);
	r.quote[FIRST - 1] = s.quoted << 63;
	clear_behind(b, &r, n);
	b->edges = b->marked = 0;
	tell_apart(b, &r, &s, find_strings(&r, &s, n), n);
	if (escapes)
		mark_escapes(b, &r, n);
	if (zeros)
		mark_zeros(b, p, n);
	s.quoted = r.quote[FIRST + n - 1] >> 63;
	*state = s;
}
