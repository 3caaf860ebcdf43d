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
 * Where one of them lost an event, the lag changes: see lag_path.h.
 */
#pragma once

#include <stdbool.h>

#include "common/times/lag_path.h"

enum {
	LAG_LEAST = 8, /* pairs: the median of fewer is chance */
	LAG_FACTOR = 4 /* how much larger the spread of any other lag is */
};

#define LAG_NOISE INT64_C(1000) /* ns: the resolution of older traces */

enum lag_result {
	LAG_FOUND,
	LAG_DIFFERENT, /* at no lag do enough keys agree */
	LAG_AMBIGUOUS  /* another lag fits about as well */
};

/*
 * Finds the lag, from -most to most, at which event i of the first sequence is
 * event i + lag of the second.
 */
enum lag_result lag_find(const struct lag_pair *, int64_t most, int64_t *lag);

/*
 * The same where a rank lost events, so that the lag changes: each stretch of
 * the cheapest path must be what lag_find demands, or it is left out, and those
 * that are left must hold half of the shorter sequence. Sets the stretches; the
 * caller frees them. LAG_DIFFERENT if nothing is lost in the middle, as far as
 * can be told.
 */
enum lag_result lag_find_stretches(
    const struct lag_pair *, int64_t most, struct lag_stretch **, size_t *n);

/*
 * In several stretches if something is lost in the middle, else in one of the
 * whole first sequence.
 */
enum lag_result lag_find_all(const struct lag_pair *, int64_t most,
    struct lag_stretch **, size_t *n, bool *lost);
