/*
 * repeat_times - how long the repeats of the cycles that are printed take.
 */
#pragma once

#include "tools/trace-cycles/weak_cycles.h"

struct report {
	const struct events *events;
	const struct track_sequences *sequences;
	struct chosen chosen;
	const int64_t *launch; /* of each event, see launches.h; or NULL */
	bool fingerprints;     /* the list has them */
};

/* The kernel at a place of its stream. */
static inline const struct event *
found_kernel(const struct found *f, uint32_t place)
{
	return &f->sequence->events->event[f->sequence->kernel[place]];
}

/* A stretch of a stream, in ns. */
struct extent {
	int64_t start;
	int64_t wall; /* from the first kernel's start to the last end */
	int64_t busy; /* the part of it in which a kernel runs */
	int64_t sum;  /* of the kernels */
};

struct extent found_extent(const struct found *, struct repeat);

/*
 * ns from the start of a repeat that counts, from 0 on, to that of the next
 * one; -1 if that does not follow at once.
 */
int64_t found_period(const struct found *, size_t i);

/* All of these, in the order of time; returns how many there are. */
size_t found_periods(const struct found *, int64_t *period);
