/*
 * instances - the repeats of all cycles of a round, while some are mended.
 */
#ifndef TRACE_CYCLES_INSTANCES_H
#define TRACE_CYCLES_INSTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A repeat of a cycle, or a stretch of repeats that are too short to be mended:
 * the kernels [start, end).
 */
struct instance {
	uint32_t start, end;
	uint32_t faults;
	uint32_t cycle;   /* from 0 on */
	uint32_t stretch; /* equal for repeats in a row, from 0 on */
	uint32_t in_row;  /* how many these are */
	bool whole;       /* the stretch */
	bool mended;
};

struct instances {
	struct instance *list; /* by start, and apart */
	size_t n, cap;
	uint32_t cycles, stretches;
};

/* Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int instances_add(
    struct instances *, struct instance);

/*
 * Sorts what was mended in, and drops what it takes the place of.
 */
void instances_sort(struct instances *);

#endif
