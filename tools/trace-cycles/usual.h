/*
 * usual - how long the repeats of a cycle usually are.
 */
#ifndef TRACE_CYCLES_USUAL_H
#define TRACE_CYCLES_USUAL_H

#include "tools/trace-cycles/level.h"
#include "tools/trace-cycles/round.h"

/*
 * The median length in kernels of the repeats of each group of a round; 0 for
 * what is no cycle: longer than `longest`, or without two repeats of about that
 * length. NULL when there is no memory; the caller frees it.
 */
uint32_t *usual_lengths(
    const struct round *, const struct level *, size_t longest);

/* Whether a repeat of so many kernels is about as long as usual. */
bool usual_is(uint32_t length, uint32_t usual);

#endif
