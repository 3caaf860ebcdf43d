/*
 * lone_step - a step of its own kind between steps that repeat, such as the one
 * prefill step before many decode steps.
 *
 * A lone step does not repeat; only its layers do, or the request that it
 * begins. If steps with layers repeat, a stretch before, between or after them
 * is a step like them if rows of layers make up most of it and other kernels
 * the rest; in a request it must also have as many layers. It is two steps, as
 * those of a vision model and of the prefill behind it, if only the last row
 * has as many layers. If no steps repeat, nothing tells how far one would go.
 */
#pragma once

#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/search_limits.h"

/* Finds lone steps of n kernels. */
void lone_steps_add(
    struct hierarchy *, uint32_t n, const struct cycle_limits *);

/*
 * Drops the lone steps without layers of their own: such a step is one of a
 * kind that repeats, with faults, or two of these, or one that was cut off.
 */
void lone_steps_drop_known(struct hierarchy *, const uint32_t *kernel);
