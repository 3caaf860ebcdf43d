/*
 * chance - whether steps in random order would look like a loop as well.
 *
 * Steps that were folded are letters, and a source without memory emits one
 * after another, each at its frequency. A loop tells the letters of all repeats
 * but the first, and saves their bits (Shannon,
 * "A mathematical theory of communication", 1948). How many equal steps are in
 * a row must be told for each repeat: which numbers there are, and in which of
 * their orders they come (Cover, "Enumerative source encoding", IEEE
 * Transactions on Information Theory 19, 1973). To say where rows of repeats
 * are and what they repeat takes bits, too. A loop that does not save more, and
 * a margin, is no cycle: its steps are.
 *
 * If there is nothing but rows, a second source explains them as well: it
 * writes no row behind one of its own kind, and ends each with one probability
 * a step, as where the size of a batch drifts.
 */
#ifndef TRACE_CYCLES_CHANCE_H
#define TRACE_CYCLES_CHANCE_H

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/trial.h"

/*
 * Whether a trial holds steps among those loops, and a source without memory
 * explains their order just as well.
 */
bool chance_explains(
    const struct trial *, const struct folding *, const struct loops *);

#endif
