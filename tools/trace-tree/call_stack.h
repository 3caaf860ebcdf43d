/*
 * call_stack - from where in the program each event of the GPU was launched.
 */
#ifndef TRACE_TREE_CALL_STACK_H
#define TRACE_TREE_CALL_STACK_H

#include "tools/trace-tree/tree_table.h"

/*
 * Prints a header and a row for each event of the GPU, in the order of time.
 * Ends the program with a message when it fails.
 */
void call_stack_print(struct tsvw *, const struct tree_table *);

#endif
