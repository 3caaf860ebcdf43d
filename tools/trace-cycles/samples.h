/*
 * samples - the durations of a cycle's kernels, by position and name.
 */
#ifndef TRACE_CYCLES_SAMPLES_H
#define TRACE_CYCLES_SAMPLES_H

#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/track_sequences.h"

/* Kernels of one name at one position, over all repeats. */
struct sample {
	uint32_t position, name;
	int64_t *dur; /* ns */
	size_t n;     /* at least 1 */
	/* what most of them have in each column kept; else EVENT_NO_TEXT */
	uint32_t detail[EVENT_DETAILS];
};

struct samples {
	struct sample *sample; /* by position, the root's kernel first */
	size_t n;

	/* below: for samples.c only */
	int64_t *fitting, *inserted_dur;
	size_t *count, *next;
	struct tally *tally; /* of each position */
	struct inserted *inserted;
	size_t inserteds, inserted_cap;
	struct positions positions;
};

/*
 * Every kernel of every repeat of a cycle is in one sample. A kernel that the
 * root has not stands where it was met: at the position of the one it replaces,
 * else of the one before it. Returns 0, or -1: no memory; samples_free frees
 * either way.
 */
__attribute__((warn_unused_result)) int samples_gather(struct samples *,
    const struct events *, const struct track_sequence *, uint32_t cycle,
    bool with_partials);
void samples_free(struct samples *);

#endif
