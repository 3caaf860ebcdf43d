/*
 * children - which children of two nodes that belong together belong together.
 *
 * The method is TraceLens's (AMD-AGI/TraceLens, revision 171dd747): children on
 * a way to the GPU are matched by name; what wraps others on one side only is
 * taken off, and the rest is matched again; at last what is inside of chains of
 * only children.
 */
#ifndef TRACE_TREEDIFF_CHILDREN_H
#define TRACE_TREEDIFF_CHILDREN_H

#include "tools/trace-treediff/pairs.h"

/*
 * Appends the pairs in their order. In the reference, the node with one child
 * may become one below it.
 */
void children_match(struct pairs *, struct matcher *, struct pair *);

/* The node at which the chain from a node on opens into several; SIDE_NONE. */
uint32_t children_open(const struct side *, uint32_t node);

#endif
