/*
 * extend - on from the end of an exact repetition, over faults.
 */
#ifndef TRACE_CYCLES_EXTEND_H
#define TRACE_CYCLES_EXTEND_H

#include "tools/trace-cycles/text.h"

/* Where a repetition has come to: a place in the text and one in the root. */
struct edge {
	uint32_t at;    /* text before it is done (behind it, going back) */
	uint32_t phase; /* likewise of the root; below the period */
};

struct extension {
	const struct text *text;
	uint32_t root, period; /* text[root, root + period) */
	uint32_t most;         /* symbols of a fault */
	int step;              /* 1: forth, -1: back */
};

/* How many symbols fit from an edge on without a fault. */
uint32_t extend_fit(const struct extension *, struct edge);

/*
 * Passes over one fault, as small as can be, to where the repetition goes on.
 * Returns false when it does not; else *edge is there, *end behind what fits,
 * and *left_out says how many symbols of the root the fault passed over.
 */
bool extend_over(const struct extension *, struct edge *edge, struct edge *end,
    uint32_t *left_out);

#endif
