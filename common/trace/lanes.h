/*
 * lanes - intervals of one track on as few lanes as their order in time gives,
 * so that on each lane two intervals are apart or one holds the other.
 *
 * Intervals come by start, and with equal starts the longer first. Each goes to
 * the first lane on which it crosses no other; that first-fit rule is the one
 * for interval graphs (Kierstead and Trotter 1981), and nested intervals stay
 * on the lane of what holds them. What is open on a lane is nested, so it is a
 * stack whose top ends first: one comparison an interval and lane.
 *
 * Memory: 8 bytes for each interval that is open.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LANES_NONE SIZE_MAX

struct lane {
	int64_t *end; /* of what is open, the innermost last */
	size_t n, cap;
};

/* A zeroed struct is a track without lanes. */
struct track {
	struct lane *lane;
	size_t n, cap;
	int64_t start; /* of the interval before */
};

/*
 * The first of the lanes below `most` on which [start, end) crosses no other
 * interval; it may be the one after those there are. LANES_NONE when it
 * crosses one on each. Ends what ended by `start`.
 */
size_t track_find(struct track *, int64_t start, int64_t end, size_t most);

/*
 * When the last interval ends that [start, end) crosses on the first lane. Only
 * after track_find, when the answer was not 0.
 */
int64_t track_crossed(const struct track *, int64_t end);

/*
 * Puts an interval on a lane that track_find found, or on the first one, if it
 * starts only after what track_crossed found.
 */
void track_add(struct track *, size_t lane, int64_t end);

void track_free(struct track *);
