/*
 * evidence - which cycles are more than chance and more than a passage.
 */
#ifndef TRACE_CYCLES_EVIDENCE_H
#define TRACE_CYCLES_EVIDENCE_H

#include "tools/trace-cycles/cycles.h"

/* A cycle that takes up one part in so many is not to be overlooked. */
enum { EVIDENCE_SHARE = 3 };

/*
 * Tells for each cycle whether the evidence for it is weak. One that is in no
 * other is strong if its repeats take up a third of the kernels, or of the
 * kernel time, as `large` says of each; or if it, or something inside it, comes
 * six times in a row, each time the same, and what is saved by that, in bits,
 * is more than saying where it is and eight bits: chance does so once in 256
 * sequences. The convolutions of one pass through a network come two to five
 * times. What is inside another cycle is as strong as that. Returns 0, or -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int evidence_judge(
    const struct cycles *, const bool *large, bool *weak);

#endif
