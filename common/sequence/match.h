/*
 * match - which symbols of one sequence are which of another, in order.
 *
 * As many as possible are matched: Myers, "An O(ND) difference algorithm and
 * its variations", Algorithmica 1 (1986), in linear memory, with a list instead
 * of recursion. Where more than MATCH_EFFORT symbols differ, a part is divided
 * at its anchors, or, if it has none, where the search has come furthest, so
 * that the time is bounded: then the matches are still in order, but may not be
 * the most.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Places of two sequences that belong together beyond doubt.
 *
 * A word that each of the two has exactly once is nearly always the same thing
 * in both. Of those words the longest chain that is in one order in both is
 * taken, as Bram Cohen's patience diff does (2008); the chain is found by
 * Schensted's algorithm, "Longest increasing and decreasing subsequences",
 * Canadian Journal of Mathematics 13, 1961. Words of ANCHOR_WORD symbols, for
 * hardly any kernel is alone in a step of a hundred layers.
 */

/* Where a word begins. */
struct anchor {
	uint32_t a, b;
};

/*
 * Finds the anchors of two sequences of less than UINT32_MAX symbols each;
 * both places ascend. Returns how many; the caller frees them.
 */
size_t anchors_find(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, struct anchor **);

#define MATCH_NONE UINT32_MAX

/*
 * to[i] becomes the place in b of what a[i] is, or MATCH_NONE. Less than
 * UINT32_MAX symbols each.
 */
void match_symbols(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);

/* How many symbols of a have no place in b. */
size_t match_missing(const uint32_t *a, size_t n, const uint32_t *b, size_t m);
