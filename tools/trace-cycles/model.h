/*
 * model - what the repeats of a cycle agree on, and where each has what it
 * holds.
 *
 * If kernels are lost, stray or swapped, perhaps no repeat is without a fault,
 * and some inner repeats have too many to be found on their own. But for every
 * single kernel most repeats agree, and what they agree on is the model. It has
 * no faults, so its inner loops are found exactly. A repeat has them where its
 * kernels are aligned with those of the model.
 */
#ifndef TRACE_CYCLES_MODEL_H
#define TRACE_CYCLES_MODEL_H

#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/limits.h"

/*
 * Replaces what is in repeats by what their model holds, if most repeats of a
 * cycle are like its model; those that differ by whole inner repeats stay as
 * they are, and so do cycles whose repeats are all equal. Returns 0, or -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int models_apply(struct hierarchy *,
    enum model_use, const uint32_t *kernel, size_t n,
    const struct cycle_limits *);

#endif
