/*
 * mend - repeats that noise has broken take their place among the others.
 *
 * Kernels that come, go or change amid a step may part its layers, so that
 * nothing of the step is left among the symbols that stand for layers
 * (round.h). Counted in kernels there is not much wrong with it. So beside each
 * repeat of a cycle, as far as others leave room, the kernels are compared with
 * its root.
 */
#ifndef TRACE_CYCLES_MEND_H
#define TRACE_CYCLES_MEND_H

#include <stdbool.h>

#include "tools/trace-cycles/text.h"

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
__attribute__((warn_unused_result)) int mend_add(
    struct instances *, struct instance);

/*
 * Adds repeats, and drops those of lesser cycles that lie in the kernels of
 * these. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int mend_find(
    const struct text *, struct instances *);

#endif
