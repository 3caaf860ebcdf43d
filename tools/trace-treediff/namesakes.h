/*
 * namesakes - which nodes of one name belong together: those below which the
 * same names are, whatever their order.
 */
#ifndef TRACE_TREEDIFF_NAMESAKES_H
#define TRACE_TREEDIFF_NAMESAKES_H

#include "tools/trace-treediff/matcher.h"

/* Pairs anew what has a name that comes more than once. */
__attribute__((warn_unused_result)) int namesakes_match(
    struct pairs *, struct matcher *, enum matcher_by);

#endif
