/*
 * print_rows - the tree as a table, one row an event.
 */
#ifndef TOOLS_TRACE_TREE_PRINT_ROWS_H
#define TOOLS_TRACE_TREE_PRINT_ROWS_H

#include "tools/trace-tree/tree_table.h"

/* These end the program with a message when they fail. */
void print_rows_header(
    struct tsvw *, const struct tree_table *, const struct tsv *);

/* All nodes at or below one; `event` of the input stays as it was. */
void print_rows_below(
    struct tsvw *, const struct tree_table *, const struct tsv *, uint32_t top);

/*
 * The modules of the model (nn.Module) as a tree of their own: how long the
 * GPU worked for each, and how long for none of those inside it.
 */

/*
 * Prints a header and a row for each module, what holds before what is held.
 * Returns how many there are. Ends the program with a message when it fails.
 */
size_t modules_print(struct tsvw *, const struct tree_table *);

#endif
