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
	enum phase says; /* what it is by itself, perhaps */
	bool sure;       /* for it runs in one phase only */
	bool attention;  /* of a step */
};

/*
 * Gives each of n moments without a phase that of the one before it that has
 * one, for the reason `how`. Sorts the moments; of those at the same time the
 * ones with a phase come first.
 */
void propagate_after(struct moment *, size_t n, const char *how);

/* Puts moments in the order that the functions below need. */
void propagate_sort(struct moment *, size_t n);

/*
 * Labels those without a label with what they say by themselves. A stretch of
 * them that says one phase counts if PROPAGATE_SURE are sure, or if what is
 * labelled before it and after it, or says something, does not say another
 * phase or unknown; one moment alone in its group counts if it is sure.
 */
enum { PROPAGATE_SURE = 4 }; /* two layers, of two such kernels each */

void propagate_confirm(struct moment *, size_t n);

/*
 * Gives those without a label the phase of the nearest before and after that
 * have one, if these agree; what is labelled unknown agrees with nothing. Where
 * a group begins or ends, one neighbour is enough. With two attention kernels
 * between, or half of the kernels of a step, another step may be there, and
 * nothing is given; a `step` of 0 is not known, and then the ends get nothing.
 */
void propagate_between(struct moment *, size_t n, size_t step, const char *how);

#endif
