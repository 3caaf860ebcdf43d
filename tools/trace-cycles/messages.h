/*
 * messages - what people are told on standard error.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#ifndef TOOLS_TRACE_CYCLES_MESSAGES_H
#define TOOLS_TRACE_CYCLES_MESSAGES_H

#include "tools/trace-cycles/alternatives.h"
#include "tools/trace-cycles/options.h"

/* Why nothing is printed. */
void message_no_cycle(const struct options *, const struct report *);

/* What would be found instead if names were compared in the other way. */
void message_other_names(const struct options *, const struct events *,
    const struct alternative *here);

#endif
