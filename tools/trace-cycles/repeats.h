/*
 * repeats - the repeats of a cycle one after another, with the partial ones.
 */
#ifndef TRACE_CYCLES_REPEATS_H
#define TRACE_CYCLES_REPEATS_H

#include "tools/trace-cycles/cycles.h"

/* Which repeat: both kinds count from 1; 0 is none. */
struct which {
	uint32_t number : 31;
	uint32_t partial : 1; /* of the partial ones, not of those that count */
};

struct visit {
	struct which which;
	struct repeat at;
	uint32_t from, to; /* of the root's kernels, counted from 0 */
};

struct repeat_iterator {
	const struct cycle *cycle;
	const struct repeat *repeat;   /* those of the cycle */
	const struct partial *partial; /* the same */
	size_t all_partials;           /* 0: without these */
	uint32_t reps, partials;       /* passed so far */
};

/* Begins with those of a cycle. */
struct repeat_iterator repeats_begin(
    const struct cycles *, uint32_t cycle, bool with_partials);

/* The next one by start, without and with going on; false at the end. */
bool repeats_peek(const struct repeat_iterator *, struct visit *);
bool repeats_next(struct repeat_iterator *, struct visit *);

/* Which of them holds a place; and where one starts. */
struct which repeats_find(const struct repeat_iterator *, uint32_t place);
uint32_t repeats_start(const struct repeat_iterator *, struct which);

#endif
