/*
 * namesakes - which nodes of one name belong together: those below which the same
 * names are, whatever their order.
 */
#ifndef TRACE_TREEDIFF_NAMESAKES_H
#define TRACE_TREEDIFF_NAMESAKES_H

#include "tools/trace-treediff/pairs.h"

/*
 * For each node the sums of the names' hashes at SHAPE_LEVELS levels below it, for
 * matcher_init; the caller frees it. NULL: no memory.
 */
uint64_t *namesakes_shapes(const struct side *);

/*
 * Pairs anew what has a name that comes more than once. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int namesakes_match(
    struct pairs *, struct matcher *, enum pairs_by);

#endif
