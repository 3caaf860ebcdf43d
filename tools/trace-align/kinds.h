/*
 * kinds - are two cycles made of the same kinds of kernels?
 *
 * Every network multiplies matrices, so most of the time of two unlike layers
 * may be matched: nearly all of it is in gemm and attention. Their other
 * kernels tell them apart: norms, activations, copies, communication. So each
 * kind of kernel counts once, however long it takes and however often it
 * occurs.
 */
#ifndef TOOLS_TRACE_ALIGN_KINDS_H
#define TOOLS_TRACE_ALIGN_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/trace-align/fusion.h"

/* Kinds of kernels of either side: those with a partner, and all. */
struct kinds {
	size_t a, b, a_all, b_all;
	bool same_name; /* of a pair, or the operations that it is made of */
	/* Kernels of either side: matched where they stand, and all. */
	size_t a_placed, b_placed, a_rows, b_rows;
};

/*
 * Counts the kinds of n rows. A kind is a family, or else what is of one kind
 * in likeness.h; it has a partner if one of its kernels is matched.
 */
void kinds_count(
    struct kinds *, const struct pair *, size_t n, const struct likeness *);

/*
 * How alike the two sets of kinds are: those with a partner by those of either
 * side (P. Jaccard, "The distribution of the flora in the alpine zone", New
 * Phytologist 11, 1912). Two layers of unlike models have 8 kinds, say, of
 * which 5 have a partner: most of each side, but less than half of the 11 in
 * all.
 */
double kinds_share(const struct kinds *);

/*
 * One kind of kernels on each side, under names that differ: any two programs
 * multiply matrices or wait for other ranks.
 */
bool kinds_are_one(const struct kinds *);

/*
 * Are most kernels of a side alone or moved? Networks of one family, such as
 * ResNet-18 and -50, have the same kinds at other places.
 */
bool kinds_are_displaced(const struct kinds *);

/* Have they so little in common that the models may differ? */
bool kinds_are_doubtful(const struct kinds *);

/*
 * Does each of two cycles apply an activation function that the other does not,
 * as layers of BERT (gelu) and of Llama (silu) do? Their kinds of kernels may
 * be much the same: norms, matrix multiplications, attention, additions. One
 * that only A applies, and one that only B does:
 */
struct activations {
	enum activation a, b;
};

/*
 * Finds them among n pairs; false if there are none. A side on which no name
 * says an activation may apply any, such as one with act_and_mul.
 */
bool kinds_activations(struct activations *, const struct pair *, size_t n,
    const struct likeness *);

#endif
