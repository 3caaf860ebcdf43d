/*
 * print_missing - the rows of --missing: what each rank of a group does in a
 * collective or a transfer that not all of them run.
 */
#ifndef TRACE_COLLECTIVES_PRINT_MISSING_H
#define TRACE_COLLECTIVES_PRINT_MISSING_H

#include "common/table/tsv.h"
#include "tools/trace-collectives/dump.h"

void print_missing_header(struct tsvw *);

/* Prints the problems of a group, and returns how many there are. */
size_t print_missing_group(
    const struct dumps *, const struct process_group *, struct tsvw *);

#endif
