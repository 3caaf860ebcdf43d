/*
 * operator_evidence - the CPU operators that launched the kernels of two
 * cycles, as evidence of which kernels may pair.
 *
 * The launching operator is better evidence than the name: if both cycles have
 * two operators, kernels of one never pair with kernels of the other. An
 * operator that only one cycle has says nothing, as the other one calls the
 * same work differently: aten::silu and aten::mul there, _C::silu_and_mul here.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/trace-align/pair.h"

/*
 * Numbers the operators of n kernels, the first na of the one cycle and the
 * rest of the other, into op: from 1, equal where both cycles have it, 0 where
 * one has it only or it is not known. Is any in common, and one not?
 */
bool operator_evidence_find(
    const struct row *const *, size_t na, size_t n, uint32_t *op);

/*
 * Numbers the n pairs of an id and an operator anew, from 0 without gaps:
 * kernels that differ in either differ then.
 */
void operator_evidence_divide(uint32_t *id, const uint32_t *op, size_t n);
