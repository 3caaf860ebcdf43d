/*
 * compare - what steps of one GPU say of each other's phase.
 *
 * Steps with as many layers are compared (steps_same_depth); where layers are
 * not known, with as many kernels within a factor of two. One must have layers,
 * else all may be layers themselves. Fewer than a quarter of the kernel time in
 * all of them is too little to tell anything.
 *
 *   position  the kind that comes first and less often than decode, each step
 *             on its own, begins a request: prefill
 *   time      prefill computes more tokens: its step, and its kernel on
 *             average, takes at least COMPARE_LONGER times as long as decode's,
 *             without attention and communication where names tell these
 *   shapes    the same of the tokens at once, COMPARE_TOKENS times as many
 *   counting  decode, which runs once a token, has at least COMPARE_OFTEN times
 *             as many steps as a kind of which each step stands alone
 *
 * A step whose length is between two kinds belongs to the clearly nearer one.
 * If neither is clearly nearer, time says nothing about it. Prompts of several
 * lengths differ in time as prefill and decode do: time and shapes are thin
 * evidence where short steps do not come in rows, or are not like decode's.
 */
#ifndef TRACE_PHASE_COMPARE_H
#define TRACE_PHASE_COMPARE_H

#include "tools/trace-phase/cycle.h"

enum { COMPARE_LONGER = 2, COMPARE_TOKENS = 4, COMPARE_OFTEN = 4 };

/* The order is that of strength. */
enum vote { VOTE_POSITION, VOTE_TIME, VOTE_SHAPE, VOTE_COUNT, VOTES };

struct votes {
	enum phase phase[VOTES]; /* PHASE_EMPTY: says nothing */
	char why[VOTES][CYCLE_REASON / 2];
	const char
	    *thin; /* why time and shapes alone are not enough, or NULL */
	const char *silent; /* why nothing is said, where nothing is */
};

/* Sets v[i] for the cycles of a GPU that are compared; v is zeroed. */
void compare_steps(
    const struct judged_cycle *, size_t n, size_t gpu, struct votes *);

#endif
