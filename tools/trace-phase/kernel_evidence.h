/*
 * kernel_evidence - evidence for the phase of one step, from its kernels.
 */
#pragma once

#include "tools/trace-phase/cycle.h"

/* How much kernels say, the strongest first. */
enum strength {
	SAYS_SURE,   /* they run in one phase only */
	SAYS_LIKELY, /* they are likelier in one phase */
	SAYS_NOTHING
};

struct testimony {
	enum strength strength;
	enum phase phase; /* PHASE_UNKNOWN: a contradiction */
	struct span why;
};

/* The kind of program that the kernels of a GPU come from. */
struct program {
	bool engine;   /* one that serves language models */
	bool batching; /* one that reads prompts beside generated tokens */
	bool separate; /* kernels of their own attend to generated tokens */
};

/* Adds what the kernels of one cycle tell. */
void kernels_of_program(const struct judged_cycle *, struct program *);

/*
 * Is no name of the step an engine's, and are most known, or any that of a
 * training? Any program may
 * have a long step first and then many short ones.
 */
bool kernels_no_engine(const struct judged_cycle *);

/* Has it kernels of this kind, in most of its steps? */
bool kernels_in_steps(const struct judged_cycle *, enum evidence);

/* Is one of two steps an engine's, and the other one such a step? */
bool kernels_other_program(
    const struct judged_cycle *, const struct judged_cycle *);

/* The evidence of a step's kernels, by the table in kernel_evidence.c. */
struct testimony kernels_say(
    const struct judged_cycle *, const struct program *);

/*
 * The evidence of one kernel of this kind by itself, beside all others of its
 * GPUs, counted as one step; `why` ends with a NUL. Where engines mix, a prompt
 * may be read beside generated tokens, and other attention is of unknown phase.
 */
struct testimony kernels_alone(enum evidence, const struct judged_cycle *all);

/* Do its layers multiply vectors beside attention, as generating one token does
 * in any program? */
bool kernels_one_token(const struct judged_cycle *);

/* Is it the attention of a step, whatever it tells? */
bool kernels_is_attention(enum evidence);

/* Has the cycle attention that is not sure to be of one phase? */
bool kernels_attend(const struct judged_cycle *);

/*
 * Does the attention of such a step compute generated tokens, too, if there are
 * any? Then a step that reads prompts may be mixed as well.
 */
bool kernels_may_mix(const struct judged_cycle *, const struct program *);
