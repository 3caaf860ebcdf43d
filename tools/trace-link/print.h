/*
 * print - the events of the GPU with what is known of their launches.
 */
#ifndef TRACE_LINK_PRINT_H
#define TRACE_LINK_PRINT_H

#include "tools/trace-link/call_path.h"
#include "tools/trace-link/graph_origin.h"

/* The trace of the recording of graphs, and what is from there. */
struct recording {
	struct link_table table;
	struct call_tree tree;
	struct graph_origins origins;
};

/* These end the program with a message when they fail. */
void link_print_header(
    struct tsvw *, const struct link_table *, const struct tsv *);
void link_print_events(struct tsvw *, const struct link_table *,
    const struct call_tree *, const struct launch *,
    const struct recording *); /* or NULL */

/*
 * The operators, each with its work of the GPU.
 */

/*
 * Prints a header and all operators of the trace in the order of time, then
 * those of recorded graphs, in the order of their first events. Ends the
 * program with a message when it fails.
 */
void link_print_operators(struct tsvw *, const struct link_table *,
    const struct call_tree *, const struct launch *,
    const struct recording *); /* or NULL */

#endif
