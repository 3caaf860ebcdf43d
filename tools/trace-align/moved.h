/*
 * moved - kernels that run at another place of the step.
 */
#pragma once

#include "tools/trace-align/pair.h"

/*
 * Sets the twin of rows alone: of removed and added rows with the same name,
 * or else with the same normalised name, the first goes with the first, the
 * second with the second. What is explained has not moved.
 */
void moved_find(struct pair *, size_t n, const struct likeness *);

/*
 * Makes of each pair of twins one row, where b has it; the other one goes.
 * Returns how many rows are left.
 */
size_t moved_merge(struct pair *, size_t n, const struct likeness *);
