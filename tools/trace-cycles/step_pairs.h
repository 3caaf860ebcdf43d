/*
 * step_pairs - steps that always follow each other, and so seem to be one.
 *
 * Of two of different kinds the second comes elsewhere in another form, such as
 * a prefill step that always follows that of a vision model: it has as many
 * layers as a decode step, and begins and ends with the same kernels.
 *
 * The others are steps by turns, such as those whose optimizer does more every
 * second time: they begin alike and end alike, and one of them has nothing else
 * but a few kernels. Where what is more stands behind two equal parts, as the
 * optimizer does behind two passes whose gradients are accumulated, the pair is
 * the step.
 */
#pragma once

#include "tools/trace-cycles/hierarchy.h"

/*
 * Cuts the pairs among outermost cycles into steps. If it is known which
 * kernels are an optimizer's, both must have some, or none.
 */
void step_pairs_cut(
    struct hierarchy *, const uint32_t *symbol, size_t n, const bool *update);
