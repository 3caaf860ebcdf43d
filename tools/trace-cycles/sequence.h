/*
 * sequence - kernels, and symbols that stand for rows of repeats among them.
 *
 * The body of a loop is a ring: behind its last symbol comes its first.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sequence {
	uint32_t *symbol;
	uint32_t *at; /* n + 1: the kernel with which each symbol starts */
	size_t n;
};

/*
 * A sequence of n symbols of a kernel each; room for n symbols, filled by the
 * caller; a copy of a part; `times` copies of a ring, from symbol `first` on.
 * sequence_free frees them.
 */
void sequence_of(struct sequence *, const uint32_t *symbol, size_t n);
void sequence_room(struct sequence *, size_t n);
void sequence_part(struct sequence *, const struct sequence *whole,
    uint32_t from, uint32_t to);
void sequence_unroll(struct sequence *, const struct sequence *ring,
    uint32_t first, uint32_t times);
void sequence_free(struct sequence *);

/* How many kernels the symbols [from, to) stand for. */
static inline uint32_t
sequence_kernels(const struct sequence *s, size_t from, size_t to)
{
	return s->at[to] - s->at[from];
}

static inline uint32_t
sequence_all_kernels(const struct sequence *s)
{
	return sequence_kernels(s, 0, s->n);
}

/*
 * How many kernels are missing where symbol i is left out and nothing is in its
 * place. Where rows differ in how often they repeat, as those of experts do,
 * none is a number, too; their symbol is even. That of rows of steps, and of
 * rows of which most are equal, is odd.
 */
static inline uint32_t
sequence_missing(const struct sequence *s, size_t i)
{
	uint32_t kernels = sequence_kernels(s, i, i + 1);

	return kernels > 1 && s->symbol[i] % 2 == 0 ? 0 : kernels;
}

/* The same of n symbols of a ring, going round. */
static inline uint32_t
sequence_missing_round(const struct sequence *s, size_t first, size_t n)
{
	uint32_t missing = 0;

	for (size_t i = first; n > 0; n--, i = i + 1 < s->n ? i + 1 : 0)
		missing += sequence_missing(s, i);
	return missing;
}

/* How many are from one symbol of a ring up to another one, going round. */
static inline uint32_t
sequence_kernels_round(const struct sequence *s, size_t from, size_t to)
{
	uint32_t kernels = s->at[to] - s->at[from];

	return to < from ? kernels + sequence_all_kernels(s) : kernels;
}
