/*
 * events - labels the events of the GPU in a table, or keeps those of a phase.
 */
#ifndef TRACE_PHASE_EVENTS_H
#define TRACE_PHASE_EVENTS_H

#include "common/table/tsv.h"
#include "tools/trace-phase/options.h"

/* Returns a status; ends the program with a message when it fails. */
int events_run(const struct options *, struct tsv *, struct tsvw *);

#endif
