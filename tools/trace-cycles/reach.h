/*
 * reach - which chains have something in an interval.
 *
 * A binary tree over the chains, sorted by start, whose nodes hold the furthest
 * end below them (Cormen, Leiserson, Rivest, Stein, "Introduction to
 * Algorithms", 14.3: interval trees): each chain found costs a logarithm.
 */
#ifndef TRACE_CYCLES_REACH_H
#define TRACE_CYCLES_REACH_H

#include "tools/trace-cycles/cover.h"

struct reach {
	const struct chains *chains; /* borrowed */
	size_t leaves;
	uint32_t *furthest;
};

/* Candidates gathered; a zeroed struct is empty. */
struct gathered {
	struct candidate *candidate;
	size_t n, cap;
};

/* Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int reach_init(
    struct reach *, const struct chains *);
void reach_free(struct reach *);

/* What is known of each class of chains. */
struct class_facts {
	uint32_t inside; /* what a period saves in itself */
	uint32_t price;  /* of naming one, see cover.h */
	bool barred;     /* not to be gathered */
};

/*
 * Gathers the parts within [from, to) of all chains of which at least `reps`
 * periods are within, sorted by start, but for those of classes that are
 * barred. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int reach_gather(const struct reach *,
    uint32_t from, uint32_t to, size_t reps, const struct class_facts *,
    struct gathered *);

#endif
