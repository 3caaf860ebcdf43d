/*
 * frequency - phases by how often operators launch work.
 *
 * A decode step comes once a token, a prefill step once a prompt: operators
 * that are common are taken for those of decode, rare ones for prefill.
 */
#ifndef TRACE_PHASE_FREQUENCY_H
#define TRACE_PHASE_FREQUENCY_H

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-phase/phase.h"

/*
 * The verdicts on n operators that came count[i] > 0 times: more often than the
 * median is decode, less often than FREQUENCY_RARE of them prefill, and between
 * is decode. Quantiles are interpolated linearly between the counts. Returns 0,
 * or -1: no memory.
 */
#define FREQUENCY_RARE 0.15

__attribute__((warn_unused_result)) int frequency_judge(
    const int64_t *count, size_t n, struct verdict *);

#endif
