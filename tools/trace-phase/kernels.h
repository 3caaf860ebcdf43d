/*
 * kernels - what the kernels of one step say of its phase.
 */
#ifndef TRACE_PHASE_KERNELS_H
#define TRACE_PHASE_KERNELS_H

#include "tools/trace-phase/cycle.h"

struct testimony {
	enum phase
	    phase;   /* PHASE_EMPTY: nothing; PHASE_UNKNOWN: a contradiction */
	bool sure;   /* kernels that run in one phase only, not just likelier */
	bool beside; /* as much attention of another kind may be of the other */
	struct span why;
};

/* What kind of program the kernels of a GPU come from. */
struct program {
	bool engine;   /* one that serves language models */
	bool batching; /* one that may read prompts beside generated tokens */
	bool separate; /* kernels of their own attend to generated tokens */
	bool decode_shows; /* attention tells decode in some of its steps */
};

/* Adds what the kernels of one cycle tell. */
void kernels_of_program(const struct judged_cycle *, struct program *);

/*
 * Counted after steps_find. Kernels of attention count when they come once in
 * eight layers or more; those of matrix products in every second layer, for
 * those of the last layer, which computes one token of each prompt, tell
 * nothing.
 */
struct testimony kernels_say(
    const struct judged_cycle *, const struct program *);

/* Has the cycle attention that says nothing by itself? */
bool kernels_attend(const struct judged_cycle *);

/*
 * Does the attention of such a step compute generated tokens, too, if there are
 * any? Then a step that reads prompts may be mixed as well.
 */
bool kernels_may_mix(const struct judged_cycle *, const struct program *);

/* Training, or a model of images: no engine at all. NULL: it may be one. */
const char *kernels_forbid(const struct judged_cycle *, const struct program *);

#endif
