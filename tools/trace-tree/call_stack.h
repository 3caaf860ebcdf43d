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

/*
 * The same columns for each event in the column event of another table, in its
 * order. Call stacks are JSON, and go down to the work of the GPU: see
 * stack_below_add; `kernel` is the column of stack_below.h. Returns how many
 * events are not in the tree.
 */
size_t call_stack_print_chosen(
    struct tsvw *, const struct tree_table *, struct tsv *chosen, int kernel);

#endif
