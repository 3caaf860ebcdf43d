/*
 * marks - where in which cycle each event is.
 */
#ifndef TRACE_CYCLES_MARKS_H
#define TRACE_CYCLES_MARKS_H

#include "tools/trace-cycles/view.h"

/* All count from 1; 0 is none. */
struct mark {
	uint32_t cycle; /* the innermost, as printed */
	struct which which;
	uint32_t position;
};

/*
 * The mark of each event. What is in no cycle of its own stream, such as a copy
 * or a collective, has no position, but is in the repeat of its GPU's busiest
 * stream during which it starts. NULL when there is no memory.
 */
struct mark *marks_find(const struct report *);

#endif
