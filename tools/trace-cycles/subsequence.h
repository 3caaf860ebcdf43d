/*
 * subsequence - how many symbols of a body a text has in the same order: the
 * longest common subsequence.
 *
 * A row of the table is a bit for each symbol of the body, so 64 cells are
 * filled at a time (Hyyro, "Bit-parallel LCS-length computation revisited",
 * AWOCA 2004).
 */
#ifndef TRACE_CYCLES_SUBSEQUENCE_H
#define TRACE_CYCLES_SUBSEQUENCE_H

#include "tools/trace-cycles/sequence.h"

struct subsequence {
	uint32_t symbols;       /* all of the body are less */
	uint32_t *first, *next; /* its places with a symbol, one more */
	uint64_t *row, *equal;
	size_t n; /* symbols of the body */
};

/*
 * Of a body from symbol `rotation` on, which the texts have at most `times`
 * times. Returns 0, or -1: no memory; subsequence_free frees either way.
 */
__attribute__((warn_unused_result)) int subsequence_init(struct subsequence *,
    const struct sequence *, uint32_t rotation, uint32_t times);
void subsequence_free(struct subsequence *);

/* Of n symbols and so many copies of the body. */
uint32_t subsequence_longest(
    struct subsequence *, const uint32_t *symbol, size_t n, uint32_t times);

#endif
