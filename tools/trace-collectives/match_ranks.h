/*
 * match_ranks - which collective of one rank is which of another one.
 *
 * Ranks of a group run the same collectives in the same order, so that their
 * places in the sequence tell. But a profiler may start or stop earlier on one
 * rank: then its sequence is shifted. The shift is the one at which all pairs
 * agree in what they are; where several do, because the sequence repeats, time
 * decides: what belongs together ends together, but for what the clocks differ
 * by, which is the same for all pairs. In the middle collectives can be lost,
 * too, with the events that a profiler had no room for (lag_path.h).
 */
#pragma once

#include <stdbool.h>

#include "common/times/lag_path.h"

/* A profiler loses no more collectives than this at an end of a sequence. */
enum { MATCH_MOST_SHIFT = 4096 };

struct rank_sequence {
	const uint32_t *sign; /* equal for what may be one collective */
	const int64_t *end;   /* ns */
	size_t n;
};

bool match_is_equal(const struct rank_sequence *, const struct rank_sequence *);

struct match {
	int64_t shift;   /* of b's first place in a, negative: before it */
	size_t disagree; /* pairs at this shift that cannot be one collective */
	bool unambiguous; /* no other shift explains as much */
};

/*
 * Where the second sequence lies along the first. Sequences that are equal are
 * not shifted. Half of the shorter one must agree, else the shift is 0.
 */
struct match match_find(
    const struct rank_sequence *a, const struct rank_sequence *b);

/*
 * The stretches of the first sequence that the second one is along, if either
 * lost something in the middle: at the lag of each stretch more agrees, or
 * ends are clearly nearer to each other, than at the lags of its neighbours.
 * The caller frees them. Returns how many, at least 2; 0 if nothing is lost, as
 * far as can be told.
 */
MUST_USE size_t match_find_lost(const struct rank_sequence *,
    const struct rank_sequence *, struct lag_stretch **);
