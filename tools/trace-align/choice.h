/*
 * choice - which cycles of both tables are compared: those that --cycle names,
 * all that are alike, or the two that hold the most time.
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
