/*
 * noise - how much two runs of the same program differ.
 */
#ifndef TRACE_ALIGN_NOISE_H
#define TRACE_ALIGN_NOISE_H

#include "tools/trace-align/compare.h"
#include "tools/trace-align/verdict.h"

/*
 * The difference that 95 % of the kernels stay within: in ns for those of less
 * than 10 us, as a share for longer ones; that of the whole cycle, if larger.
 * Returns 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int noise_measure(const struct comparison *,
    int64_t reps_a, int64_t reps_b, struct threshold *);

#endif
