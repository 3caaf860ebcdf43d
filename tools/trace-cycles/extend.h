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
	int step;              /* 1: forth, -1: back */
};

/* What was passed over and what fits behind it. */
struct fault {
	struct edge from, to; /* what fits */
	uint32_t left_out;    /* symbols of the root */
	uint32_t kernels;     /* of the text or the root, which is more */
};

/* How many symbols fit from an edge on without a fault. */
uint32_t extend_fit(const struct extension *, struct edge);

/*
 * Passes over one fault of at most so many symbols, as small as can be, to
 * where the repetition goes on. Returns false when it does not.
 */
bool extend_over(
    const struct extension *, struct edge, uint32_t most, struct fault *);

/* Kernels of so many symbols of the root that come at an edge. */
uint32_t extend_root_kernels(
    const struct extension *, struct edge, uint32_t symbols);

#endif
