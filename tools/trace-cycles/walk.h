/*
 * walk - the repeats of a cycle one after another, with the partial ones.
 */
#ifndef TRACE_CYCLES_WALK_H
#define TRACE_CYCLES_WALK_H

#include "tools/trace-cycles/cycles.h"

/* Which repeat: one of both counts from 1, the other is 0. */
struct which {
	uint32_t rep;     /* of the whole repeats that count */
	uint32_t partial; /* of the others */
};

struct visit {
	struct which which;
	struct repeat at;
	uint32_t from, to; /* of the root's kernels, counted from 0 */
};

struct walk {
	const struct cycle *cycle;
	const struct repeat *repeat;   /* those of the cycle */
	const struct partial *partial; /* NULL: without these */
	uint32_t reps, partials;       /* passed so far */
};

/* A walk over a cycle. */
struct walk walk_begin(
    const struct cycles *, uint32_t cycle, bool with_partials);

/* The next one by start, without and with going on; false at the end. */
bool walk_peek(const struct walk *, struct visit *);
bool walk_next(struct walk *, struct visit *);

/* How many a walk has. */
size_t walk_length(const struct walk *);

/* Which of them holds a place, neither if none does; and where one starts. */
struct which walk_find(const struct walk *, uint32_t place);
uint32_t walk_start(const struct walk *, struct which);

#endif
