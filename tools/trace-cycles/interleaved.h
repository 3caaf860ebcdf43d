/*
 * interleaved - rows in which the same kernels stand between all repeats.
 *
 * A layer with an adapter has some kernels more than a plain layer. The body of
 * plain layers, rotated to begin after these kernels, repeats there, too, and
 * the kernels between its repeats belong to none of them. But such a row
 * belongs to another loop, which has both. If it counted for this loop, the
 * body would be rotated so that each row of plain layers loses a repeat.
 */
#ifndef TRACE_CYCLES_INTERLEAVED_H
#define TRACE_CYCLES_INTERLEAVED_H

#include "tools/trace-cycles/tandem_array.h"

/*
 * Leaves out the blocks of rows in which the same kernels stand between all
 * repeats, if a loop of both is cheaper. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int tandem_arrays_leave_interleaved(
    struct tandem_arrays *, const struct sequence *, const struct sequence *);

#endif
