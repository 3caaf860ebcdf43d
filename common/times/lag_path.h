/*
 * lag_path - which event of one rank is which of another, where profilers lost
 * some of them.
 *
 * Event i of the first sequence is event i + lag of the second one. The lag is
 * the same for all of them, until one rank lost an event: after it the lag is
 * another one. A path is a lag for each event of the first sequence. It costs
 * something where keys differ, where the difference between the two ends
 * changes from one pair to the next, and where the lag changes. The path that
 * costs least is found by dynamic programming over the lags (A. J. Viterbi,
 * "Error bounds for convolutional codes and an asymptotically optimum decoding
 * algorithm", IEEE Transactions on Information Theory 13, 1967). No offset and
 * no drift of a clock disturbs it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

enum { LAG_PATH_LAGS = 64 };

struct lag_event {
	uint32_t key; /* equal for what may be one event */
	int64_t end;  /* ns */
};

/* Two sequences in the order of time. */
struct lag_pair {
	const struct lag_event *a, *b;
	size_t na, nb;
};

/*
 * Events [from, to) of the first sequence that have one lag, among them those
 * whose partner would be beyond the second one or has another key. The second
 * sequence lost those between stretches.
 */
struct lag_stretch {
	size_t from, to;
	int64_t lag;
};

/*
 * Finds the path over those of the lags from -most to most at which most keys
 * agree, LAG_PATH_LAGS of them. Sets its stretches, in order; the
 * caller frees them. Returns how many, 0 if a sequence is empty. It takes 64
 * bytes for each event of the first sequence.
 */
MUST_USE size_t lag_path_find(
    const struct lag_pair *, int64_t most, struct lag_stretch **);
