/*
 * rate - a counter that accumulates, such as charge or bytes, as a rate between
 * neighbouring samples: what was added, by the time or by what another counter
 * added meanwhile.
 */
#ifndef TRACE_COUNTER_RATE_H
#define TRACE_COUNTER_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sample {
	int64_t time;  /* ns */
	int64_t value; /* of the counter, from 0 on */
	int64_t other; /* of the counter to divide by, if there is one */
	uint32_t key;  /* which counter it is of */
	double rate;   /* what is found: from here to the next of its key */
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

#endif
