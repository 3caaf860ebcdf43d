/*
 * capture - which call recorded each piece of a graph that is replayed.
 *
 * Between two calls, ...StreamBeginCapture and ...StreamEndCapture, launches do
 * not run: they are recorded, and run together each time the graph is launched.
 * A trace of the replay knows only the launch of the whole graph; one of the
 * recording knows who launched what. The two are joined by what was launched,
 * never by ids: the n-th kernel of a name in a replay is the n-th of that name
 * that was recorded. So it does not matter in which order a graph runs what
 * does not depend on each other, or that a recorder lost some kernels.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/trace/host_events.h"

/*
 * For how many tokens a graph was recorded, and how many a step of the engine
 * computes, by what vLLM calls both in a trace. An engine records a graph for
 * each of some sizes, and pads a step to the next larger one. A step runs one
 * graph as a whole, or many that are its pieces.
 */

#define GRAPH_SIZE_NONE (-1)

enum graph_mode { GRAPH_MODE_UNKNOWN, GRAPH_MODE_FULL, GRAPH_MODE_PIECEWISE };

struct graph_size {
	int64_t tokens; /* GRAPH_SIZE_NONE: not known */
	enum graph_mode mode;
};

/* capture_32_FULL, capture_8_PIECEWISE; nothing is known of other names. */
struct graph_size graph_size_recorded(struct span annotation);

/*
 * execute_32_context_0(...)_generation_32(...), or the sum of both brackets of
 * execute_context_1(888)_generation_3(3); GRAPH_SIZE_NONE for other names.
 */
int64_t graph_size_of_step(struct span annotation);

struct capture_launch {
	uint32_t row;    /* of the host */
	uint32_t name;   /* the text that names the kernel, or HOST_NONE */
	uint32_t behind; /* the next one of its name, while one is sought */
};

struct capture_graph {
	int64_t since; /* when recording began, ns */
	struct graph_size size;
	size_t first, n; /* its launches */
	bool named;      /* the kernel of each of them is known */
};

struct capture {
	struct capture_launch *launch;
	size_t launches, launches_cap;
	struct capture_graph *graph;
	size_t graphs, graphs_cap;
	size_t next;    /* after the graph that was found last */
	uint32_t *head; /* of each name: the first launch that is left */
};

/*
 * Finds the recordings among n rows of the host in the order of host_sort,
 * whose texts these are; each scope has its own.
 */
void capture_find(struct capture *, const struct host *, size_t n,
    const struct span *text, size_t texts);
void capture_free(struct capture *);

/*
 * Finds the recording of a graph that ran n kernels in a step of this size, by
 * their names in order of time: HOST_NONE for one that no call launched. It has
 * as many launches if there is such a one, else more, unless it is of another
 * mode: pieces of a step are no part of its whole graph. Of several it has the
 * best size, and of those it is the first after the one found last. A recording
 * that does not name all must have as many, and those it names in their places,
 * on one stream, where the order tells. Puts the rows of the calls into row[];
 * NULL if there is none.
 */
const struct capture_graph *capture_match(struct capture *,
    const uint32_t *name, size_t n, bool one_stream, struct graph_size step,
    uint32_t *row);
