/*
 * samples - the durations of a cycle's kernels, by position and name.
 */
#ifndef TRACE_CYCLES_SAMPLES_H
#define TRACE_CYCLES_SAMPLES_H

#include "tools/trace-cycles/view.h"

/* Kernels of one name at one position, over all repeats. */
struct sample {
	uint32_t position, name;
	int64_t *dur; /* ns; valid until the next sample */
	size_t n;     /* at least 1 */
	/* what most of them have in each column kept; else EVENT_NO_TEXT */
	uint32_t detail[EVENT_DETAILS];
};

/* For samples.c only. */
struct samples {
	const struct events *events;
	struct sampled *kernel; /* in the order of samples */
	size_t n, next;
	int64_t *dur;
};

/*
 * Gathers the kernels of all repeats that the report takes for such. Returns 0,
 * or -1: no memory; samples_free frees either way.
 */
__attribute__((warn_unused_result)) int samples_gather(
    struct samples *, const struct view *);
void samples_free(struct samples *);

/*
 * The next sample, by position, the root's kernel first; false at the end. A
 * kernel that the root has not is at the position of the one it replaces, else
 * of the one before it.
 */
bool samples_next(struct samples *, struct sample *);

#endif
