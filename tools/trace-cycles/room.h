/*
 * room - where the repeats of a piece may lie.
 */
#ifndef TRACE_CYCLES_ROOM_H
#define TRACE_CYCLES_ROOM_H

#include "tools/trace-cycles/cover.h"

struct room {
	uint32_t from, to; /* symbols */
	uint32_t travel;   /* symbols of the root from one to the other */
	uint32_t phase;    /* of `from` */
};

/*
 * The room of the i-th of n pieces, which are sorted by start: in its
 * candidate, between its neighbours.
 */
struct room room_of(
    const struct chains *, const struct piece *, size_t n, size_t i);

/*
 * The parts of a room that a repeat may lie in whichever its phase: each
 * stretch of a period in it has no more faults than a repeat may have. *zone is
 * the room itself for the first call, and holds the zone before for each other;
 * returns false when there is none.
 */
bool room_next_zone(const struct chains *, const struct chain *,
    const struct room *, struct room *zone, bool first);

#endif
