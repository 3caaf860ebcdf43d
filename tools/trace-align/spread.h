/*
 * spread - how much the repeats of a cycle differ: what trace-cycles --also
 * spread says of their kernel times and of their periods.
 */
#ifndef TOOLS_TRACE_ALIGN_SPREAD_H
#define TOOLS_TRACE_ALIGN_SPREAD_H

#include "tools/trace-align/cycle_table.h"

/*
 * Reads such a table into the cycles of t, which has been read, by rank,
 * device, stream and number; cycles that it lacks stay as they are. What is
 * wrong ends the program with a message.
 */
void spread_read(struct cycle_table *t, const char *path);

#endif
