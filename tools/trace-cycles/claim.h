/*
 * claim - finds steps with too many faults for the search by other steps'
 * models.
 *
 * Because of a fault where one step ends and the next begins, the search finds
 * neither. Between steps that were found, a stretch that begins or ends like a
 * model, from the model's beginning to its end, is a step of that model. Layers
 * that stand outside steps have models, too.
 */
#ifndef TRACE_CYCLES_CLAIM_H
#define TRACE_CYCLES_CLAIM_H

#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/limits.h"

/*
 * Adds the steps of models between the outermost repeats, in place of lone
 * steps and of what was cut off there; nothing is in them yet. Returns 1 if
 * they are worth another search, 0 if they are none, or so few beside the steps
 * that were found that numbers of repeats hardly change, or -1: no memory.
 */
__attribute__((warn_unused_result)) int claim_steps(struct hierarchy *,
    const uint32_t *kernel, size_t n, const struct cycle_limits *);

#endif
