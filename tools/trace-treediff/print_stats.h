/*
 * print_stats - the tables of the work below the differences.
 */
#ifndef TRACE_TREEDIFF_PRINT_STATS_H
#define TRACE_TREEDIFF_PRINT_STATS_H

#include "common/table/tsv.h"
#include "tools/trace-treediff/cells.h"

/* These end the program with a message when they fail. */
void print_stats(struct tsvw *, const struct report *);

/* Equal work of equal operators together, the longest first. */
void print_arguments(struct tsvw *, const struct report *);

#endif
