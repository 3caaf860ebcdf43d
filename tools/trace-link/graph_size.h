/*
 * graph_size - for how many tokens a graph was recorded, and how many a step
 * of the engine computes, by what vLLM calls both in a trace. An engine records
 * a graph for each of some sizes, and pads a step to the next larger one.
 */
#ifndef TRACE_LINK_SIZE_H
#define TRACE_LINK_SIZE_H

#include <stdint.h>

#include "common/bytes/span.h"

#define GRAPH_SIZE_NONE (-1)

/* capture_32_FULL, capture_8_PIECEWISE; GRAPH_SIZE_NONE for other names. */
int64_t graph_size_recorded(struct span annotation);

/*
 * execute_32_context_0(...)_generation_32(...), or the sum of both brackets of
 * execute_context_1(888)_generation_3(3); GRAPH_SIZE_NONE for other names.
 */
int64_t graph_size_of_step(struct span annotation);

/*
 * How badly a graph of this size serves so many tokens: 0 if it is unknown of
 * one of them, or they are equal; the larger graph nearest in size before the
 * smaller ones, which cannot have been run unless a recording is missing.
 */
int64_t graph_size_distance(int64_t recorded, int64_t tokens);

#endif
