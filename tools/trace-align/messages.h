/*
 * messages - what trace-align says of a comparison on standard error.
 */
#ifndef TRACE_ALIGN_MESSAGES_H
#define TRACE_ALIGN_MESSAGES_H

#include "tools/trace-align/budget.h"
#include "tools/trace-align/columns.h"

/* What was compared, when one side has repeats that the other has not. */
void messages_lengths(const struct report *);

/* Both sides, the kinds of match, the groups, and the net difference. */
void messages_balance(const struct report *);

/* By how much a budget is exceeded. */
void messages_budget(const struct budget *, struct budget_times);

#endif
