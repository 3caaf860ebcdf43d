/*
 * propagate - phases of events from those of other events, by time.
 */
#ifndef TRACE_PHASE_PROPAGATE_H
#define TRACE_PHASE_PROPAGATE_H

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-phase/phase.h"

/* An event or annotation, as far as it matters here. */
struct moment {
	int64_t time;   /* ns */
	uint32_t group; /* only moments of one group follow each other */
	struct verdict *verdict;
	bool attention; /* of which nothing is known: perhaps another step's */
};

/*
 * Gives each of n moments without a phase that of the one before it that has
 * one, for the reason `how`. Sorts the moments; of those at the same time the
 * ones with a phase come first.
 */
void propagate_after(struct moment *, size_t n, const char *how);

/*
 * Gives those without a label the phase of the nearest before and after that
 * have one, if these agree; what is labelled unknown agrees with nothing. Where
 * a group begins or ends, one neighbour is enough for up to `ends` moments, or
 * twice as many as are between two neighbours elsewhere. With two attention
 * kernels between, other steps may be there, and nothing is given.
 */
void propagate_between(struct moment *, size_t n, size_t ends, const char *how);

/*
 * Gives the phase `as` to each of those without a label of which the nearest
 * before and behind have that phase or no label, either; at an end there is one
 * neighbour only, and alone it stays as it is. The moments are evidence only.
 */
void propagate_confirm(struct moment *, size_t n, enum phase as);

#endif
