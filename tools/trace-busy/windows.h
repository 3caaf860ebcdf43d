/*
 * windows - the rows of a timeline: one a kind of time, as a whole or for each
 * window of time.
 */
#ifndef TRACE_BUSY_WINDOWS_H
#define TRACE_BUSY_WINDOWS_H

#include <stdbool.h>

#include "common/cli/xkey.h"
#include "tools/trace-busy/timeline.h"

/* More in a group are refused: no plot shows them. */
enum { WINDOWS_MOST = 10000000 };

struct form {
	const struct key *key;
	bool divide_idle;
	int64_t window; /* ns; 0: the whole */
};

/*
 * Rows of the group with this key, in which the times of n timelines are added
 * up. Ends the program when it cannot.
 */
void windows_print(struct tsvw *, const struct form *, struct span,
    const struct timeline *, uint32_t n);

#endif
