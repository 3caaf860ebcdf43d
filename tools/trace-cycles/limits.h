/*
 * limits - which cycles the search is for.
 */
#ifndef TOOLS_TRACE_CYCLES_LIMITS_H
#define TOOLS_TRACE_CYCLES_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cycle_limits {
	size_t shortest, longest; /* kernels of a repeat */
	size_t reps;   /* at least so many in a row; 2 or less: anywhere */
	bool one_step; /* all kernels are of one step */
};

static inline bool
limits_allow_length(const struct cycle_limits *l, uint32_t kernels)
{
	return kernels >= l->shortest && kernels <= l->longest;
}

static inline bool
limits_allow_row(const struct cycle_limits *l, size_t row)
{
	return l->reps <= 2 || row >= l->reps;
}

#endif
