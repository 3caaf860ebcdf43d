/*
 * seeds - stretches that come a second time, with something else between.
 *
 * When every copy of a step has a fault there may be no run at all: nowhere do
 * two whole copies follow each other. But a part of the step that is nowhere
 * else does come again, one step later. Such a stretch is a seed: what two
 * copies have in common, at the distance of one period, though it is not as
 * long as that. alignment.h finds out whether it continues after the faults.
 */
#ifndef TRACE_CYCLES_SEEDS_H
#define TRACE_CYCLES_SEEDS_H

#include "tools/trace-cycles/runs.h"

/*
 * Appends to the runs seeds with periods of at most `longest`: text[start, end)
 * in which every symbol equals the one a period before it, shorter than two
 * periods.
 */
void seeds_find(const struct text *, size_t longest, struct runs *);

#endif
