/*
 * interleaved - rows in which the same kernels stand between all repeats.
 *
 * A layer with an adapter is a layer with some kernels more. The body of plain
 * layers, turned to begin behind these kernels, repeats there, too, and what is
 * between its repeats belongs to none of them. But such a row is one of another
 * loop, which has both; taken for one of this loop, it would turn the body so
 * that each row of plain layers loses a repeat.
 */
#ifndef TRACE_CYCLES_INTERLEAVED_H
#define TRACE_CYCLES_INTERLEAVED_H

#include "tools/trace-cycles/tandem_array.h"

/*
 * Leaves out the blocks of rows where the same kernels stand between all
 * repeats, more than may be wrong with one, if a loop of both is cheaper.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int tandem_arrays_leave_interleaved(
    struct tandem_arrays *, const struct sequence *, const struct body *);

#endif
