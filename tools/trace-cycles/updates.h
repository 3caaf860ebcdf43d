/*
 * updates - steps of a training of which names tell where they end.
 *
 * An optimizer runs once in a step, at its end. Where gradients of several
 * passes are accumulated, its kernels may be a few of thousands: then the
 * passes repeat rather than the steps, and of these there may be three. Where
 * an evaluation runs often, its forward pass repeats, in the steps as well.
 */
#pragma once

#include "tools/trace-cycles/hierarchy.h"

/*
 * Joins forward passes and what is always behind one of them, with an
 * optimizer. Adds the steps between optimizers that come at regular distances,
 * unless most of them are there, and what is cut off; of n kernels, update[i]
 * says whether kernel i is an optimizer's. The caller orders the hierarchy
 * then.
 */
void updates_add_steps(
    struct hierarchy *, const uint32_t *symbol, const bool *update, uint32_t n);
