/*
 * paths - how the paths of an alignment came to where they are.
 *
 * A node is a diagonal: from a symbol of the text and a place on, text and body
 * are equal. It was entered from nothing in particular, when the best path so
 * far ended with `parent`, or from a fault, which began where `parent` ended.
 * Paths share nodes; those that no path needs any more are used again.
 */
#ifndef TRACE_CYCLES_PATHS_H
#define TRACE_CYCLES_PATHS_H

#include <stdbool.h>

#include "tools/trace-cycles/body_index.h"
#include "tools/trace-cycles/tandem_array.h"

#define PATH_NONE UINT32_MAX

struct path_node {
	uint32_t start, place;
	uint32_t parent, parent_end;
	uint32_t users;
	bool entered;
};

/* A zeroed struct is empty; paths_free frees it. */
struct paths {
	struct path_node *node;
	uint32_t *unused;
	size_t nodes, node_cap, unuseds, unused_cap;
	bool failed; /* there was no memory */
};

void paths_free(struct paths *);

/* A new node with one user, which uses its parent; PATH_NONE: no memory. */
uint32_t paths_push(struct paths *, struct path_node);

/* One user more, and one less, of a node, which may be PATH_NONE then. */
static inline void
paths_use(struct paths *p, uint32_t node)
{
	p->node[node].users++;
}

void paths_release(struct paths *, uint32_t node);

/*
 * The arrays of the path whose last node ends before symbol `end` of the text.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int paths_trace_back(const struct paths *,
    uint32_t last, uint32_t end, const struct sequence *text,
    const struct body_index *, struct tandem_arrays *);

#endif
