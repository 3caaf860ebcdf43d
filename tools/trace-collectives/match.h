/*
 * match - which collective of one rank is which of another one.
 *
 * Ranks of a group run the same collectives in the same order, so that their
 * places in the sequence tell. But a profiler may start or stop earlier on one
 * rank: then its sequence is shifted. The shift is the one at which all pairs
 * agree in what they are; where several do, because the sequence repeats, time
 * decides: what belongs together ends together, but for what the clocks differ
 * by, which is the same for all pairs.
 */
#ifndef TRACE_COLLECTIVES_MATCH_H
#define TRACE_COLLECTIVES_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A profiler loses no more collectives than this at an end of a sequence. */
enum { MATCH_MOST_SHIFT = 4096 };

struct sequence {
	const uint32_t *sign; /* equal for what may be one collective */
	const int64_t *end;   /* ns */
	size_t n;
};

struct match {
	int64_t shift;   /* of b's first place in a, negative: before it */
	size_t disagree; /* pairs at this shift that cannot be one collective */
	bool unambiguous; /* no other shift explains as much */
};

/*
 * Where the second sequence lies along the first. Sequences that are equal are
 * not shifted. Half of the shorter one must agree, else the shift is 0.
 */
struct match match_find(const struct sequence *a, const struct sequence *b);

#endif
