/*
 * models - the models of operators, a table for each kind of operators.
 *
 * A table is at the end of the file of its name and ends with an entry without
 * a name. struct work says what a model finds.
 */
#ifndef TRACE_PERF_MODELS_H
#define TRACE_PERF_MODELS_H

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

#endif
