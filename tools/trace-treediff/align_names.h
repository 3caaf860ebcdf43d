/*
 * align_names - which names of one sequence are which of another, by the
 * reference's rule.
 *
 * It is the edit distance of Wagner and Fischer, "The string-to-string
 * correction problem" (J. ACM 21, 1974), of which the substitutions are not
 * used when the way is traced back. Usually as many as possible are matched
 * instead: common/sequence/match.h.
 */
#ifndef TRACE_TREEDIFF_ALIGN_NAMES_H
#define TRACE_TREEDIFF_ALIGN_NAMES_H

#include <stddef.h>
#include <stdint.h>

/*
 * to[i] becomes the place in b of what a[i] is, or MATCH_NONE. It takes n
 * times m bits.
 */
__attribute__((warn_unused_result)) int align_names_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to);

#endif
