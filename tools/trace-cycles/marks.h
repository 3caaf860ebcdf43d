/*
 * marks - where in which cycle each event is.
 */
#ifndef TRACE_CYCLES_MARKS_H
#define TRACE_CYCLES_MARKS_H

#include "tools/trace-cycles/view.h"

/* All count from 1; 0 is none. */
struct mark {
	uint32_t cycle; /* the innermost, as printed */
	uint32_t rep, position;
};

/*
 * The mark of each event. What is in no cycle of its own stream, such as a copy
 * or a collective, has no position, but is in the repeat of its GPU's busiest
 * stream during which it starts. NULL when there is no memory.
 */
struct mark *marks_find(const struct report *);

/*
 * The repeat of its parent that a repeat is in; 0 if the cycle is in no other.
 * All count from 1. `view` is of all cycles of the report.
 */
uint32_t marks_parent_rep(
    const struct view *view, uint32_t cycle, uint32_t rep);

#endif
