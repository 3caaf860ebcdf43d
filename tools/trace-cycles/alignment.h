/*
 * alignment - of a sequence with bodies that are each repeated without end, and
 * with nothing in particular between.
 *
 * An equal symbol gains SCORE_SYMBOL, a row costs PRICE_OCCURRENCE, a fault
 * PRICE_FAULT and its wrong kernels theirs, of either side, whichever are more;
 * prices.h. Nothing in particular costs nothing, so that only what saves
 * something is in an array. Wrap-around dynamic programming (Fischetti, Landau,
 * Schmidt, Sellers, "Identifying periodic occurrences of a template", 1992;
 * Myers, Miller, "Approximate matching of regular expressions", 1989) fills a
 * table of text by body. Here only diagonals are followed that are alive: who
 * scores less than the best so far, less the price of an occurrence, is no
 * better than one that enters anew. Mostly one is alive, and the cost is that
 * of comparing the text with the body.
 */
#pragma once

#include "tools/trace-cycles/tandem_array.h"

/*
 * Aligns with n bodies; `occurrence` is the price of one. The arrays are the
 * caller's.
 */
void alignment_find(struct tandem_arrays *, const struct sequence *,
    const struct sequence *const *body, size_t n, int64_t occurrence);
