/*
 * edits - which symbol of a repeat is which symbol of the root.
 *
 * The fewest insertions, deletions and replacements that make one of the other,
 * found by diagonals (Ukkonen, "Algorithms for approximate string matching",
 * Information and Control 64, 1985; Landau, Vishkin, "Fast parallel and serial
 * approximate string matching", Journal of Algorithms 10, 1989): time and
 * memory grow with the square of the differences, not with the length.
 */
#pragma once

#include "common/bytes/span.h"
#include "common/sequence/text.h"

/* More differences than these are not looked for. */
enum { EDITS_MOST = 512 };

#define EDITS_NONE UINT32_MAX

/* Scratch space; a zeroed struct is empty. */
struct edits {
	int32_t *reach;
	size_t reach_cap;
};

void edits_free(struct edits *);

/*
 * Aligns n symbols from `root` on with m from `repeat` on. place[i] becomes
 * which of the m is equal to and stands for symbol i of the root, or
 * EDITS_NONE. Returns 1, 0 when they differ in more than `most` symbols, or in
 * more than EDITS_MOST.
 */
MUST_USE int edits_find(struct edits *, const struct text *, size_t root,
    size_t n, size_t repeat, size_t m, uint32_t most, uint32_t *place);
