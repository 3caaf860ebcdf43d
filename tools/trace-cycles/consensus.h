/*
 * consensus - the body that most repeats agree on.
 */
#pragma once

#include "tools/trace-cycles/tandem_array.h"

/*
 * Removes the symbols of a body that most stretches aligned with it lack, and
 * adds the symbols that most of them have in addition. Returns whether the
 * body has changed.
 */
bool consensus_improve(
    struct sequence *, const struct sequence *, const struct tandem_arrays *);
