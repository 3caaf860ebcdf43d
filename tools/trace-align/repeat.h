/*
 * repeat - one cycle that is several repeats of another.
 *
 * A layer against a step of two layers would take what it finds best from both.
 * So the shorter cycle is repeated until it is as long as the longer one, and
 * all of it aligned. If three quarters of the copies find their places, the
 * best of them stands for all: the repeats may be longer than the shorter
 * cycle, and then there is no room for some copies.
 */
#ifndef TRACE_ALIGN_REPEAT_H
#define TRACE_ALIGN_REPEAT_H

#include <stdbool.h>

#include "tools/trace-align/ring.h"

/* How often the shorter cycle is in the longer one. */
struct align_repeats {
	size_t n; /* 1: neither is a multiple of the other */
	/*
	 * If not: pairs are only in this one of the longer cycle's repeats, a
	 * part of its ring from `from` up to but not with `to`, which may be
	 * before it. The other kernels have no partner.
	 */
	size_t from, to;
};

/* Is kernel i of the longer cycle in another repeat? */
bool align_is_outside(const struct align_repeats *, size_t i);

/*
 * As align(); x is not longer than y. A copy has found its place when three
 * quarters of its kernels are paired or in a fusion, no more in fusions than
 * paired; of copies with equal scores the first in y is taken, those that y's
 * ends do not cut before the one that they cut.
 */
__attribute__((warn_unused_result)) int repeat_align(const struct ring *x,
    const struct ring *y, size_t *partner, struct align_repeats *);

#endif
