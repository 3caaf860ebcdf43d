/*
 * track_sequences - the kernels of each track in time order, and the cycles
 * among them.
 */
#ifndef TRACE_CYCLES_TRACK_SEQUENCES_H
#define TRACE_CYCLES_TRACK_SEQUENCES_H

#include "common/trace/event.h"
#include "tools/trace-cycles/cycles.h"

struct track_sequence {
	uint32_t track;         /* merged: the first of the GPU */
	bool merged;            /* all streams of the GPU */
	const uint32_t *kernel; /* indices of events */
	const uint32_t *symbol; /* equal for names and phases taken as equal */
	size_t n;
	int64_t sum; /* ns of all its kernels */
	struct cycles cycles;
};

struct track_sequences {
	struct track_sequence *sequence; /* in the order of tracks */
	size_t n;
	/* of all sequences, one after another */
	const uint32_t *kernel; /* the order of events if that is the same */
	uint32_t *symbol;
	size_t kernels;

	uint32_t *divided; /* for track_sequences.c only */
};

struct sequence_options {
	bool merged;     /* one sequence a GPU, not one a stream */
	bool normalised; /* kernels are the same whose normalised names are */
	struct cycle_limits limits;
};

/*
 * Sorts the kernels among the events into sequences, which may share the order
 * of the events, and finds their cycles.
 * Returns 0, or -1: the durations of a sequence do not add up to
 * 64 bits.
 */
__attribute__((warn_unused_result)) int track_sequences_find(
    struct track_sequences *, const struct events *,
    const struct sequence_options *);
void track_sequences_free(struct track_sequences *);

#endif
