/*
 * track_sequences - the kernels of each track in time order, and the cycles
 * among them; while a trace is read, whether these are enough.
 */
#pragma once

#include "common/trace/event.h"
#include "tools/trace-cycles/cycles.h"

struct track_sequence {
	const struct events *events;
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

	/* for track_sequences.c only */
	uint32_t *divided;
	int64_t *idle; /* of the GPU, before each kernel */
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
MUST_USE int track_sequences_find(struct track_sequences *,
    const struct events *, const struct sequence_options *);
void track_sequences_free(struct track_sequences *);

/*
 * Whether enough of a trace was read: on each stream that matters, nine tenths
 * of the kernels are `reps` or more repeats of one outermost cycle that follow
 * at once. Looking costs as much as finding the answer, so it is done each time
 * that twice as many kernels were read, and first when a step of the largest
 * models would have been seen twice: the layers of the first step look like a
 * cycle of their own.
 */
struct early {
	size_t reps;    /* wanted */
	size_t kernels; /* read so far */
	size_t looked;  /* after this many; 0: not yet */

	/* what was found: the row of repeats with most kernels */
	size_t found_reps;
	uint32_t found_length;
};

/* To be called after each kernel. Returns whether it is enough. */
bool track_sequences_suffice(
    struct early *, const struct events *, const struct sequence_options *);
