/*
 * weak_cycles - which of the cycles that were found are weak, and not listed:
 * those that may be chance, or a passage.
 *
 * A cycle that is in no other one has strong evidence if its repeats take up a
 * third of the kernels or of their time. It also has if it, or something inside
 * it, occurs six times in a row without a change, and this saves at least eight
 * bits more than it takes to say where it is: chance does so once in 256
 * sequences. The convolutions of one pass through a network come two to five
 * times. What is inside another cycle is as strong as that, and so is what has
 * as many layers as a strong cycle, and about its length: a prefill step of a
 * model of four layers.
 */
#pragma once

#include "tools/trace-cycles/repeat_iterator.h"
#include "tools/trace-cycles/track_sequences.h"

/* A cycle out of those of all sequences. */
struct found {
	const struct track_sequence *sequence;
	const struct cycle *cycle;
	size_t number;              /* in the list, from 1 on */
	const struct found *parent; /* in the list, or NULL */
	int64_t sum;                /* ns of its kernels in all repeats */
	uint32_t step_kind;         /* see step_choice.h */
};

struct chosen {
	struct found
	    *found; /* by sequence, then by start, outer before inner */
	size_t n;
	size_t dropped; /* how many weak ones are not listed */
};

/*
 * Lists cycles, also those with weak evidence where these are wanted; the
 * caller frees out->found, in any case.
 */
void choose_cycles(const struct track_sequences *, const struct events *,
    bool weak, struct chosen *out);
