/*
 * repetition - which cycle is prefill and which is decode, by repetition.
 *
 * An engine runs a prompt once and then generates token after token: of the
 * cycles that matter, the one with most repetitions is decode and the one with
 * fewest is prefill. A cycle matters when it repeats, is on the main stream of
 * its GPU, and covers at least REPETITION_SIGNIFICANT of its GPU's kernel time;
 * cycles of the outermost level that has such a cycle are compared, because
 * inside a step every layer repeats more often than the step.
 *
 * The main stream is the one with most kernels in its outermost cycles. Kernel
 * time would not tell: a collective that waits for other ranks is busy all the
 * while.
 */
#ifndef TRACE_PHASE_REPETITION_H
#define TRACE_PHASE_REPETITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/trace-phase/phase.h"

enum { REPETITION_SIGNIFICANT = 1000 }; /* 1 %, as coverage is counted */

#define REPETITION_NONE SIZE_MAX

struct cycle {
	size_t gpu;    /* 0, 1, ...: cycles of one GPU compete, no others */
	size_t stream; /* 0, 1, ... over all GPUs */
	size_t parent; /* the cycle it is inside of, or REPETITION_NONE */
	int64_t level;
	int64_t reps, length; /* how often, and of how many kernels */
	int64_t coverage;     /* of kernel time, in thousandths of a percent */
	enum phase phase;     /* PHASE_EMPTY is filled in, others stand */
	const char *reason;   /* set where the phase is; lives for ever */
};

/*
 * Fills in the empty phases of n cycles on `gpus` GPUs with `streams` streams.
 * Equal repetitions: the cycle that covers more time is nearer to prefill,
 * which computes many tokens at once; then the one that comes first in the
 * array. A phase that a label already there claims is not given a second time
 * on that GPU. On a GPU where no label says more than unknown, unknown counts
 * as empty. A cycle inside another takes its phase. Returns 0, or -1 when there
 * is no memory.
 */
__attribute__((warn_unused_result)) int repetition_label(
    struct cycle *, size_t n, size_t gpus, size_t streams);

/*
 * Sets keep[i] for one cycle per GPU with the wanted phase; PHASE_EMPTY wants
 * decode, or, on a GPU that has none, any. It is looked for among those that
 * are inside no other of that phase, on the main stream if it has one: the one
 * that covers most time, then the first. That is the step. Unless `step`, the
 * search goes on inwards while a cycle inside covers at least half of the
 * step's time: that is the layer. Returns how many cycles are kept, or -1 when
 * there is no memory.
 */
__attribute__((warn_unused_result)) ptrdiff_t repetition_select(
    const struct cycle *, size_t n, size_t gpus, size_t streams,
    enum phase wanted, bool step, bool *keep);

#endif
