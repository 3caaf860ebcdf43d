/*
 * read_gaps - the table of --gaps: why a GPU idles, from the events of the GPU
 * with their launches and from those of the host.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#ifndef TRACE_TIMELINE_READ_GAPS_H
#define TRACE_TIMELINE_READ_GAPS_H

#include <stdbool.h>

#include "common/table/tsv.h"

/*
 * Reads the events of the GPU, as trace-link prints them, and then those of the
 * host in `host`, and prints the table. Returns whether there was an event of
 * the GPU.
 */
bool read_gaps(struct tsv *, const char *host, struct tsvw *);

#endif
