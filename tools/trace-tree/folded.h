/*
 * folded - the stacks of the work of the GPU, as flame graphs read them.
 */
#ifndef TOOLS_TRACE_TREE_FOLDED_H
#define TOOLS_TRACE_TREE_FOLDED_H

#include "tools/trace-tree/tree_table.h"

/*
 * Prints a line for each distinct stack of work at or below `top`, or of all
 * work for TREE_NONE: its names from the top to the work, with ';' between,
 * and, after a space, how many nanoseconds that work took. A ';' in a name
 * becomes ':'. As pprof it is the same as a profile (profile.proto). Ends the
 * program with a message when it fails.
 */
void folded_print(const struct tree_table *, uint32_t top, bool as_pprof);

#endif
