/*
 * lone_values - single values far from all around them: one bad run, no level.
 *
 * A value counts as one by the rule of common/times/outlier.h, against the
 * median of those around it (F. R. Hampel, "The influence curve and its role in
 * robust estimation", J. Am. Stat. Assoc. 69, 1974), if its neighbours are not
 * on its side. The newest may be the first of a new level and is none.
 */
#pragma once

#include <stddef.h>

/* Copies the others, and the place of each; how many. */
size_t lone_values_leave_out(
    const double *values, size_t n, double *others, size_t *place);
