/*
 * alternatives - the outlines of an answer, to compare it with that of looking
 * at the same events in another way.
 */
#pragma once

#include "tools/trace-cycles/weak_cycles.h"

/* How a cycle repeats; without reps there is none. */
struct outline {
	uint32_t track; /* of its sequence */
	uint32_t level; /* 0: the sequence itself */
	uint32_t length;
	size_t reps;
	int64_t sum; /* ns of its kernels */
};

/* A zeroed struct is empty. */
struct alternative {
	struct outline *cycle; /* sequences, then in the order of choose_cycles
				*/
	size_t n;
};

/*
 * Outlines an answer, or makes one only for that; times that do not add up make
 * an empty one. The caller frees the cycles.
 */
struct alternative alternative_of(
    const struct track_sequences *, const struct chosen *);
struct alternative alternative_find(
    const struct events *, const struct sequence_options *, bool weak);

struct difference {
	size_t places; /* streams that differ; 0: none does */

	/* of the place with most kernel time: */
	uint32_t track;
	int64_t total; /* ns of all its kernels */
	struct outline here, there;
};

/*
 * Two answers of the same sequences: where there are other cycles, those with
 * most kernel time that the other side does not have.
 */
struct difference alternative_compare(
    const struct alternative *here, const struct alternative *there);
