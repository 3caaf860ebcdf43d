/*
 * split - chains end where what is passed over is no noise.
 *
 * What stands between the steps of one request and those of the next comes
 * again with every request; a stray comes anywhere. So a chain is cut where
 * three symbols or more are passed over that it passes over again and again.
 */
#ifndef TRACE_CYCLES_SPLIT_H
#define TRACE_CYCLES_SPLIT_H

#include "tools/trace-cycles/chains.h"

/* Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int split_chains(
    const struct text *, struct chains *);

#endif
