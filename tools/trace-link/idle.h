/*
 * idle - the table of --gaps: why a GPU idles, from its events, their launches
 * and what else the host did.
 *
 * Memory: about 60 bytes for each event of the GPU, and 16 for each stretch of
 * time in which a call is recorded.
 */
#ifndef TRACE_LINK_IDLE_H
#define TRACE_LINK_IDLE_H

#include "common/trace/host.h"
#include "tools/trace-link/link_table.h"

/*
 * Prints the table, for a link_table that has read its rows with `gaps`, and
 * the launch of each event of the GPU. Ends the program with a message when it
 * cannot; errors of the writer are the caller's.
 */
void idle_print(
    struct tsvw *, const struct link_table *, const struct launch *);

#endif
