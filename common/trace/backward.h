/*
 * backward - which operator's gradient a part of the backward pass computes.
 *
 * PyTorch numbers what autograd records: an operator of the forward pass and
 * "autograd::engine::evaluate_function: NAME" of the backward pass, on another
 * thread, have the same sequence number. Of several operators with one number
 * the last to begin is the one that autograd recorded; others only passed its
 * number by. The rule is TraceLens's (AMD-AGI/TraceLens, revision 171dd747).
 */
#pragma once

#include "common/trace/host_events.h"

/* Is an operator of this name a part of a backward pass? Older PyTorch has no
 * wrappers, but ReluBackward1 and torch::autograd::AccumulateGrad. */
bool backward_is(struct span name);

/*
 * For n rows in the order of host_sort, whose texts these are: forward[] gets
 * the row of the operator that a row computes the gradient of, or HOST_NONE.
 */
void backward_find(
    uint32_t *forward, const struct host *, size_t n, const struct span *text);
