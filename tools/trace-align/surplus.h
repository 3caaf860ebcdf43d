/*
 * surplus - repeats that one cycle has more than the other: 36 layers against
 * 35.
 *
 * The best alignment takes what it finds from any layer, and so one layer of
 * the shorter cycle may be paired with parts of two. So where both cycles are
 * mostly one sequence over and over, and one of them has more of it, its last
 * repeats are set aside, and the rest is aligned again.
 */
#ifndef TRACE_ALIGN_SURPLUS_H
#define TRACE_ALIGN_SURPLUS_H

#include "tools/trace-align/align.h"

struct surplus {
	size_t n;           /* kernels set aside; 0: none */
	size_t first;       /* the first of them, on the ring */
	bool of_b;          /* they are b's; else a's */
	size_t begin;       /* where the repetition begins */
	size_t period;      /* kernels of a repeat */
	size_t times, less; /* repeats of this side, and of the other */
};

/* Is kernel i of a, or of b, set aside? `n` is the length of its cycle. */
bool surplus_has(const struct surplus *, bool of_b, size_t i, size_t n);

/*
 * Looks for further repeats, and if there are any, sets partner anew, which
 * align() has set. A repetition is of four kernels or more, at least three
 * times, and at least half of its cycle. Nothing is set aside if that would
 * lose more than a tenth of the pairs, or if a changed repeat explains that one
 * side has fewer. Returns 0 or an align_failure. The time
 * is that of align().
 */
__attribute__((warn_unused_result)) int surplus_align(const struct ring *a,
    const struct ring *b, size_t *partner, struct surplus *);

#endif
