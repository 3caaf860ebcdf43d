/*
 * model - what the repeats of a cycle agree on.
 *
 * If kernels are lost, stray or swapped, perhaps no repeat is without a fault.
 * But for every single kernel most repeats agree, and what they agree on is the
 * model. It has no faults.
 */
#ifndef TRACE_CYCLES_MODEL_H
#define TRACE_CYCLES_MODEL_H

#include "tools/trace-cycles/hierarchy.h"

/*
 * Finds the models of all cycles, or only those of lone steps in addition.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int models_find(
    struct hierarchy *, bool only_lone, const uint32_t *kernel);

/*
 * Faults come at random, and what comes again is a variant. So if fewer than
 * half of the repeats of a loop are equal to another one, its length is that of
 * its model, not the median one, which would be that of a variant. Returns 0,
 * or -1: no memory.
 */
__attribute__((warn_unused_result)) int models_compare(
    struct hierarchy *, const uint32_t *kernel);

#endif
