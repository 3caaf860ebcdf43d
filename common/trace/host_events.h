/*
 * host_events - events of the host while it feeds the GPU: annotations, Python
 * functions, operators, and calls of the runtime or driver.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

#define HOST_NONE UINT32_MAX

enum host_kind {
	HOST_ANNOTATION,
	HOST_FRAME,
	HOST_OPERATOR,
	HOST_CALL,
	HOST_WORK /* of the GPU, in tables that keep it beside the host's */
};

struct host {
	int64_t start, end; /* ns */
	int64_t external;   /* External id, counts up; INT64_MAX for none */
	int64_t id;         /* see host_sort */
	int64_t sequence;   /* of an operator, see backward_find; -1 for none */
	/*
	 * Numbers of texts. A process belongs to a scope, a thread to a
	 * process; a scope is what ids are unique in, one traced run.
	 */
	uint32_t scope, process, thread, name, details;
	uint32_t correlation; /* of a call, else HOST_NONE */
	uint8_t kind;         /* enum host_kind */
	bool graph;           /* a call that launches a whole graph */
};

/*
 * Gives the texts of n rows their new numbers and brings the rows into their
 * order: by start; annotations, then the longer first, so that what holds comes
 * before what is held; operators before calls; the lower External id first,
 * since it was given first; then by text. With `number`, the id of operators
 * becomes their place among the operators, from 0.
 */
void host_sort(struct host *, size_t n, const uint32_t *place, bool number);

/* Is a call of the runtime a copy that returns when it is done? */
bool host_copies_and_waits(struct span name);

/* Or one that waits for earlier work? */
static inline bool
host_synchronises(struct span name)
{
	return span_ends(name, "Synchronize");
}

/* Or one that launches a whole graph: cudaGraphLaunch, hipGraphLaunch? */
static inline bool
host_launches_graph(struct span name)
{
	return span_has(name, "GraphLaunch");
}

/*
 * Does an operator or annotation of this name get the next batch of data from
 * PyTorch's DataLoader?
 */
static inline bool
host_loads_data(struct span name)
{
	return span_starts(name, "enumerate(DataLoader)") ||
	    span_starts(name, "_MultiProcessingDataLoaderIter");
}

/*
 * Rows that are open on each thread, while rows of the host pass by in the
 * order of their time.
 *
 * Rows that have ended are taken off before one begins; the row below then
 * holds it. Recorders read clocks more than once, so an event may seem to end
 * after the one that holds it. If that overlap is under HOST_SLACK, the event
 * belongs to the next one below, or to none where there is none, and holds what
 * it holds; otherwise it belongs to none and holds nothing.
 */

/*
 * The row on top of each stack, by the number of a thread or scope, and for
 * each row the one below it. Rows below may have ended before those on top:
 * they are met, and dropped, when they come to the top.
 */
struct host_stacks {
	uint32_t *top, *below;
};

/* For n rows and stacks numbered below `stacks`. */
void host_stacks_init(struct host_stacks *, size_t n, size_t stacks);
void host_stacks_free(struct host_stacks *);

/* Drops what has ended at `now`; returns the top, or HOST_NONE. */
uint32_t host_stacks_top(
    struct host_stacks *, const struct host *, uint32_t number, int64_t now);

void host_stacks_push(struct host_stacks *, uint32_t number, uint32_t row);

/*
 * Enters a row into the stack of its thread; returns what holds it, or
 * HOST_NONE. *crosses, unless NULL, tells whether it overlaps what is open.
 */
uint32_t host_stacks_enter(
    struct host_stacks *, const struct host *, uint32_t row, bool *crosses);
