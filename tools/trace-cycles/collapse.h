/*
 * collapse - a symbol for each row of repeats: the next level.
 */
#ifndef TRACE_CYCLES_COLLAPSE_H
#define TRACE_CYCLES_COLLAPSE_H

#include "tools/trace-cycles/collect.h"

/* A symbol that stands for cycle k is first_symbol + k. */
struct collapse {
	const struct level *level;
	const struct collection *fresh; /* what was found on it */
	uint32_t first_symbol;
	uint32_t cycles; /* numbers of cycles are below */
};

/*
 * Mends what was found (mend.h), adds the rows that this makes to `all`, and
 * puts their symbols in the place of their kernels. Returns how many rows there
 * are, or -1: no memory; level_free frees *next either way.
 */
__attribute__((warn_unused_result)) int64_t collapse_round(
    const struct collapse *, struct collection *all, struct level *next);

#endif
