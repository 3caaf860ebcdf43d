/*
 * print - the events of the GPU with what is known of their launches.
 */
#ifndef TRACE_LINK_PRINT_H
#define TRACE_LINK_PRINT_H

#include "tools/trace-link/origin.h"
#include "tools/trace-link/tree.h"

/* The trace of the recording of graphs, and what is from there. */
struct recording {
	struct table table;
	struct tree tree;
	struct origins origins;
};

/* These end the program with a message when they fail. */
void print_header(struct tsvw *, const struct table *, const struct tsv *);
void print_events(struct tsvw *, const struct table *, const struct tree *,
    const struct launch *, const struct recording *); /* or NULL */

#endif
