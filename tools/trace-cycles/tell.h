/*
 * tell - messages to people on standard error.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#ifndef TRACE_CYCLES_TELL_H
#define TRACE_CYCLES_TELL_H

#include "tools/trace-cycles/options.h"
#include "tools/trace-cycles/survey.h"

/* Why nothing is printed. */
void tell_nothing(const struct options *, const struct report *);

/* The answers with other names and with another order. */
struct others {
	struct survey names, order;
};

/* Looks for them, before the answer itself takes up memory. */
struct others tell_prepare(const struct options *, const struct events *);

/* A line for each that differs from the report; frees them. */
void tell_others(
    const struct options *, const struct report *, struct others *);

#endif
