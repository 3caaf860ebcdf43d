/*
 * shift - repeats that begin a little earlier, if there are more of them then.
 *
 * Where repeats begin was chosen while some of them were broken (settle.h).
 * Once these are mended there are long rows, with a part of a repeat at either
 * end: if both parts make up for a whole one, all are to begin so much earlier.
 */
#ifndef TRACE_CYCLES_SHIFT_H
#define TRACE_CYCLES_SHIFT_H

#include "tools/trace-cycles/instances.h"
#include "tools/trace-cycles/repeats.h"
#include "tools/trace-cycles/text.h"

/*
 * Moves those repeats of a cycle that are like `root`, with which it begins,
 * and drops the others, which are to be mended anew. Returns 1, 0 if nothing is
 * to be gained and nothing was done, or -1: no memory. *root becomes the first.
 */
__attribute__((warn_unused_result)) int shift_repeats(const struct text *,
    struct instances *, uint32_t cycle, struct repeat *root);

#endif
