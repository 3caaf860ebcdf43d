/*
 * print_operators - the operators, each with its work of the GPU.
 */
#ifndef TRACE_LINK_PRINT_OPERATORS_H
#define TRACE_LINK_PRINT_OPERATORS_H

#include "tools/trace-link/print.h"

/*
 * Prints a header and all operators of the trace in the order of time, then
 * those of recorded graphs, in the order of their first events. Ends the
 * program with a message when it fails.
 */
void link_print_operators(struct tsvw *, const struct link_table *,
    const struct call_tree *, const struct launch *,
    const struct recording *); /* or NULL */

#endif
