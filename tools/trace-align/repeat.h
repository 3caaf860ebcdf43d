/*
 * repeat - one cycle that is several repeats of another.
 *
 * A layer against a step of two layers would take what it finds best from both.
 * So the shorter cycle is repeated until it is as long as the longer one, and
 * all of it aligned. If each copy finds its place, the best of them stands for
 * all.
 */
#ifndef TRACE_ALIGN_REPEAT_H
#define TRACE_ALIGN_REPEAT_H

#include "tools/trace-align/align.h"

/*
 * As align(); x is not longer than y. A copy has found its place when three
 * quarters of its kernels are paired or in a fusion; of copies with equal
 * scores the first in y is taken, those that y's ends do not cut before the one
 * that they cut.
 */
__attribute__((warn_unused_result)) int repeat_align(
    const struct align_cycle *x, const struct align_cycle *y, size_t *partner,
    struct align_repeats *);

#endif
