/*
 * moved - kernels that both sides have, but at places that would cross.
 */
#ifndef TRACE_ALIGN_MOVED_H
#define TRACE_ALIGN_MOVED_H

#include "tools/trace-align/pair.h"

/*
 * Sets the twin of rows alone: of removed and added rows with the same name,
 * or else with the same normalised name, the first goes with the first, the
 * second with the second. A row that is part of a fused one of the other side
 * between the same two pairs has not moved, nor has that.
 */
void moved_find(struct pair *, size_t n, const struct likeness *);

/*
 * Makes of each pair of twins one row, where b has it; the other one goes.
 * Returns how many rows are left.
 */
size_t moved_merge(struct pair *, size_t n, const struct likeness *);

#endif
