/*
 * score_bound - what each kernel can add to the score of an alignment at most.
 *
 * Whatever an alignment does next, it takes kernels of either side, and never
 * scores more than their bounds together. So its loss, the bounds of all that
 * it has taken less its score, only grows: one that has lost more than the best
 * loses in all is of no use, wherever it goes on.
 */
#ifndef TRACE_ALIGN_SCORE_BOUND_H
#define TRACE_ALIGN_SCORE_BOUND_H

#include <stdbool.h>

#include "tools/trace-align/ring.h"

/*
 * Sets x_sum[i], for each i <= x->n, to the bounds of x's first i kernels, and
 * y_sum likewise. With `fusions` kernels may be fused.
 */
void score_bound_sums(const struct ring *x, const struct ring *y, bool fusions,
    int32_t *x_sum, int32_t *y_sum);

#endif
