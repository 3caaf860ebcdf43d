/*
 * necklace - which runs repeat the same thing, whatever symbol each begins
 * with: those whose least rotations are equal.
 */
#ifndef TRACE_CYCLES_NECKLACE_H
#define TRACE_CYCLES_NECKLACE_H

#include "tools/trace-cycles/runs.h"

/* The place at which the least rotation of n > 0 symbols starts. */
size_t necklace_least_rotation(const uint32_t *symbol, size_t n);

/*
 * Numbers the classes of runs from 0 on, in order of appearance. Returns how
 * many there are.
 */
size_t necklace_classes(
    const struct text *, const struct runs *, uint32_t *class);

#endif
