/*
 * ends - repeats at the very start and end of a sequence that do not count.
 *
 * The sequence may begin amid a repeat, or with one that is not like the others
 * yet, such as a step that has no optimizer's state to update; and it may end
 * amid one. So a repeat at either end that lacks kernels does not count, if
 * there are two others beside it.
 */
#ifndef TRACE_CYCLES_ENDS_H
#define TRACE_CYCLES_ENDS_H

#include "tools/trace-cycles/cycles.h"

/* Leaves them out of the parts of the sequence itself. */
void ends_leave_out(struct cycles *);

#endif
