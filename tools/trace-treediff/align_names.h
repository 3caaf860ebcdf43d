/*
 * align_names - which names of one sequence are which of another, in order.
 *
 * As many as possible are matched: Myers, "An O(ND) difference algorithm and
 * its variations", Algorithmica 1 (1986), in linear memory, with a list instead
 * of recursion. Where more than ALIGN_EFFORT names differ, a part is divided
 * where the search has come furthest, so that the time is bounded: then the
 * matches are still in order, but may not be the most.
 *
 * The reference's rule is another one: the edit distance of Wagner and Fischer,
 * "The string-to-string correction problem" (J. ACM 21, 1974), of which the
 * substitutions are not used when the way is traced back.
 */
#ifndef TRACE_TREEDIFF_ALIGN_NAMES_H
#define TRACE_TREEDIFF_ALIGN_NAMES_H

#include <stddef.h>
#include <stdint.h>

#define ALIGN_NONE UINT32_MAX

enum { ALIGN_EFFORT = 256 };

/*
 * to[i] becomes the place in b of what a[i] is, or ALIGN_NONE. Returns 0, or
 * -1: no memory. The second takes n times m bits.
 */
__attribute__((warn_unused_result)) int align_names(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);
__attribute__((warn_unused_result)) int align_names_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);

#endif
