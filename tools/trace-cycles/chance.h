/*
 * chance - whether steps in random order would look like a loop as well.
 *
 * A source writes rows of equal steps: it goes on with another kind than
 * before, each at its frequency, and after each step the row ends with one
 * probability, as where the size of a batch drifts. A loop tells the rows of
 * all repeats but the first, and saves their bits (Shannon, "A mathematical
 * theory of communication", 1948). How many steps are in a row must be told for
 * each repeat, at the frequency of these numbers. To say where rows of repeats
 * are and what they repeat takes bits, too. A loop that does not save more, and
 * a margin, is no cycle: its steps are.
 */
#pragma once

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/trial.h"

/*
 * Whether a trial holds steps that were folded, and a source without memory
 * explains their order just as well.
 */
bool chance_explains(const struct trial *, const struct folding *);
