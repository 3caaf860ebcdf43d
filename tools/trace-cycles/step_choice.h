/*
 * step_choice - which of the cycles that are listed are the steps of their GPU,
 * in the order of their claims (common/trace/step_claim.h).
 */
#pragma once

#include "tools/trace-cycles/weak_cycles.h"

/*
 * Sets the kind of each cycle: that of the step which it is or is inside of.
 * The kinds of all GPUs count from 1, which is the step of the trace; 0 is that
 * of no step.
 */
void step_choice_find(
    const struct track_sequences *, const struct events *, struct chosen *);
