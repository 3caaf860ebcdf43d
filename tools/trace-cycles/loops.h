/*
 * loops - finds what repeats in a sequence: the loop that saves most is folded,
 * again and again, until none saves anything.
 *
 * The body of a loop is folded in the same way. So a step is found with its
 * layers inside, and several kinds of steps one after the other.
 */
#pragma once

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/search_limits.h"

/*
 * Finds the loops of n kernels; idle[k] is how long nothing ran before kernel
 * k, NULL if that is not known.
 */
void loops_find(struct loops *, const uint32_t *kernel, size_t n,
    const int64_t *idle, const struct cycle_limits *);
