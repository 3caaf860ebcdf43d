/*
 * models - the models of operators, a table for each kind of operators.
 *
 * A table is at the end of the file of its name and ends with an entry without
 * a name. struct work says what a model finds.
 */
#ifndef TOOLS_TRACE_PERF_MODELS_H
#define TOOLS_TRACE_PERF_MODELS_H

#include "common/bytes/span.h"
#include "tools/trace-perf/work.h"

struct model {
	const char *name;
	model_function *find;

	/*
	 * How many sizes it expects of each argument, because sizes at the
	 * wrong places give wrong numbers that look right: a digit, + for one
	 * or more, or a point for any number and none. A list of tensors is
	 * the model's to read.
	 */
	const char *ranks;
};

/* In byte order. */
extern const struct model attention_models[];
extern const struct model convolution_models[];
extern const struct model elementwise_models[];
extern const struct model experts_models[];
extern const struct model gemm_models[];
extern const struct model gemm_inference_models[];
extern const struct model inductor_models[];
extern const struct model inference_models[];
extern const struct model norm_models[];
extern const struct model other_models[];
extern const struct model xla_models[];

/*
 * A matrix product C[M,N] = A[M,K] B[K,N], perhaps a batch of them,
 * perhaps with a bias: what its models find, and what it computes and moves.
 */

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

/*
 * What the backend_config of an instruction of XLA says.
 */

/* The number after a name: "beta":1 in JSON, mask_type = 2 in MLIR; NAN if
 * there is none. */
double xla_setting(struct span config, const char *name);

#endif
