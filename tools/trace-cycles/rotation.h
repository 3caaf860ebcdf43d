/*
 * rotation - with which symbol of its body a loop begins.
 *
 * With one for which most kernels are in repeats that count, less what is wrong
 * with these. Several are equally good if what stands before or after a row
 * looks like an end of the body, too, such as the tail of a step of another
 * kind. Of these the first of the following decides that tells them apart: a
 * step does not begin within a row of what repeats inside; the GPU was idle
 * before the step, twice as long as before all others, which in a repeat says
 * something of steps only, not of layers; a step begins or ends
 * where the trace does, or with the same kernel, for recording starts and stops
 * between steps; the first one. Where the GPU was idle before two that stand
 * out, the trace decides between these if it begins or ends with a step of
 * another kind.
 *
 * But where it was idle in nearly all repeats, many times longer than before
 * all other symbols, a repeat begins, even if the trace is cut off so that
 * fewer are whole.
 */
#pragma once

#include "tools/trace-cycles/occurrence.h"

/*
 * Of arrays in which repeats are likely; idle[k] is how long nothing ran before
 * kernel k, NULL if that is not known.
 */
void rotation_choose(uint32_t *rotation, const struct cutting *,
    const struct tandem_arrays *, const int64_t *idle);
