/*
 * rounds - the outermost repetitions of a sequence of kernels.
 *
 * Round after round the innermost repetitions become symbols (round.h), until
 * nothing repeats any more: layers, then the steps that hold them, then what
 * holds the steps. How often a layer repeats is no part of its symbol, so steps
 * of 35 and of 36 layers are alike; but repeats that differ much in length are
 * not taken for the same.
 */
#ifndef TRACE_CYCLES_ROUNDS_H
#define TRACE_CYCLES_ROUNDS_H

#include "tools/trace-cycles/round.h"

/* Repeats one behind the other. */
struct stretch_found {
	uint32_t start, end;   /* kernels, with broken repeats at the ends */
	uint32_t cycle;        /* equal for the same cycle, from 0 on */
	size_t first, repeats; /* in the list of repeats; at least one */
	uint32_t damage; /* kernels that do not fit, or are in no repeat */
};

struct rounds {
	struct stretch_found *found; /* by start */
	size_t n;
	uint32_t cycles;
	struct repeats repeats; /* with the faults of what is inside */
};

/* Returns 0, or -1: no memory; rounds_free frees *out either way. */
__attribute__((warn_unused_result)) int rounds_find(
    const struct text *, const struct round_limits *, struct rounds *out);
void rounds_free(struct rounds *);

#endif
