/*
 * messages - what people are told on standard error.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#ifndef TRACE_CYCLES_MESSAGES_H
#define TRACE_CYCLES_MESSAGES_H

#include "tools/trace-cycles/alternatives.h"
#include "tools/trace-cycles/options.h"

/* Why nothing is printed. */
void message_no_cycle(const struct options *, const struct report *);

/* The answers with other names and with another order. */
struct others {
	struct alternative names, order;
};

/* Looks for them, before the answer itself takes up memory. */
struct others find_others(const struct options *, const struct events *);

/* A line for each that differs from the report; frees them. */
void message_others(
    const struct options *, const struct report *, struct others *);

#endif
