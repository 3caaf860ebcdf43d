/*
 * partial - repeats that are cut off.
 *
 * A trace begins and ends anywhere, so what stands before the first repeat of a
 * row may be the end of one, and what stands behind the last the start of one.
 * These are repeats that do not count: neither in `repeats` of struct cycle nor
 * in statistics, unless they are asked for. What is inside of one does not
 * count either, though some of it may be whole.
 */
#ifndef TRACE_CYCLES_PARTIAL_H
#define TRACE_CYCLES_PARTIAL_H

#include "tools/trace-cycles/cycles.h"

struct partial {
	struct repeat at;  /* in the whole sequence */
	uint32_t from, to; /* of the root's kernels, counted from 0 */
};

struct partial_list {
	struct partial *list; /* by start */
	size_t n, cap;
};

/* A zeroed struct is empty. */
struct partials {
	struct partial_list *of; /* of each cycle */
	size_t n;                /* as many as there are cycles */
};

/*
 * Of n cycles that are listed, with the parents of each: finds what fits, as
 * well as a repeat must, to the end of a cycle directly before its repeats or
 * to its start directly behind them. That is a partial repeat if it is half a
 * repeat or more; outside of all cycles also if it is more than four kernels,
 * or if nothing else is there. Returns 0, or -1: no memory; partials_free frees
 * *out either way.
 */
__attribute__((warn_unused_result)) int partials_find(const struct cycles *,
    const uint32_t *listed, size_t n, struct partials *out);
void partials_free(struct partials *);

#endif
