/*
 * repeat_iterator - the repeats of a cycle one after another, with the partial
 * ones, and the rows of inner repeats in them.
 */
#pragma once

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
	size_t all_partials;     /* 0: without these */
	uint32_t reps, partials; /* passed so far */
};

/* Begins with those of a cycle. */
struct repeat_iterator repeats_begin(const struct cycle *, bool with_partials);

/* The next one by start, without and with going on; false at the end. */
bool repeats_peek(const struct repeat_iterator *, struct visit *);
bool repeats_next(struct repeat_iterator *, struct visit *);

/* Which of a cycle holds a place; and where one starts. */
struct which repeats_find(const struct cycle *, uint32_t place);
uint32_t repeats_start(const struct cycle *, struct which);

/* Repeats of one inner cycle with nothing of another one between. */
struct inner_row {
	const struct cycle *cycle;
	uint32_t start, end; /* kernels */
	size_t first, n;     /* repeats, counted from the cycle's first one */
};

/* A zeroed struct is empty. */
struct inner_rows {
	struct inner_row *row;
	size_t n, cap;
};

/*
 * The rows of the cycles in `cycle` that lie in a stretch, by start.
 * The caller frees rows->row.
 */
void repeats_list_rows(struct inner_rows *, const struct cycles *,
    const struct cycle *, struct repeat stretch);
