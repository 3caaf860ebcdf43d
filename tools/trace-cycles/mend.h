/*
 * mend - repeats that noise has broken take their place among the others.
 *
 * Kernels that come, go or change amid a step may part its layers, so that
 * nothing of the step is left among the symbols that stand for layers
 * (round.h). Counted in kernels there is not much wrong with it. So beside each
 * repeat of a cycle, as far as others leave room, the kernels are compared with
 * its root.
 */
#ifndef TRACE_CYCLES_MEND_H
#define TRACE_CYCLES_MEND_H

#include "tools/trace-cycles/instances.h"
#include "tools/trace-cycles/text.h"

/*
 * Adds repeats, and drops those of lesser cycles that lie in the kernels of
 * these. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int mend_find(
    const struct text *, struct instances *);

#endif
