/*
 * work - how much an operator computes and moves, by its arguments.
 *
 * A model is a function from an operator's arguments to its floating point
 * operations and the bytes that it must at least read and write. The formulas
 * are TraceLens's (AMD-AGI/TraceLens, revision 171dd747); where these are
 * wrong, models count what is right, unless `reference` asks for the same
 * numbers. trace-perf(1) lists the differences.
 *
 * Numbers are doubles: exact below 2^53, rounded to 53 bits beyond. NAN is
 * unknown, and what is computed from it is unknown, too.
 */
#ifndef TOOLS_TRACE_PERF_WORK_H
#define TOOLS_TRACE_PERF_WORK_H

#include <math.h>
#include <stdbool.h>

#include "common/bytes/span.h"
#include "tools/trace-perf/arguments.h"

/*
 * How many tokens a step of inference attends to, as the engine's annotation
 * says.
 *
 * Requests of a step either read their prompt (context) or make one token after
 * another (generation). For each of both: the sums over the requests of query
 * tokens (sq), of key tokens (sk), and of the products sq * sq and sq * sk.
 *
 *	vLLM: execute_24_context_2(sq..sk..sqsq..sqsk..)_generation_22(...)
 *	SGLang: step[DECODE bs=.. toks=.. c_sq=.. ... g_sqsk=..]
 *	ATOM: prefill[... sq=..] or decode[... bs= tok= sk= sqsq= sqsk=]
 */

struct tokens {
	double sq, sk, sqsq, sqsk;
};

/* NAN in all of them: the annotation does not say. */
struct step {
	struct tokens context, generation;
};

/* Reads annotations with ';' between them, the outermost first: engines nest
 * those of a step. The first that says anything counts. */
struct step step_read(struct span path);

/* What HLO says of an instruction; empty texts in other traces. */
struct xla_operation {
	struct span call; /* custom_call_target, fusion(dot), or opcode */
	struct span dims, types; /* lists, of what it gives */
	struct span shape;  /* the same as HLO writes it, with its layout */
	struct span config; /* backend_config: JSON, or attributes of MLIR */
	struct span labels; /* which dimension is what in a convolution */
	struct span dot;    /* of a fusion, the product in it: see hlo.h */
};

/* What a model is told. */
struct operation {
	struct span name;
	const char *model; /* the name of the model that is asked */
	struct arguments args;
	struct span strides; /* the list of them, or empty */
	struct span kernel;  /* its first kernel's name; empty: not known */
	struct step step;    /* the step of inference that it belongs to */
	double experts_per_token; /* NAN: not known */
	bool gated;               /* the first GEMM of its experts */
	struct xla_operation xla;
	bool reference;
};

enum { PARAMETERS_MOST = 24, WORDS_MOST = 3, FUSED_MOST = 1024 };

/* A size or setting by its name in the model, as M or stride_A. */
struct parameter {
	const char *name;
	enum {
		PARAMETER_NUMBER,
		PARAMETER_REAL, /* a number that may have a fraction */
		PARAMETER_FLAG,
		PARAMETER_SHAPE,
		PARAMETER_FLAGS, /* a list of them */
		PARAMETER_WORD,
		PARAMETER_WORDS, /* a list of them */
		PARAMETER_OPERANDS
	} kind;
	double value;
	struct shape shape;
	struct span word[WORDS_MOST]; /* p is NULL where there is none */
	int words;
	const struct arguments *operands;
};

/* What a model finds. */
struct work {
	double flops, bytes;           /* NAN: unknown */
	double flops_back, bytes_back; /* of its backward pass */
	struct span type;              /* the operand whose precision counts */
	const char *precision;  /* it, where the type does not tell; or NULL */
	bool no_rate;           /* no peak rate holds for it */
	char fused[FUSED_MOST]; /* the operators in one kernel, for a parameter
				 */
	int parameters;
	struct parameter parameter[PARAMETERS_MOST];
};

typedef void model_function(const struct operation *, struct work *);

static inline struct shape
shape_of(const struct operation *op, int i)
{
	return arguments_shape(&op->args, i);
}

/* Bytes of an element of the i-th argument. */
static inline double
element(const struct operation *op, int i)
{
	return dtype_element_bytes(arguments_type(&op->args, i), op->reference);
}

/* The first number, or the second if that is unknown. */
static inline double
known_or(double value, double otherwise)
{
	return isnan(value) ? otherwise : value;
}

/* Has the i-th argument a shape, that is: is it a tensor and no scalar? */
static inline bool
is_tensor(const struct operation *op, int i)
{
	return shape_of(op, i).n > 0;
}

static inline double
size_at(const struct operation *op, int i, int place)
{
	struct shape s = shape_of(op, i);

	return shape_at(&s, place);
}

static inline double
elements(const struct operation *op, int i)
{
	struct shape s = shape_of(op, i);

	return shape_product(&s);
}

/* The size of a row of n elements; unknown where rows are not all whole. */
static inline double
work_row(double n, double size)
{
	return fmod(n, size) == 0 ? size : NAN;
}

static inline void
work_set(struct work *w, double flops, double bytes)
{
	w->flops = flops;
	w->bytes = bytes;
}

/* For operators that are themselves a backward pass. */
static inline void
work_set_both(struct work *w, double flops, double bytes)
{
	w->flops = w->flops_back = flops;
	w->bytes = w->bytes_back = bytes;
}

/* A size by its name in the model, such as M; unknown ones are left out. */
static inline void
work_parameter(struct work *w, const char *name, double value)
{
	if (!isfinite(value) || w->parameters == PARAMETERS_MOST)
		return;
	w->parameter[w->parameters++] =
	    (struct parameter){.name = name, .value = value};
}

/* Other kinds: as they are in the operator's arguments; see parameter.h. */
static inline struct parameter *
work_other(struct work *w, const char *name, int kind)
{
	int i = w->parameters;

	if (i == PARAMETERS_MOST)
		return &w->parameter[i - 1];
	w->parameter[i] = (struct parameter){.name = name};
	w->parameter[i].kind = kind;
	w->parameters++;
	return &w->parameter[i];
}

/* The precision is that of the i-th argument; it is the first one's unless
 * a model says so. */
static inline void
work_precision(struct work *w, const struct operation *op, int i)
{
	w->type = arguments_type(&op->args, i);
}

#endif
