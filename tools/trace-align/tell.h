/*
 * tell - what trace-align says of a comparison on standard error.
 */
#ifndef TRACE_ALIGN_TELL_H
#define TRACE_ALIGN_TELL_H

#include "tools/trace-align/gate.h"
#include "tools/trace-align/print.h"

/* What was compared, when one side has repeats that the other has not. */
void tell_lengths(const struct report *);

/* Both sides, the kinds of match, the groups, and the net difference. */
void tell_balance(const struct report *);

/* By how much a budget is exceeded. */
void tell_gate(const struct gate *, struct gate_times);

#endif
