/*
 * reach - which runs have something in an interval.
 *
 * A binary tree over the runs, sorted by start, whose nodes hold the furthest
 * end below them (Cormen, Leiserson, Rivest, Stein, "Introduction to
 * Algorithms", 14.3: interval trees): each run found costs a logarithm.
 */
#ifndef TRACE_CYCLES_REACH_H
#define TRACE_CYCLES_REACH_H

#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/runs.h"

struct reach {
	const struct run *run; /* borrowed; sorted by start */
	size_t n, leaves;
	uint32_t *furthest;
};

/* Candidates gathered; a zeroed struct is empty. */
struct gathered {
	struct candidate *candidate;
	size_t n, cap;
};

/* Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int reach_init(
    struct reach *, const struct run *, size_t n);
void reach_free(struct reach *);

/*
 * Gathers the parts within [from, to) of all runs of which at least `reps`
 * periods are within, sorted by start. `inside` says for every run what a
 * period of it saves. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int reach_gather(const struct reach *,
    uint32_t from, uint32_t to, size_t reps, const uint32_t *inside,
    struct gathered *);

#endif
