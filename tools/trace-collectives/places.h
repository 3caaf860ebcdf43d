/*
 * places - where the events of ranks stand along the sequence of one of them,
 * where some of them lost events.
 */
#ifndef TRACE_COLLECTIVES_PLACES_H
#define TRACE_COLLECTIVES_PLACES_H

#include "common/meaning/lag_path.h"

/* An event of that sequence; or the n-th one after it that it has not. */
struct place {
	int64_t at, behind;
};

/* Places of n events that are as many places after the sequence's first. */
void places_shift(struct place *, size_t n, int64_t shift);

/* Places of n events, by the segments of the sequence that they are along. */
void places_along(
    struct place *, size_t n, const struct lag_segment *, size_t segments);

/*
 * Makes room for the events of any rank that the sequence has not: `at`
 * becomes the number of the place among all of them, from 0.
 */
void places_number(struct place *, size_t n);

#endif
