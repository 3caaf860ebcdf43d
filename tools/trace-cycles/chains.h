/*
 * chains - repetitions that go on behind a fault.
 *
 * A run ends at the first kernel that does not fit: a stray one, one that is
 * missing, one replaced by another. A chain goes on behind it. It is made of
 * segments, each an exact stretch of one root repeated without end. Between two
 * segments there is a fault: symbols of the text that are passed over, symbols
 * of the root that are left out, or both.
 */
#ifndef TRACE_CYCLES_CHAINS_H
#define TRACE_CYCLES_CHAINS_H

#include "tools/trace-cycles/text.h"

/*
 * How many kernels of a repeat of so many may not fit: one in eight, but one of
 * four to seven, and none of fewer.
 */
uint32_t chains_tolerated(uint32_t length);

/*
 * The same of the first or the last in a row, fewer than one in eight: beyond
 * it there is no telling noise from what is no repeat.
 */
uint32_t chains_at_end(uint32_t length);

struct segment {
	uint32_t start, end; /* in the text */
	uint32_t travel;     /* symbols of roots from the chain's start on */
	uint32_t fault;      /* kernels that do not fit before it */
};

struct chain {
	uint32_t start, end; /* of the first and the last segment */
	uint32_t period;     /* symbols of the root */
	uint32_t kernels;    /* of the root */
	uint32_t root;       /* a clean copy: text[root, root + period) */
	uint32_t phase; /* of the start: how far behind the start of the least
			   rotation of the root */
	uint32_t class; /* equal for roots that are rotations of each other */
	uint32_t first, segments; /* in the list of segments */
};

struct chains {
	struct chain *chain;
	size_t n, cap;
	struct segment *segment;
	size_t segments, segment_cap;
	uint32_t classes;
};

void chains_free(struct chains *);

/* The last segment of a chain that starts at or before `at`, or its first. */
const struct segment *chains_segment(
    const struct chains *, const struct chain *, uint32_t at);

/*
 * How many symbols of roots go by from the start of a chain to a place inside
 * it; in a fault, to the end of the segment before.
 */
uint32_t chains_travel(
    const struct chains *, const struct chain *, uint32_t at);

/*
 * The place at which so many symbols have gone by. Where strays stand between
 * two such places, the one before them if something is to end there, else the
 * one behind.
 */
uint32_t chains_place(
    const struct chains *, const struct chain *, uint32_t travel, bool end);

#endif
