/*
 * select - the one cycle of a phase that is wanted.
 */
#ifndef TRACE_PHASE_SELECT_H
#define TRACE_PHASE_SELECT_H

#include "tools/trace-phase/cycle.h"

/*
 * Sets keep[i] for one cycle per GPU with the wanted phase; PHASE_EMPTY wants
 * decode, or, on a GPU that has none, any. It is looked for among those that
 * are inside no other of that phase, on the main stream if it has one: the one
 * that covers most time, then the first. That is the step. Unless `step`, the
 * search goes on inwards while a cycle inside covers at least half of the
 * step's time: that is the layer. Returns how many cycles are kept.
 */
size_t select_cycles(const struct judged_cycle *, size_t n, size_t gpus,
    size_t streams, enum phase wanted, bool step, bool *keep);

#endif
