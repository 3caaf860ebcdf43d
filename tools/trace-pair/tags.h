/*
 * tags - pairs sends with receives: rows of different ranks that have the same
 * tag, and with peers only if each is the other's.
 *
 * A program that runs the same step again sends under the same tag again. Which
 * source of a rank belongs to which target of another, lag.h tells by their
 * ends, also where events are lost; if it cannot, as of few, the n-th belongs
 * to the n-th, but only if there are as many and they keep their distance.
 */
#ifndef TRACE_PAIR_TAGS_H
#define TRACE_PAIR_TAGS_H

#include <stdbool.h>

#include "tools/trace-pair/partners.h"

/*
 * Pairs rows that partners_sort put in order, with the tag as the sequence, in
 * the order of the sources. A source without a partner is a pair with one
 * side.
 */
void tags_pair(struct partners *, bool peers);

#endif
