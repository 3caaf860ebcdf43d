/*
 * interval - sets of stretches of time, and what is in one but not in another.
 *
 * A stretch is [start, end) in nanoseconds. One with start == end covers no
 * time, but stays in a set where nothing else covers it: a kernel of no
 * duration divides the idle time around it. All is integer arithmetic, so
 * lengths of parts add up to the length of the whole.
 *
 * Life: intervals_add in any order, intervals_close once, then the functions
 * below it. A zeroed struct is an empty set. Memory: 16 bytes a stretch that is
 * apart from all others, however many were added, and up to six times that
 * while it grows.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Times are nearer to zero than this (146 years), so no length overflows. */
#define INTERVAL_MOST ((int64_t)1 << 62)

struct interval {
	int64_t start, end; /* ns, start <= end */
};

struct intervals {
	struct interval
	    *p; /* after closing: ascending, none touches the next */
	size_t n, cap;
};

void intervals_free(struct intervals *);

void intervals_add(struct intervals *, struct interval);

/* Sorts, and merges what overlaps or touches. */
void intervals_close(struct intervals *);

/* How much time a closed set covers. */
int64_t intervals_length(const struct intervals *);

/*
 * The same of a window, none of which is earlier than the one before; *at is
 * where these have come to, 0 at the first.
 */
int64_t intervals_within(
    const struct intervals *, size_t *at, struct interval window);

/*
 * Of closed sets, into a third, which is closed then and has no other
 * contents: what either covers, and what the first covers and the second does
 * not.
 */
void intervals_union(
    const struct intervals *, const struct intervals *, struct intervals *out);
void intervals_minus(
    const struct intervals *, const struct intervals *, struct intervals *out);

/* The gaps between the stretches of a closed set. */
void intervals_gaps(const struct intervals *, struct intervals *out);
