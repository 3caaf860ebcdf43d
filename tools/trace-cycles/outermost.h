/*
 * outermost - the repetitions that are left when nothing more repeats.
 */
#ifndef TRACE_CYCLES_OUTERMOST_H
#define TRACE_CYCLES_OUTERMOST_H

#include "tools/trace-cycles/collect.h"
#include "tools/trace-cycles/rounds.h"

/*
 * What the symbols of the last level stand for, mended, and numbered by
 * appearance. Returns 0, or -1: no memory; rounds_free frees *out either way.
 */
__attribute__((warn_unused_result)) int outermost_find(const struct level *,
    const struct collection *, uint32_t cycles, struct rounds *out);

#endif
