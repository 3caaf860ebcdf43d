/*
 * facts - what is known of the trace that a table of cycles is from, out of a
 * table of trace-info.
 *
 * Part of the tool's own input: what is wrong ends the program with a message.
 */
#ifndef TRACE_ALIGN_FACTS_H
#define TRACE_ALIGN_FACTS_H

#include "common/bytes/pool.h"
#include "common/bytes/span.h"

/* Of one trace; empty where it is not known. */
struct facts {
	struct span file, gpu;
};

/*
 * Reads what a table of trace-info says of its first trace: its name, without
 * folders, and its GPU with the number `device`, or else the first. The texts
 * go into the pool.
 */
struct facts facts_read(const char *path, struct span device, struct pool *);

#endif
