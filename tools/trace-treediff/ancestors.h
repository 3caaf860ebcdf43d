/*
 * ancestors - one row for each lowest common ancestor: what it costs in both
 * trees.
 */
#ifndef TRACE_TREEDIFF_ANCESTORS_H
#define TRACE_TREEDIFF_ANCESTORS_H

#include "common/table/tsv.h"
#include "tools/trace-treediff/cells.h"

/* Ends the program with a message when it fails. */
void ancestors_print(struct tsvw *, const struct report *);

#endif
