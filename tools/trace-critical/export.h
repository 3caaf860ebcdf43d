/*
 * export - the graph of a window as the two tables of trace-whatif.
 *
 * Operations are events of the GPU, and what the host did from one of its
 * points to the next: N.start and N.end are what it did until event N started
 * and ended. What nothing precedes follows the operation "window", at its
 * traced distance.
 */
#ifndef TRACE_CRITICAL_EXPORT_H
#define TRACE_CRITICAL_EXPORT_H

#include "tools/trace-critical/print.h"

/* These end the program with a message when they fail. */
void export_operations(struct tsvw *, const struct points *,
    const struct lags *, const struct rules *, struct interval window);
void export_edges(struct tsvw *, const struct points *, const struct lags *,
    struct interval window);

#endif
