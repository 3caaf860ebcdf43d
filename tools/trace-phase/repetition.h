/*
 * repetition - the classic rule: decode repeats most, prefill least.
 *
 * An engine runs a prompt once and then generates token after token: of the
 * cycles that are compared, the one with most steps is decode and the one with
 * fewest is prefill. The rule knows no other evidence; judge.h does.
 */
#ifndef TRACE_PHASE_REPETITION_H
#define TRACE_PHASE_REPETITION_H

#include "tools/trace-phase/cycle.h"

/*
 * Fills in the empty phases of the cycles that are compared, after steps_find,
 * on one GPU. Equal steps: the one that starts earlier is prefill; then the one
 * that comes first in the array. A phase that a label already there claims is
 * not given a second time.
 */
void repetition_label(struct judged_cycle *, size_t n, size_t gpu);

#endif
