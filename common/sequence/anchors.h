/*
 * anchors - places of two sequences that belong together beyond doubt.
 *
 * A word that each of the two has exactly once is nearly always the same thing
 * in both. Of those words the longest chain that is in one order in both is
 * taken, as Bram Cohen's patience diff does (2008); the chain is found by
 * Schensted's algorithm, "Longest increasing and decreasing subsequences",
 * Canadian Journal of Mathematics 13, 1961. Words of ANCHOR_WORD symbols, for
 * hardly any kernel is alone in a step of a hundred layers.
 */
#ifndef COMMON_SEQUENCE_ANCHORS_H
#define COMMON_SEQUENCE_ANCHORS_H

#include <stddef.h>
#include <stdint.h>

enum { ANCHOR_WORD = 4 };

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

#endif
