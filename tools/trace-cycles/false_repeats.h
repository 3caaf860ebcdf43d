/*
 * false_repeats - repeats of few kernels that are none: most of one is
 * something else, once what was corrected is back, or what repeated inside no
 * longer does.
 */
#pragma once

#include "tools/trace-cycles/hierarchy.h"

/*
 * Drops the repeats that differ from most of their kind in more than half of
 * their kernels, with a row of repeats inside as one symbol.
 */
void false_repeats_drop(struct hierarchy *, const uint32_t *kernel);
