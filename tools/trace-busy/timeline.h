/*
 * timeline - a GPU's time by use: computation, communication or copies without
 * computation, or none.
 *
 * With U(computation) the time in which at least one kernel computes, and so
 * on: exposed communication is U(communication) less U(computation), exposed
 * copies are U(copies) less both. So computation, exposed communication,
 * exposed copies and idle time have nothing in common and add up to the total.
 */
#pragma once

#include <stdbool.h>

#include "common/cli/xkey.h"
#include "common/meaning/rules.h"
#include "common/times/interval.h"

enum kind {
	KIND_COMPUTATION,
	KIND_EXPOSED_COMM,
	KIND_EXPOSED_COPY,
	KIND_BUSY,       /* the three above */
	KIND_IDLE,       /* between the first event's start and the last end */
	KIND_MICRO_IDLE, /* gaps shorter than the limit */
	KIND_MACRO_IDLE, /* the others */
	KIND_TOTAL,      /* busy and idle */
	KIND_TOTAL_COMM, /* exposed or not */
	KIND_TOTAL_COPY,
	KINDS
};

struct timeline {
	struct intervals of[KINDS];
};

/*
 * Takes over the sets of events, closes them, and makes a timeline of them; a
 * gap is micro when it is shorter than `limit` nanoseconds. timeline_free frees
 * all.
 */
void timeline_make(
    struct timeline *, struct intervals work[WORKS], int64_t limit);

void timeline_free(struct timeline *);

/* Its whole span; a timeline without any event is zero to zero. */
struct interval timeline_span(const struct timeline *);

/*
 * The rows of a timeline: one a kind of time, as a whole or for each window of
 * time.
 */

struct form {
	const struct key *key;
	bool divide_idle;
	int64_t window; /* ns; 0: the whole */
};

/*
 * Rows of the group with this key, in which the times of n timelines are added
 * up. Ends the program when it cannot.
 */
void timeline_print_windows(struct tsvw *, const struct form *, struct span,
    const struct timeline *, uint32_t n);
