/*
 * tree - which event holds which: those of the host by their time, on one
 * thread, and the work of the GPU below the call that launched it.
 *
 * Nothing here recurses, and trees may be as deep as they like. Memory: 40
 * bytes an event, and 24 while it is built.
 */
#ifndef TOOLS_TRACE_TREE_TREE_H
#define TOOLS_TRACE_TREE_TREE_H

#include "common/trace/host.h"

/* When an event was, in microseconds. */
struct reference_time {
	double start, end;
};

#define TREE_NONE HOST_NONE

struct tree_node {
	uint32_t parent, child,
	    next;        /* first child, next child of the parent */
	uint32_t events; /* of the GPU that it led to, itself among them */
	int64_t gpu;     /* ns: for so long at least one of them ran */
	bool crosses; /* overlaps another event of its thread; see tree_build */
};

struct tree {
	struct tree_node *node;
	size_t n;
	uint32_t root; /* the first; the others are its `next` */
};

/*
 * Of n rows the first `hosts` are of the host, in the order of their start,
 * and the others of the GPU, in the order of theirs; launch[] has the call of
 * each of these. Threads are numbered below `threads`. Children are in the
 * order of the rows. An event that overlaps one that is open on its thread is
 * a root without children. With times, parents are as TraceLens finds them.
 */
void tree_build(struct tree *, const struct host *, size_t hosts, size_t n,
    size_t threads, const struct launch *, const struct reference_time *);
void tree_free(struct tree *);

/*
 * The node after this one of all that are at or below `top`, what holds before
 * what is held; TREE_NONE after the last. *depth follows.
 */
uint32_t tree_after(
    const struct tree *, uint32_t node, uint32_t top, size_t *depth);

#endif
