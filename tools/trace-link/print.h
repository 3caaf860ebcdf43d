/*
 * print - the events of the GPU with what is known of their launches.
 */
#ifndef TRACE_LINK_PRINT_H
#define TRACE_LINK_PRINT_H

#include "tools/trace-link/table.h"
#include "tools/trace-link/tree.h"

/* These end the program with a message when they fail. */
void print_header(struct tsvw *, const struct table *, const struct tsv *);
void print_events(struct tsvw *, const struct table *, const struct tree *,
    const struct launch *);

#endif
