/*
 * runs - all maximal repetitions of a text.
 *
 * A run is a stretch text[start, end) in which every symbol equals the one
 * `period` before it, for the smallest such period, that is at least two
 * periods long and cannot grow in either direction. A text of n symbols has
 * fewer than n of them. Whatever repeats without a fault lies in a run,
 * wherever it starts.
 *
 * Source: Bannai, I, Inenaga, Nakashima, Takeda, Tsuruta, "The Runs Theorem",
 * SIAM Journal on Computing 46(5), 2017.
 */
#ifndef TRACE_CYCLES_RUNS_H
#define TRACE_CYCLES_RUNS_H

#include "common/sequence/text.h"

struct run {
	uint32_t start, end, period;
};

struct runs {
	struct run *run;
	size_t n, cap;
};

/*
 * Finds the runs with periods of at most `longest`, in no order.
 */
void runs_find(const struct text *, size_t longest, struct runs *);
void runs_free(struct runs *);

/* By start, then by period; of equal ones one is kept. */
void runs_sort(struct runs *);

#endif
