/*
 * claim - steps that had too much wrong to be found, by the models of others.
 *
 * A fault where a step ends and another one begins costs both their place in
 * the search. Between steps that were found, what begins or ends as a model
 * does from beginning to end is a step of that model.
 */
#ifndef TRACE_CYCLES_CLAIM_H
#define TRACE_CYCLES_CLAIM_H

#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/limits.h"

/*
 * Adds the steps of models between the outermost repeats, in place of lone
 * steps and of what was cut off there; what is left may hold other lone steps.
 * Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int models_claim(struct hierarchy *,
    const uint32_t *kernel, size_t n, const struct cycle_limits *);

#endif
