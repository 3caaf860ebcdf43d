/*
 * pairs - which nodes of two lists belong together, and which are on one side
 * only, in their order.
 */
#ifndef TRACE_TREEDIFF_PAIRS_H
#define TRACE_TREEDIFF_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-treediff/matcher.h"

/*
 * Appends the pairs of two lists. Lists that are equally long and hold no
 * calls are paired place by place if `by_place` and, unless it is the
 * reference's way, half of their names agree; all others by name.
 */
void pairs_match(struct pairs *, struct matcher *, const struct node_list *,
    const struct node_list *, enum matcher_by, bool by_place);

/* Takes those on one side only out of the pairs, into two lists. */
void pairs_take_rest(struct pairs *, struct node_list *a, struct node_list *b);

/*
 * Which names of one sequence are which of another, by the reference's rule:
 * to[i] becomes the place in b of what a[i] is, or MATCH_NONE. It takes n times
 * m bits.
 *
 * It is the edit distance of Wagner and Fischer, "The string-to-string
 * correction problem" (J. ACM 21, 1974), of which the substitutions are not
 * used when the way is traced back. Usually as many as possible are matched
 * instead: common/sequence/match.h.
 */
void pairs_align_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);

#endif
