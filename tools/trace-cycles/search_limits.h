/*
 * search_limits - which cycles the search is for.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cycle_limits {
	size_t shortest, longest; /* kernels of a repeat */
	bool one_step;            /* all kernels are of one step */
};

static inline bool
limits_allow_length(const struct cycle_limits *l, uint32_t kernels)
{
	return kernels >= l->shortest && kernels <= l->longest;
}
