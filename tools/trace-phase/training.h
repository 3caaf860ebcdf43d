/*
 * training - is it a training, by the kernels of a step?
 *
 * Names of one kind may deceive: transposed convolutions run gradients of data,
 * pictures are warped backward. So two kinds of evidence must agree (backward
 * of attention, of weights, of a norm, of anything else; optimizer), or
 * PyTorch's operators must say so of a share of the time; and no more kernels
 * are an engine's.
 */
#pragma once

#include "tools/trace-phase/cycle.h"

bool training_has_step(const struct judged_cycle *);

/*
 * The same of all kernels, where no step is known: one kernel of many thousand
 * proves nothing, so three kinds must agree, or two that take such a share of
 * the time, that of communication and attention not counted.
 */
bool training_has_all(const struct judged_cycle *all);

/* Why a training has no phase: which of its passes the kernels show. */
const char *training_reason(const struct judged_cycle *);
