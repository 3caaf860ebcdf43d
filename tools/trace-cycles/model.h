/*
 * model - what the repeats of a cycle agree on, and where each has what it
 * holds.
 *
 * Where kernels are lost, stray or swapped, no repeat may be what it should be,
 * and some inner repeats have too much wrong to be found on their own. But most
 * repeats agree on every single kernel: what they agree on is the model. It is
 * without faults, so its inner loops are found exactly, and a repeat has them
 * where its kernels are aligned with those of the model.
 */
#ifndef TRACE_CYCLES_MODEL_H
#define TRACE_CYCLES_MODEL_H

#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/limits.h"

/*
 * Replaces what is in repeats by what their model holds, if most repeats of a
 * cycle are like its model; those that differ by whole inner repeats stay as
 * they are, and so do cycles of which all repeats are equal. Returns 0, or -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int models_apply(struct hierarchy *,
    const uint32_t *kernel, size_t n, const struct cycle_limits *);

#endif
