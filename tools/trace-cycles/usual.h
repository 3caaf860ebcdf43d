/*
 * usual - how long the repeats of a cycle usually are.
 */
#ifndef TRACE_CYCLES_USUAL_H
#define TRACE_CYCLES_USUAL_H

#include <stddef.h>
#include <stdint.h>

/* How long a repeat of a group is. */
struct length {
	uint32_t group, kernels;
};

/* Sorts n lengths, and tells the median of each group: usual[group]. */
void usual_lengths(struct length *, size_t n, uint32_t *usual);

#endif
