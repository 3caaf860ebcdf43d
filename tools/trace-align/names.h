/*
 * names - kernels' names as the numbers that align() compares.
 */
#ifndef TRACE_ALIGN_NAMES_H
#define TRACE_ALIGN_NAMES_H

#include "common/pool.h"
#include "tools/trace-align/align.h"

/*
 * Sets level[k][i] for each name i of the pool and each level k; the arrays
 * have room for as many. Returns 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int names_number(
    const struct pool *, uint32_t *const level[ALIGN_LEVELS]);

#endif
