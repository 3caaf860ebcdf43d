/*
 * bounds - how large the numbers of an argument may be that are places in
 * another one.
 *
 * With zeros in place of real indices, a lookup would read one row again and
 * again from the cache. So where the operator's meaning says what an index must
 * be below, it becomes any number below that.
 */
#ifndef TRACE_REPLAY_BOUNDS_H
#define TRACE_REPLAY_BOUNDS_H

#include "tools/trace-replay/fit.h"

/* Sets the start and bound of the indices of a call of that operator. */
void bounds_set(struct call *, struct span name);

#endif
