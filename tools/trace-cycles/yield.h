/*
 * yield - repeats leave those of rounds before whole.
 *
 * What stands between two rows, such as the head of a step between prefill and
 * decode, often fits both. A repeat that reaches into one found before by no
 * more than a repeat may lack does without these kernels.
 */
#ifndef TRACE_CYCLES_YIELD_H
#define TRACE_CYCLES_YIELD_H

#include "tools/trace-cycles/instances.h"

/*
 * Shortens instances that reach into what was found before, by start; but not
 * into what has repeats of less than half their length: that may be inside.
 */
void yield_edges(struct instances *, const struct instances *found);

#endif
