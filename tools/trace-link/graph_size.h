/*
 * graph_size - for how many tokens a graph was recorded, and how many a step
 * of the engine computes, by what vLLM calls both in a trace. An engine records
 * a graph for each of some sizes, and pads a step to the next larger one. A
 * step runs one graph as a whole, or many that are its pieces.
 */
#ifndef TRACE_LINK_SIZE_H
#define TRACE_LINK_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

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

/*
 * How badly a graph of this size serves a step: 0 if it is unknown of one of
 * them, or they are equal; the larger graph nearest in size before the smaller
 * ones, which cannot have been run unless a recording is missing; graphs of
 * another mode last.
 */
int64_t graph_size_distance(struct graph_size recorded, struct graph_size step);

/* Whether it is known that one is a whole graph and the other in pieces. */
bool graph_size_modes_differ(struct graph_size, struct graph_size);

#endif
