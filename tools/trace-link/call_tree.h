/*
 * call_tree - what holds what on the host.
 *
 * One pass in order of time with a stack for each thread, see host.h.
 * Operators and calls form one tree, Python functions another, annotations a
 * third.
 */
#ifndef TRACE_LINK_TREE_H
#define TRACE_LINK_TREE_H

#include "common/trace/host.h"

/* Places in the array, one for each row, or HOST_NONE. */
struct call_tree {
	uint32_t *parent;     /* what holds it, of its own tree */
	uint32_t *annotation; /* of a call: the innermost that holds its start,
				 on its thread, else on any of its scope */
	uint32_t *around;     /* the annotation of its scope that began last */
	uint32_t *frame;      /* of a call or operator: the innermost Python
				 function */
};

/*
 * A chain of annotations, by parent or around, may hold some that have ended
 * before what it started from: call_tree_holds tells.
 */
static inline bool
call_tree_holds(const struct host *annotation, const struct host *call)
{
	return annotation->end > call->start;
}

/*
 * For n rows in the order of host_sort, whose texts are numbered below
 * `texts`.
 */
__attribute__((warn_unused_result)) int call_tree_build(
    struct call_tree *, const struct host *, size_t n, size_t texts);
void call_tree_free(struct call_tree *);

#endif
