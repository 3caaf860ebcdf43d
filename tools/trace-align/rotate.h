/*
 * rotate - the best rotation of a cycle, and its alignment.
 */
#ifndef TRACE_ALIGN_ROTATE_H
#define TRACE_ALIGN_ROTATE_H

#include "tools/trace-align/gotoh.h"

/*
 * The search for a rotation takes its time: of so many cells, half a minute to
 * two. Without one, alike cycles are faster.
 */
#define ROTATE_CELLS (UINT64_C(1) << 36)

/*
 * Turns x so that it fits y best, by the longest common subsequences
 * (seaweed.h); ties go to the smallest rotation. Then aligns them (gotoh.h):
 * places[i] is that of x's kernel i, wherever it was rotated to. Returns 0 or
 * an align_failure.
 */
__attribute__((warn_unused_result)) int rotate_align(const struct ring *x,
    const struct ring *y, struct place *, size_t *rotation);

#endif
