/*
 * damaged - one period with more faults than extend.h goes over: aligned with
 * the root as a whole.
 */
#ifndef TRACE_CYCLES_DAMAGED_H
#define TRACE_CYCLES_DAMAGED_H

#include "tools/trace-cycles/extend.h"

/* Periods of other lengths are not looked at: the cost is quadratic. */
enum { DAMAGED_SHORTEST = 8, DAMAGED_LONGEST = 64 };

/* Symbols that fit, counted from the edge on in text and root. */
struct fitting {
	uint32_t text, root, length;
};

struct damaged {
	struct fitting fitting[DAMAGED_LONGEST];
	size_t n;
};

/*
 * Aligns the period behind an edge with what is in the text. Returns whether no
 * more than a quarter of it is faulty; then *out is what fits, from the edge
 * on.
 */
bool damaged_align(const struct extension *, struct edge, struct damaged *out);

#endif
