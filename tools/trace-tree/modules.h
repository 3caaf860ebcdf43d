/*
 * modules - the modules of the model (nn.Module) as a tree of their own: how
 * long the GPU worked for each, and how long for none of those inside it.
 */
#ifndef TRACE_TREE_MODULES_H
#define TRACE_TREE_MODULES_H

#include "tools/trace-tree/tree_table.h"

/*
 * Prints a header and a row for each module, what holds before what is held.
 * Returns how many there are. Ends the program with a message when it fails.
 */
size_t modules_print(struct tsvw *, const struct tree_table *);

#endif
