/*
 * operators - which operators of the host two cycles have in common.
 *
 * What launched a kernel is better evidence than its name: if both cycles have
 * two operators, kernels of one never pair with kernels of the other. An
 * operator that only one cycle has says nothing, as the other one calls the
 * same work differently: aten::silu and aten::mul there, _C::silu_and_mul here.
 */
#ifndef TRACE_ALIGN_OPERATORS_H
#define TRACE_ALIGN_OPERATORS_H

#include "tools/trace-align/pair.h"

/*
 * Operators count if this share of the kernels of both cycles have one. If few
 * have one, the operators of the other kernels are unknown.
 */
#define OPERATORS_LEAST 0.9

/*
 * Sets of_a[i] to the number of the operator of a's row i, from 1, and of_b
 * likewise: equal where both cycles have it, 0 where one has it only or it is
 * not known. Is any in common, and one not?
 */
bool operators_number(const struct row *a, size_t na, uint32_t *of_a,
    const struct row *b, size_t nb, uint32_t *of_b);

/*
 * What few repeats have (see pair.h) gets this bit, as if of an operator of its
 * own: a repeat's usual kernels are not paired with it.
 */
#define OPERATORS_FEW (UINT32_C(1) << 31)
void operators_mark_few(const struct row *, size_t n, uint32_t *of);

/*
 * Numbers the pairs of an id and an operator of both cycles anew, from 0
 * without gaps, in ids_a and ids_b: rows that differ in either differ then.
 */
void operators_divide(uint32_t *ids_a, const uint32_t *of_a, size_t na,
    uint32_t *ids_b, const uint32_t *of_b, size_t nb);

#endif
