/*
 * models - the models of operators: models.txt has the formulas, struct work
 * says what they find, and here is what they call.
 */
#pragma once

#include <stddef.h>

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

/* The last one has no name. */
extern const struct model all_models[];

/* Models that take more than formulas. */
model_function model_attention, model_convolution, model_convolution_backward,
    model_convolution_bias, model_convolution_bias_backward, model_evoformer,
    model_experts_routing, model_inductor, model_xla_attention,
    model_xla_attention_backward, model_xla_convolution,
    model_xla_convolution_filter, model_xla_convolution_input,
    model_xla_fused_dot, model_xla_gemm;

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
 * Sets the work of all pairs [m,K] and [K,n] of two lists of tensors, the first
 * two arguments. False: the first one is no such list.
 */
bool gemm_pairs(const struct operation *, struct work *, double out);

/* Products of 8-bit numbers are written with 16. */
static inline double
scaled_out(double e)
{
	if (e == 1)
		return 2;
	return e == 8 ? NAN : e;
}

/* The place of the next matrix among the arguments, from a place on; -1. */
int next_matrix(const struct operation *, int from);

/* The shape that two shapes make together; absent if they do not fit. */
struct shape broadcast(struct shape, struct shape);

/* The first argument with the pads, or with the new sizes, of the second. */
struct shape padded(const struct operation *);
struct shape upsampled(const struct operation *);

/*
 * How many results a reduction over the dimensions leaves that an argument
 * names, and its name.
 */
double kept(const struct operation *, int i);
struct span reduction(const struct operation *);

/* The type of an argument, or another if it has none. */
static inline struct span
type_or(const struct operation *op, int i, struct span otherwise)
{
	struct span type = type_of(op, i);

	return type.p ? type : otherwise;
}

/* Bytes by the names that operators of experts use. */
static inline double
expert_bytes(const struct operation *op, int i, double otherwise)
{
	return dtype_expert_bytes(type_of(op, i), otherwise);
}

/* N where 4-bit weights stand in 32-bit words: as many as the input's width has
 * of the first weights' last size. */
static inline double
unpacked(double n, double k_in, double stored)
{
	double times = floor(k_in / stored);

	return times > 1 ? n * times : n;
}

static inline double
least(double a, double b)
{
	return a < b ? a : b;
}

/* NAN if one of them is. */
static inline double
larger(double a, double b)
{
	return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

/* The number after a name in the backend_config of an instruction of XLA:
 * "beta":1 in JSON, mask_type = 2 in MLIR; NAN if there is none. */
double xla_setting(struct span config, const char *name);

/* The model of that name; NULL: there is none. */
const struct model *registry_find(struct span name);

/* Runs a model on an operation; NULL finds nothing. */
void registry_ask(struct operation *, const struct model *, struct work *);

/*
 * Which operator has which model, category and sheet.
 *
 * The table is common/meaning/perf-models.tsv; other tables may come before
 * it.
 */

/* Empty where the table says nothing. */
struct operator_model {
	const struct model *model;
	struct span category; /* such as GEMM or SDPA_fwd */
	struct span sheet;    /* the sheet of a report that it belongs to */
	struct span backward; /* the category of its backward pass */
	struct span unit;     /* matrix or vector: what computes it */
};

struct operators;

struct operators *operators_new(void); /* an empty table */
void operators_free(struct operators *);

/* Adds an operator unless its name is known. */
void operators_add(
    struct operators *, struct span name, const struct operator_model *);

/* Adds our table after all others. */
void operators_add_ours(struct operators *);

/*
 * An operator's entry, or NULL. The number in the names that SGLang's profiler
 * gives ("sglang_profiler::X_12") does not count.
 */
const struct operator_model *operators_find(
    const struct operators *, struct span);
