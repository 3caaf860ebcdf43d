/*
 * children - where the inner loops of a loop are in one of its repeats.
 *
 * A repeat is aligned with the bodies of all inner loops at once, so that each
 * gets its repeats although some kernels are missing or foreign there, and
 * however many there are. Those that contain others come after them.
 */
#pragma once

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/occurrence.h"

/*
 * Adds the places of the inner loops, and of those inside these, in the repeat
 * [start, end); a repeat that is cut off has no whole ones.
 */
void children_find(struct loop *, const struct sequence *, uint32_t start,
    uint32_t end, bool is_partial);

/*
 * Sets the place of occurrence i, and returns whether it has one. A repeat that
 * was cut off has one if it stands beside a repeat that counts and fits for
 * half a repeat or more; in the trace itself, which may be cut anywhere, also
 * if it is longer than what it costs to tell of it, or if there is no more.
 */
bool children_place(struct place *, const struct occurrences *, size_t i,
    const struct sequence *, uint32_t median, bool is_trace);
