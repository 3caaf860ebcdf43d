/*
 * round - the innermost repetitions of a text.
 *
 * One step on the way from kernels to layers, to steps, to whatever repeats of
 * them. The best cover of the text is found with everything that its
 * repetitions hold inside; but what is handed back is only what holds nothing
 * further. The caller puts a symbol in the place of each, and asks again.
 */
#ifndef TRACE_CYCLES_ROUND_H
#define TRACE_CYCLES_ROUND_H

#include "tools/trace-cycles/finder.h"
#include "tools/trace-cycles/settle.h"

/* What a repetition takes up, and which of its repeats are whole. */
struct round_piece {
	uint32_t start, end;
	uint32_t group; /* equal for equal roots, from 0 on, by appearance */
	size_t first, repeats; /* in the list of repeats */
};

struct round {
	struct round_piece *piece; /* by start */
	size_t n;
	uint32_t groups;
	struct repeats repeats;
};

/* Returns 0, or -1: no memory; round_free frees *out either way. */
__attribute__((warn_unused_result)) int round_find(
    const struct text *, const struct round_limits *, struct round *out);
void round_free(struct round *);

#endif
