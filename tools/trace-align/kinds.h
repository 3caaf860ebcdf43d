/*
 * kinds - are two cycles made of the same kinds of kernels?
 *
 * Every network multiplies matrices, so the time of two unlike layers may well
 * be matched: nearly all of it is in gemm and attention. What else they do
 * tells them apart: norms, activations, copies, communication. So each kind of
 * kernel counts once, however long it takes and often it comes.
 */
#ifndef TRACE_ALIGN_KINDS_H
#define TRACE_ALIGN_KINDS_H

#include <stddef.h>

#include "tools/trace-align/fusion.h"

/*
 * Below this share it is doubtful that two cycles are of the same model. In
 * real traces the share was 80 % and more in ten comparisons of the same layer
 * or step, eager and compiled, on GPUs of two makers, in two phases, and 60 %
 * in two of one model on one GPU and on eight; layers of different models had
 * 25 to 64 %.
 */
#define KINDS_DOUBTFUL (2.0 / 3)

/* Kinds of kernels of either side: those with a partner, and all. */
struct kinds {
	size_t a, b, a_all, b_all;
};

/*
 * Counts the kinds of n rows with groups 1 to ngroups. A kind is a family, or
 * else what is of one kind in likeness.h; it has a partner if one of its
 * kernels is in a pair, or in a group whose other side does some of its
 * operations. Returns 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int kinds_count(struct kinds *,
    const struct pair *, size_t n, size_t ngroups, const struct likeness *);

/*
 * The share with a partner, on the side where it is less; all of them where two
 * or fewer have none.
 */
double kinds_share(const struct kinds *);

#endif
