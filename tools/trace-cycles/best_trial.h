/*
 * best_trial - which loop saves most.
 *
 * The most promising candidates are tried; of a long text those that save much
 * less than the best in a part of it are given up before.
 */
#ifndef TRACE_CYCLES_BEST_TRIAL_H
#define TRACE_CYCLES_BEST_TRIAL_H

#include "tools/trace-cycles/trial.h"

/* The loop that saves most, with an empty body if none saves anything. */
void best_trial_find(struct trial *, const struct folding *);

#endif
