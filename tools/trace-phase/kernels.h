/*
 * kernels - what the kernels of one step say of its phase.
 */
#ifndef TRACE_PHASE_KERNELS_H
#define TRACE_PHASE_KERNELS_H

#include "tools/trace-phase/cycle.h"

struct testimony {
	enum phase
	    phase; /* PHASE_EMPTY: nothing; PHASE_UNKNOWN: a contradiction */
	bool sure; /* kernels that run in one phase only, not just likelier */
	struct span why;
};

/*
 * Counted after steps_find. Kernels of attention count when they come once in
 * eight layers or more; those of matrix products in every second layer, for
 * those of the last layer, which computes one token of each prompt, tell
 * nothing. `engine`: the GPU runs an engine of language models.
 */
struct testimony kernels_say(const struct judged_cycle *, bool engine);

/* Does any kernel of the cycle come from an engine of language models? */
bool kernels_of_engine(const struct judged_cycle *);

/* Training, or a model of images: no engine at all. NULL: it may be one. */
const char *kernels_forbid(const struct judged_cycle *, bool engine);

#endif
