/*
 * rounds - the outermost repetitions of a sequence of kernels.
 *
 * Round after round the innermost repetitions become symbols (round.h), until
 * nothing repeats any more: layers, then the steps that hold them, then what
 * holds the steps. How often a layer repeats is no part of its symbol, so steps
 * of 35 and of 36 layers are alike; but repeats that differ much in length are
 * not taken for the same. Before they become symbols, repeats that are missing
 * are looked for among the kernels (mend.h).
 */
#ifndef TRACE_CYCLES_ROUNDS_H
#define TRACE_CYCLES_ROUNDS_H

#include "tools/trace-cycles/round.h"

/* Repeats of a cycle in a row. */
struct row {
	uint32_t cycle;        /* from 0 on, in order of appearance */
	size_t first, repeats; /* in the list of repeats; at least one */
};

struct rounds {
	struct row *row; /* by start */
	size_t n;
	uint32_t cycles;
	struct repeats
	    repeats; /* by start, with what is wrong inside of them */
};

/* Returns 0, or -1: no memory; rounds_free frees *out either way. */
__attribute__((warn_unused_result)) int rounds_find(
    const struct text *, const struct round_limits *, struct rounds *out);
void rounds_free(struct rounds *);

#endif
