/*
 * choice - which cycles of both tables are compared: those that --cycle names,
 * all that are alike, or else two of one phase: of those of several kernels the
 * two that take the most of both traces, so the step before its layers.
 *
 * Part of main: what is wrong ends the program with a message.
 */
#ifndef TRACE_ALIGN_CHOICE_H
#define TRACE_ALIGN_CHOICE_H

#include "tools/trace-align/cycle_pair.h"

/* Compares the cycles that the options ask for. Returns the exit status. */
int choice_align(
    const struct options *, struct inputs *, const struct streams *);

#endif
