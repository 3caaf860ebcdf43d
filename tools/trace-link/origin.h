/*
 * origin - the calls that recorded what a graph's launch runs, found for all
 * such launches of a table in another one, of the trace of the recording.
 */
#ifndef TRACE_LINK_ORIGIN_H
#define TRACE_LINK_ORIGIN_H

#include "tools/trace-link/launch.h"
#include "tools/trace-link/table.h"

struct origin {
	uint32_t call; /* its row in the recording, or HOST_NONE */
	int64_t
	    since;   /* what began earlier there is no part of the graph, ns */
	int64_t ids; /* to be added to ids there, so that each run of a graph
			has operators of its own, behind those of the trace */
};

struct origins {
	struct origin *event;   /* of each event of the GPU */
	size_t graphs, unknown; /* launches; those that were not recorded */
};

/*
 * For the events of a table with their launches, and the recording, each after
 * table_end. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int origins_find(struct origins *,
    const struct table *, const struct launch *, const struct table *recording);
void origins_free(struct origins *);

#endif
