/*
 * survey - the outlines of an answer, to compare it with that of looking at the
 * same events in another way.
 */
#ifndef TRACE_CYCLES_SURVEY_H
#define TRACE_CYCLES_SURVEY_H

#include "tools/trace-cycles/selection.h"

/* How a cycle repeats; without reps there is none. */
struct outline {
	uint32_t track; /* of its lane */
	uint32_t level, length;
	size_t reps;
	int64_t sum; /* ns of its kernels */
};

struct survey_lane {
	uint32_t track;
	int64_t sum; /* ns of all its kernels */
};

/* A zeroed struct is empty. */
struct survey {
	struct outline *cycle; /* in the order of choose_cycles */
	size_t n;
	struct survey_lane *lane;
	size_t lanes;
};

/*
 * Surveys an answer, or makes one only for that; times that do not add up make
 * an empty one. Returns 0, or -1: no memory; survey_free frees either way.
 */
__attribute__((warn_unused_result)) int survey_answer(
    struct survey *, const struct lanes *, const struct chosen *);
__attribute__((warn_unused_result)) int survey_events(struct survey *,
    const struct events *, const struct lane_options *, struct choice);
void survey_free(struct survey *);

struct difference {
	size_t places; /* streams, or GPUs, that differ; 0: none does */

	/* of the place with most kernel time: */
	uint32_t track;
	int64_t total; /* ns of all its kernels */
	struct outline here, there;
};

/*
 * Two surveys of the same lanes: where there are other cycles, those with most
 * kernel time that the other side does not have.
 */
struct difference survey_compare(
    const struct survey *here, const struct survey *there);

/*
 * Two surveys of which one takes all streams of a GPU as one: where a GPU has
 * several streams and its outermost cycle of most kernels differs, these. Only
 * a cycle of a hundredth of the kernel time more is told of if it is `there`
 * that takes streams as one.
 */
struct difference survey_compare_gpus(const struct events *,
    const struct survey *here, const struct survey *there, bool merged_there);

/* Whether a GPU has several streams. */
bool survey_has_streams(const struct events *, const struct survey *);

#endif
