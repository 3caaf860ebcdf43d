/*
 * messages - advice and warnings on standard error.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#pragma once

#include "tools/trace-cycles/alternatives.h"
#include "tools/trace-cycles/options.h"

/* Why nothing is printed. */
void message_no_cycle(const struct options *, const struct report *);

/* Warns if comparing names in the other way (--names) gives other cycles. */
void message_other_names(const struct options *, const struct events *,
    const struct alternative *here);
