/*
 * phase - which cycle is prefill and which is decode, by repetition.
 *
 * An engine runs a prompt once and then generates token after token: of the
 * cycles that matter, the one with most repetitions is decode and the one with
 * fewest is prefill. A cycle matters when it repeats and covers at least
 * PHASE_SIGNIFICANT of its GPU's kernel time; cycles of the outermost level
 * that has such a cycle are compared, because inside a step every layer repeats
 * more often than the step.
 */
#ifndef TRACE_PHASE_PHASE_H
#define TRACE_PHASE_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PHASE_SIGNIFICANT = 1000 }; /* 1 %, as coverage is counted */

enum phase {
	PHASE_EMPTY, /* no label yet */
	PHASE_UNKNOWN,
	PHASE_PREFILL,
	PHASE_DECODE,
	PHASE_OTHER /* a label that came with the table and is neither */
};

struct phase_cycle {
	size_t gpu; /* 0, 1, ...: cycles of one GPU compete, no others */
	int64_t level;
	int64_t reps;
	int64_t coverage;   /* of kernel time, in thousandths of a percent */
	enum phase phase;   /* PHASE_EMPTY is filled in, others stand */
	const char *reason; /* set where the phase is; lives for ever */
};

/* The word for PHASE_UNKNOWN, PHASE_PREFILL and PHASE_DECODE. */
const char *phase_name(enum phase);

/*
 * Fills in the empty phases of n cycles on `gpus` GPUs. Equal repetitions: the
 * cycle that covers more time is nearer to prefill, which computes many tokens
 * at once; then the one that comes first in the array. A phase that a label
 * already there claims is not given a second time on that GPU. Returns 0, or -1
 * when there is no memory.
 */
__attribute__((warn_unused_result)) int phase_label(
    struct phase_cycle *, size_t n, size_t gpus);

/*
 * Sets keep[i] for the one cycle per GPU that has the wanted phase; of several,
 * the one that covers most time, then the first. PHASE_EMPTY wants decode, or,
 * on a GPU that has none, the cycle that covers most. Returns how many cycles
 * are kept, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) ptrdiff_t phase_select(
    const struct phase_cycle *, size_t n, size_t gpus, enum phase wanted,
    bool *keep);

#endif
