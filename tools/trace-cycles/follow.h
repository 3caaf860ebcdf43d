/*
 * follow - from runs to chains: which are followed over faults, and how far.
 */
#ifndef TRACE_CYCLES_FOLLOW_H
#define TRACE_CYCLES_FOLLOW_H

#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/runs.h"

/*
 * Makes chains of the runs and seeds of a text, by start, then by period. One
 * that lies in the chain of another with the same root makes none. Returns 0,
 * or -1: no memory.
 */
__attribute__((warn_unused_result)) int follow_runs(
    const struct text *, const struct runs *, struct chains *);

#endif
