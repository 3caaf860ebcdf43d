/*
 * depth - how many intervals are open at each time: a sweep line over their
 * starts and ends. What changes at one instant is added up first, so a point
 * tells a depth that lasts; it may be the one before.
 *
 * Intervals come in the order of their starts. Memory: 16 bytes for each that
 * is open.
 */
#ifndef TRACE_COUNTER_DEPTH_H
#define TRACE_COUNTER_DEPTH_H

#include <stdbool.h>

#include "common/bytes/heap.h"

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

	/* below: for depth.c only */
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

#endif
