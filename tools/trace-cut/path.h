/*
 * path - where a row stands in the cycles, as `trace-cycles --events` says it:
 * CYCLE:REPEAT from the outermost inwards, such as 1:3/4:17; a repeat that does
 * not count has a p before its number.
 */
#ifndef TRACE_CUT_PATH_H
#define TRACE_CUT_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

/* One repeat of a cycle; 0 stands for any. */
struct repeat {
	int64_t cycle, number;
};

/* The outermost element, such as 1:3. */
struct span path_outermost(struct span path);

/* Takes the first element off; false when the path is empty or broken. */
bool path_take(struct span *path, struct repeat *);

bool path_holds(struct span path, struct repeat);

#endif
