/*
 * classes - which runs repeat the same thing, whatever symbol each begins with:
 * those whose least rotations are equal.
 */
#ifndef TRACE_CYCLES_CLASSES_H
#define TRACE_CYCLES_CLASSES_H

#include "tools/trace-cycles/runs.h"

/* The place at which the least rotation of n > 0 symbols starts. */
size_t classes_least_rotation(const uint32_t *symbol, size_t n);

/*
 * Numbers the classes of runs from 0 on, in order of appearance; turn[i] is
 * where the least rotation of run i starts, counted from the start of the run.
 * Returns how many classes there are, or -1: no memory.
 */
__attribute__((warn_unused_result)) int64_t classes_name(
    const struct text *, const struct runs *, uint32_t *class, uint32_t *turn);

#endif
