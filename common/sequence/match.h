/*
 * match - which symbols of one sequence are which of another, in order.
 *
 * As many as possible are matched: Myers, "An O(ND) difference algorithm and
 * its variations", Algorithmica 1 (1986), in linear memory, with a list instead
 * of recursion. Where more than MATCH_EFFORT symbols differ, a part is divided
 * at its anchors (anchors.h), or, if it has none, where the search has come
 * furthest, so that the time is bounded: then the matches are still in order,
 * but may not be the most.
 */
#ifndef COMMON_SEQUENCE_MATCH_H
#define COMMON_SEQUENCE_MATCH_H

#include <stddef.h>
#include <stdint.h>

#define MATCH_NONE UINT32_MAX

enum { MATCH_EFFORT = 256 };

/*
 * to[i] becomes the place in b of what a[i] is, or MATCH_NONE. Less than
 * UINT32_MAX symbols each.
 */
void match_symbols(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);

#endif
