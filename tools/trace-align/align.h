/*
 * align - which kernel of one cycle is which kernel of another.
 *
 * A cycle is a ring of names that may start anywhere. Two cuts are tried, and
 * the best alignment of the two rows (gotoh.h) for each: where both tables
 * begin, and where most kernels in a row are pairs, which count by their tier
 * and the more the rarer they are; where looking at all pairs would take
 * seconds, at a word that both have once (common/sequence/match.h). The second
 * is left out where the first has both ends and the cut as pairs. Kernels
 * pair when their names are equal in some tier, and never cross. Swapping the
 * two cycles gives the same pairs, because both are put into one order by what
 * they contain before anything is decided.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/trace-align/gotoh.h"

/*
 * Sets partner[i], for each kernel of a, to its kernel of b or to ALIGN_ALONE.
 * Time grows with the product of the lengths, up to what gotoh.h says.
 */
void align(const struct ring *a, const struct ring *b, size_t *partner);

/* One row of the result: a pair, or a kernel of one side, the other ALONE. */
struct align_row {
	size_t a, b;
};

/*
 * Puts pairs and the kernels alone into one order: b's, from its first kernel.
 * Kernels that only a has follow the pair that they follow in a, before those
 * that only b has there. At the cut, between b's last and first pair, those
 * that stand before a's last kernel, or on it, end the list and those from a's
 * first kernel on begin it. `rows` has room for na + nb; returns how many are
 * set.
 */
size_t align_order(
    const size_t *partner, size_t na, size_t nb, struct align_row *rows);
