/*
 * facts - what a table of trace-info says about the trace of a table of cycles.
 *
 * Part of the tool's own input: what is wrong ends the program with a message.
 */
#ifndef TRACE_ALIGN_FACTS_H
#define TRACE_ALIGN_FACTS_H

#include "common/bytes/pool.h"
#include "common/bytes/span.h"
#include "tools/trace-align/side.h"

/* About one trace; empty if not known. */
struct facts {
	struct span file, gpu;
};

/*
 * Reads what a table of trace-info says about its first trace: its name,
 * without folders, and its GPU with the number `device`, or else the first. The
 * texts go into the pool.
 */
struct facts facts_read(const char *path, struct span device, struct pool *);

/*
 * What sentences call the sides: their files, without folders; "A" and "B" if a
 * name is long, if both are the same, or if a side has several runs. As long
 * valid as the facts and the sides.
 */
void facts_names(const struct facts facts[2], const struct side *a,
    const struct side *b, struct span name[2]);

#endif
