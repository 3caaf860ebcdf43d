/*
 * contest - which loop saves most.
 *
 * The most promising candidates are tried; of a long text those that save much
 * less than the best in a part of it are given up before.
 */
#ifndef TRACE_CYCLES_CONTEST_H
#define TRACE_CYCLES_CONTEST_H

#include "tools/trace-cycles/trial.h"

/* The loop that saves most, with an empty body if none saves anything. */
void contest_find(struct trial *, const struct folding *);

#endif
