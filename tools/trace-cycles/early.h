/*
 * early - whether enough of a trace was read.
 *
 * Enough is when what was read is one cycle over and over: on each stream that
 * matters, nine tenths of the kernels are repeats of one outermost cycle, so
 * many as wanted, that follow at once. Looking costs as much as finding the
 * answer, so it is done each time that twice as many kernels were read, and
 * first when a step of the largest models would have been seen twice: the
 * layers of the first step look like a cycle of their own.
 */
#ifndef TRACE_CYCLES_EARLY_H
#define TRACE_CYCLES_EARLY_H

#include "tools/trace-cycles/track_sequences.h"

struct early {
	size_t reps;    /* wanted */
	size_t kernels; /* read so far */
	size_t look;    /* at so many kernels */

	/* what was found: the row of repeats with most kernels */
	size_t found_reps;
	uint32_t found_length;
};

struct early early_begin(size_t reps);

/*
 * To be called after each kernel. Returns whether it is enough.
 */
bool early_kernel(
    struct early *, const struct events *, const struct sequence_options *);

#endif
