/*
 * correction - the sequence as it would be without faults at random.
 *
 * Where kernels are lost, stray or swapped, the search finds layers and most
 * steps, but perhaps joins two steps to one, because their faults keep each
 * from being found alone. What most repeats agree on is known then (model.h).
 * So the repeats become equal to it, and the search begins again. What is
 * inside a repeat is found there by the same search.
 */
#ifndef TRACE_CYCLES_CORRECTION_H
#define TRACE_CYCLES_CORRECTION_H

#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/limits.h"

/* Symbol i stands for the kernels [from[i], to[i]): one, or none: it was lost.
 */
struct correction {
	uint32_t *symbol, *from, *to;
	int64_t *idle; /* before each symbol; NULL if that is not known */
	size_t n, cap[4];
};

void correction_free(struct correction *);

/*
 * Corrects a sequence of n kernels where repeats have faults at random, or
 * where steps are claimed (claim.h). It has no symbols if nothing is to be
 * corrected. Returns 0, or -1: no memory; correction_free frees in any case.
 */
__attribute__((warn_unused_result)) int correction_make(struct correction *,
    struct hierarchy *, const uint32_t *kernel, size_t n, const int64_t *idle,
    const struct cycle_limits *);

/* Items of symbols become items of kernels. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int correction_undo(
    const struct correction *, struct hierarchy *);

#endif
