/*
 * broken - which stretches between two repeats are broken ones.
 *
 * A broken repeat has most kernels of the body, in the same order, but too much
 * is wrong with it to be one. Faults come at random, so two broken repeats are
 * as far from each other as from the body, or farther: a stretch that is much
 * nearer to another one is a step of another kind.
 */
#ifndef TRACE_CYCLES_BROKEN_H
#define TRACE_CYCLES_BROKEN_H

#include "tools/trace-cycles/occurrence.h"

/*
 * Tells for each of the occurrences that counts whether what stands between it
 * and the next that counts is one broken repeat, or BROKEN_MOST at most.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int broken_find(
    bool *broken, const struct cutting *, const struct occurrences *);

#endif
