/*
 * graph_origin - the calls that recorded what a graph's launch runs, found for
 * all such launches of a table in another one, of the trace of the recording.
 */
#ifndef TRACE_LINK_ORIGIN_H
#define TRACE_LINK_ORIGIN_H

#include "common/trace/host.h"
#include "tools/trace-link/link_table.h"

struct graph_origin {
	uint32_t call; /* its row in the recording, or HOST_NONE */
	int64_t
	    since;   /* what began earlier there is no part of the graph, ns */
	int64_t ids; /* to be added to ids there, so that each run of a graph
			has operators of its own, after those of the trace */
};

struct graph_origins {
	struct graph_origin *event; /* of each event of the GPU */
	size_t graphs, unknown;     /* launches; those that were not recorded */
};

/*
 * For the events of a table with their launches, and the recording, each after
 * link_table_end.
 */
void graph_origins_find(struct graph_origins *, const struct link_table *,
    const struct launch *, const struct link_table *recording);
void graph_origins_free(struct graph_origins *);

#endif
