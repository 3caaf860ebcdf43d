/*
 * pairs - rows that end pairs of asynchronous events, kept until the time comes
 * at which they stand in the order of time.
 *
 * Memory: the line, and 32 bytes, of each pair that is open.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/heap.h"

/* A zeroed struct holds none. */
struct pairs {
	struct heap times;
	struct buf *line; /* by the number in the heap */
	size_t lines, cap;
	uint32_t *unused; /* numbers whose line was taken */
	size_t unused_n, unused_cap;
};

/* Keeps a line until `time`. */
void pairs_add(struct pairs *, int64_t time, struct span line);

/*
 * Takes a line whose time is up to `time`, the earliest first; valid until the
 * next call of either. False when there is none.
 */
bool pairs_take(struct pairs *, int64_t time, struct span *line);

void pairs_free(struct pairs *);
