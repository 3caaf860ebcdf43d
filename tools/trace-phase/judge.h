/*
 * judge - the phase of each cycle by all evidence, in a stated order.
 *
 * Strongest first: labels of the table (annotations of the engine, by way of
 * its events); kernels that run in one phase only; kernels that are likelier in
 * one; time, in the order that engines keep. Time compares steps of one GPU
 * with as many layers. It is not asked where a step is one of training or of a
 * model of images.
 *
 * Kernels of one phase only stand against time, which is said in the reason.
 * Whatever else contradicts makes the phase unknown, and so does a prefill that
 * may be mixed: one kernel computes the attention of prompts and of generated
 * tokens, and there was decode before it.
 */
#ifndef TRACE_PHASE_JUDGE_H
#define TRACE_PHASE_JUDGE_H

#include "tools/trace-phase/cycle.h"

/*
 * Fills in the empty phases of n cycles on `gpus` GPUs with `streams` streams,
 * with their reasons; `classic`: by compare_counts alone. On a GPU where no
 * label says more than unknown, unknown counts as empty. A cycle inside another
 * takes its phase.
 */
void judge(
    struct judged_cycle *, size_t n, size_t gpus, size_t streams, bool classic);

#endif
