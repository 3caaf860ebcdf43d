/*
 * lag - which event of one rank is which of another: profiles rarely start at
 * the same event.
 *
 * Two ranks run the same sequence of collectives, each of which ends on both at
 * about the same time, whatever their clocks say. So at the true lag the keys
 * agree, and the difference between the ends hardly changes from one pair to
 * the next; at any other lag it changes with the work between collectives. The
 * spread of a lag is the median of these changes, which no constant offset and
 * no drift of a clock disturbs. A lag is only found if no other one comes near:
 * a program without any jitter fits at many, unrelated programs at none.
 */
#ifndef TRACE_PAIR_LAG_H
#define TRACE_PAIR_LAG_H

#include <stddef.h>
#include <stdint.h>

enum {
	LAG_LEAST = 8, /* pairs: the median of fewer is chance */
	LAG_FACTOR = 4 /* how much larger the spread of any other lag is */
};

#define LAG_NOISE INT64_C(1000) /* ns: the resolution of older traces */

struct lag_event {
	uint32_t key;
	int64_t end; /* ns */
};

enum lag_result {
	LAG_FOUND,
	LAG_DIFFERENT, /* at no lag do enough keys agree */
	LAG_AMBIGUOUS, /* another lag fits about as well */
	LAG_FAILED     /* no memory */
};

/*
 * Finds the lag, from -most to most, at which event i of the first sequence is
 * event i + lag of the second; both are in the order of time.
 */
enum lag_result lag_find(const struct lag_event *a, size_t na,
    const struct lag_event *b, size_t nb, int64_t most, int64_t *lag);

#endif
