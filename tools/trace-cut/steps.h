/*
 * steps - the repeats of outermost cycles on the main stream of each GPU, in
 * the order in which they began. The main stream is the one with most rows in
 * cycles of its own.
 */
#ifndef TRACE_CUT_STEPS_H
#define TRACE_CUT_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

#define STEPS_NONE UINT32_MAX

struct steps;

struct steps *steps_new(void);
void steps_free(struct steps *);

/*
 * Adds a row: the keys of its GPU and its stream, the outermost element of its
 * path, and whether it is in a cycle of its own stream. Rows come in the order
 * of time. `*step` becomes the number of its step.
 */
__attribute__((warn_unused_result)) int steps_add(struct steps *, uint32_t gpu,
    uint32_t stream, struct span element, bool own, uint32_t *step);

/* Whether a step, or STEPS_NONE, is one of a main stream. */
bool steps_on_main(const struct steps *, uint32_t step);

/*
 * Whether a step is the n-th, from 1, of its GPU; the array is by number and
 * the caller's.
 */
bool *steps_nth(const struct steps *, int64_t n);

/* How many steps the GPU has that has most. */
int64_t steps_most(const struct steps *);

#endif
