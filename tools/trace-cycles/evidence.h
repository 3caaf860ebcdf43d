/*
 * evidence - which cycles are more than chance and more than a passage.
 */
#ifndef TRACE_CYCLES_EVIDENCE_H
#define TRACE_CYCLES_EVIDENCE_H

#include "tools/trace-cycles/cycles.h"

/* A cycle that takes up one part in so many must be mentioned. */
enum { EVIDENCE_SHARE = 3 };

/*
 * Tells for each cycle whether the evidence for it is weak. A cycle that is in
 * no other one is strong if its repeats take up a third of the kernels or of
 * the kernel time, as `large` says of each. It is also strong if it, or
 * something inside it, occurs six times in a row without a change, and this
 * saves at least eight bits more than it takes to say where it is: chance does
 * so once in 256 sequences. The convolutions of one pass through a network come
 * two to five times. What is inside another cycle is as strong as that. Returns
 * 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int evidence_judge(
    const struct cycles *, const bool *large, bool *weak);

#endif
