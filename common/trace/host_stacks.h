/*
 * host_stacks - what is open on each thread while rows of the host pass by in
 * the order of their time.
 *
 * What has ended is taken off before something begins; what lies below then
 * holds it. Recorders read clocks more than once, so an event may seem to end
 * after the one that holds it. If that overlap is under HOST_SLACK, the event
 * belongs to the next one below, or to none where there is none, and holds what
 * it holds; otherwise it belongs to none and holds nothing.
 */
#ifndef COMMON_TRACE_HOST_STACKS_H
#define COMMON_TRACE_HOST_STACKS_H

#include "common/trace/host.h"

enum { HOST_SLACK = 1000 }; /* ns */

/*
 * The row on top of each stack, by the number of a thread or scope, and for
 * each row the one below it. Rows below may have ended before those on top:
 * they are met, and dropped, when they come to the top.
 */
struct host_stacks {
	uint32_t *top, *below;
};

/* For n rows and stacks numbered below `stacks`. */
__attribute__((warn_unused_result)) int host_stacks_init(
    struct host_stacks *, size_t n, size_t stacks);
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

#endif
