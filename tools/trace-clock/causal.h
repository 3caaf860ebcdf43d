/*
 * causal - clocks on which nothing ends before it was sent.
 *
 * Each pair says how far the clock of its target may be ahead of that of its
 * source. These are difference constraints, which relaxation solves in as many
 * rounds as there are ranks, or never (R. Bellman, "On a routing problem",
 * Quarterly of Applied Mathematics 16, 1958). The solution is the nearest below
 * the offsets that there are, moved as a whole so that the reference stays.
 */
#ifndef TRACE_CLOCK_CAUSAL_H
#define TRACE_CLOCK_CAUSAL_H

#include "tools/trace-clock/fit_work.h"

/*
 * Rounds offsets to nanoseconds and moves them until no pair that fits is
 * reversed. Returns false if no offsets do that: the pairs contradict.
 */
bool causal_move(struct fit *);

#endif
