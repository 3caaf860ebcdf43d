/*
 * measure - how long a stretch of kernels takes, and the repeats of a cycle.
 */
#ifndef TRACE_CYCLES_MEASURE_H
#define TRACE_CYCLES_MEASURE_H

#include "common/meaning/stats.h"
#include "tools/trace-cycles/view.h"

/* A stretch of a stream, in ns. */
struct extent {
	int64_t start;
	int64_t wall; /* from the first kernel's start to the last end */
	int64_t busy; /* the part of it in which a kernel runs */
	int64_t sum;  /* of the kernels */
};

/* The repeats of a cycle, in ns. */
struct pace {
	struct stats period; /* from the start of one to that of the next, where
				it follows at once */
	int64_t wall, busy;  /* of the stretches of repeats that do so */
};

struct extent measure_stretch(
    const struct report *, const struct track_sequence *, struct repeat);

/* The period of a repeat, given the next one; -1 if that is not at once. */
int64_t measure_period(
    const struct view *, const struct visit *, const struct visit *next);

/*
 * Over the repeats that the report takes for such. Returns 0, -1: no memory, or
 * -2: the periods' squares do not add up to 128 bits.
 */
__attribute__((warn_unused_result)) int measure_cycle(
    const struct view *, struct pace *out);

#endif
