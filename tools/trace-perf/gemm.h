/*
 * gemm - a matrix product C[M,N] = A[M,K] B[K,N], perhaps a batch of them,
 * perhaps with a bias: what its models find, and what it computes and moves.
 */
#ifndef TOOLS_TRACE_PERF_GEMM_H
#define TOOLS_TRACE_PERF_GEMM_H

#include "tools/trace-perf/work.h"

struct gemm {
	double batch, m, n, k;
	double a, b, out; /* bytes per element */
	bool bias;
	double bias_bytes; /* per element */
	double extra;      /* bytes of scales, of the whole batch */
	int at_a, at_b;    /* the arguments of the operands */
	bool many;         /* the first size is a batch */
	bool strides;      /* the operands are matrices that may be turned */
	struct span third; /* the type of the output; p is NULL: not told */
	int scales[2]; /* the arguments of the operands' scales; 0: not told */
	bool blocks;   /* each scale is of a block: told by their shapes */
};

/* Sets the parameters, the floating-point operations and the bytes. */
void gemm_set(const struct operation *, struct work *, const struct gemm *);

#endif
