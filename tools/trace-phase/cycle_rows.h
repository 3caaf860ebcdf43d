/*
 * cycle_rows - labels the cycles of a table, or keeps one.
 */
#ifndef TRACE_PHASE_CYCLE_ROWS_H
#define TRACE_PHASE_CYCLE_ROWS_H

#include "common/table/tsv.h"
#include "tools/trace-phase/options.h"

/* Returns a status; ends the program with a message when it fails. */
int cycles_run(const struct options *, struct tsv *, struct tsvw *);

#endif
