/*
 * spread - phases of events from those of other events, by time.
 */
#ifndef TRACE_PHASE_SPREAD_H
#define TRACE_PHASE_SPREAD_H

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-phase/phase.h"

/* An event or annotation, as far as it matters here. */
struct moment {
	int64_t time;   /* ns */
	uint32_t group; /* only moments of one group follow each other */
	struct verdict *verdict;
};

/*
 * Gives each of n moments without a phase that of the one before it that has
 * one, for the reason `how`. Sorts the moments; of those at the same time the
 * ones with a phase come first.
 */
void spread_after(struct moment *, size_t n, const char *how);

/*
 * Gives each without a phase that of its nearest neighbours that have one, if
 * these agree; at the ends of a group there is one neighbour only.
 */
void spread_between(struct moment *, size_t n, const char *how);

#endif
