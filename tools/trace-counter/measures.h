/*
 * measures - the counters of trace-counter: how many intervals overlap, how
 * fast a counter grows, and statistics of it while something runs.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/heap.h"
#include "common/times/interval.h"

/*
 * How many intervals are open at each time: a sweep line over their
 * starts and ends. What changes at one instant is added up first, so a point
 * tells a depth that lasts; it may be the one before.
 *
 * Intervals come in the order of their starts. Memory: 16 bytes for each that
 * is open.
 */

struct depth_key {
	int64_t open;
	bool changed; /* at this instant */
};

/* Zeroed but for emit and context, nothing is open. */
struct depth {
	/* Is told the depth at each start and end, in the order of time, then
	 * of keys. */
	void (*emit)(void *context, uint32_t key, int64_t time, int64_t open);
	void *context;

	/* below: for measures.c only */
	struct heap ends;
	struct depth_key *key;
	size_t keys, key_cap;
	int64_t now;
	uint32_t *changed;
	size_t n, cap;
};

/*
 * Adds an interval that does not start before the one added last; keys are
 * small numbers.
 */
void depth_add(struct depth *, uint32_t key, int64_t start, int64_t end);

/* After the last interval: tells what ends. The same returns. */
void depth_end(struct depth *);
void depth_free(struct depth *);

/*
 * A counter that accumulates, such as charge or bytes, as a rate between
 * neighbouring samples: what was added, by the time or by what another counter
 * added meanwhile.
 */

struct sample {
	int64_t time;  /* ns */
	int64_t value; /* of the counter, from 0 on */
	int64_t other; /* of the counter to divide by, if there is one */
	uint32_t key;  /* which counter it is of */
	double rate;   /* result: from here to the next of its key */
	bool last;     /* there is no next one */
};

struct rate {
	int bits;       /* counters begin again at 2^bits; 0: they do not */
	double scale;   /* of a count */
	double most;    /* a rate beyond is taken for 0; 0: none is */
	bool by_other;  /* divide by the other counter, not by us */
	int64_t beyond; /* how many were */
};

/*
 * Puts samples into the order of time, one for each time and key, the smallest,
 * and finds their rates; `next` has room for one number a key, `keys` in all.
 * Returns how many samples are left.
 */
size_t rate_find(
    struct rate *, struct sample *, size_t n, size_t *next, size_t keys);

/*
 * Statistics of a counter, apart for the time in which something runs
 * and for the time in which nothing does. All are weighted by time.
 */

/* A counter shows a value from a time on, until the next point. */
struct point {
	int64_t time; /* ns */
	double value;
};

struct during {
	int64_t length, nonzero; /* ns; all, and where the value is not 0 */
	double least, most;      /* of the values that are not 0; of all */
	double mean, mean_nonzero, median_nonzero; /* NAN: all are 0 */
};

/*
 * Statistics of a counter's points, which are put in order, within the closed
 * set if `inside`, else outside of it. The last point has no end and tells
 * nothing. Without any time, all others are 0.
 */
void during_find(struct point *, size_t n, const struct intervals *,
    bool inside, struct during *);
