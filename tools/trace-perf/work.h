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
#pragma once

#include <math.h>
#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/meaning/engine_annotation.h"

/* How large the elements of a tensor are, and their precision. */

/*
 * Bytes per element of a type as PyTorch records it ("c10::BFloat16", "float",
 * "long int") or XLA ("bf16"); a packed pair of 4-bit numbers counts as one
 * byte. NAN: unknown. `reference` leaves out the types that TraceLens does not
 * know.
 */
double dtype_element_bytes(struct span type, bool reference);

/* The same by the names that expert layers use; 4-bit numbers are half a byte.
 */
double dtype_expert_bytes(struct span type, double otherwise);

/* "bf16", "fp8", ...; NULL where there is no rate for such numbers, or
 * TraceLens knows none. */
const char *dtype_precision(struct span type, bool reference);

/*
 * An operator's arguments, as profilers record them.
 *
 * Three lists stand for the arguments one by one: their shapes
 * ([[8, 4], [4, 2], []]), their types (["float", "float", "Scalar"]) and the
 * values of those that are no tensors (["", "", "1"]). Strings may be quoted
 * as JSON or as Python does it. Whatever is missing or malformed reads as
 * absent: an operator has no figures then, and that is no error.
 */

/* More than any operator has; what is beyond reads as absent. */
enum { ARGUMENTS_MOST = 128, SHAPE_MOST = 16 };

/* The sizes of a tensor, or any list of whole numbers. */
struct shape {
	int n; /* how many; -1: absent */
	double size[SHAPE_MOST];
};

/* One of the lists: its items, which point into the text that was read. */
struct items {
	struct span item[ARGUMENTS_MOST]; /* without their quotes */
	int n;
};

struct arguments {
	struct items dims, types, values;
};

/* Reads the three texts, which must live as long as the arguments are used. */
void arguments_read(struct arguments *, struct span dims, struct span types,
    struct span values);

/* A list of whole numbers, without its brackets; absent if one is less. */
struct shape arguments_numbers(struct span list, double least);

/* The i-th item in the text of a list, nothing if there is none; as a shape. */
struct span arguments_item_of(struct span list, int i);
struct shape arguments_shape_of(struct span list, int i);

/* All sizes multiplied; 1 for a scalar, NAN for an absent shape. */
double shape_product(struct shape);

/* The size at a place, from 0; a negative one counts from the end: -1 is the
 * last. NAN where there is none. */
double shape_at(struct shape, int place);

/* An instruction in HLO; empty texts in other traces. */
struct xla_operation {
	struct span dims, types; /* lists, of what it gives */
	struct span shape;  /* the same as HLO writes it, with its layout */
	struct span config; /* backend_config: JSON, or attributes of MLIR */
	struct span labels; /* which dimension is what in a convolution */
	struct span dot;    /* of a fusion, the product in it: see hlo.h */
};

/* The input of a model. */
struct operation {
	struct span name;
	const char *model; /* the name of the model that is asked */
	struct arguments args;
	struct span strides;     /* the list of them, or empty */
	struct span kernel;      /* its first kernel's name; empty: not known */
	struct step_tokens step; /* the step of inference that it belongs to */
	double experts_per_token; /* NAN: not known */
	bool gated;               /* the first GEMM of its experts */
	struct xla_operation xla;
	bool reference;
};

enum { PARAMETERS_MOST = 24, WORDS_MOST = 3, FUSED_MOST = 1024 };

/* The place of an argument that is not there. */
enum { ABSENT = -1 };

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
	const struct operation *operands;
};

/* The output of a model. */
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

/* The shape of the i-th argument, from 0; sizes are 0 or above and below 2^53.
 */
struct shape shape_of(const struct operation *, int i);

/* Of an argument that is a list of tensors: how many, and the k-th shape. */
int tensors_of(const struct operation *, int i);
struct shape tensor_of(const struct operation *, int i, int k);

/* Its type and value; nothing where there is none. */
struct span type_of(const struct operation *, int i);
struct span value_of(const struct operation *, int i);

/* Its value is this word, as "True". */
bool says(const struct operation *, int i, const char *word);

/* Its value is a list, as [True, False, True], whose k-th word is True. */
bool wants(const struct operation *, int i, int k);

/* Its value as a number, or what to take where there is none. */
double number_of(const struct operation *, int i, double otherwise);

/* Its value as numbers: "[2, 2]", or "2", which is a list of one. */
struct shape numbers_of(const struct operation *, int i);

/* These numbers multiplied. */
static inline double
list_of(const struct operation *op, int i)
{
	return shape_product(numbers_of(op, i));
}

/* Bytes of an element of the i-th argument. */
static inline double
element(const struct operation *op, int i)
{
	return dtype_element_bytes(type_of(op, i), op->reference);
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
	return shape_at(shape_of(op, i), place);
}

static inline double
elements(const struct operation *op, int i)
{
	return shape_product(shape_of(op, i));
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
void work_parameter(struct work *, const char *name, double value);

/* The precision is that of the i-th argument; it is the first one's unless
 * a model says so. */
static inline void
work_precision(struct work *w, const struct operation *op, int i)
{
	w->type = type_of(op, i);
}

/*
 * The sizes and settings that an operator's model goes by, under
 * the names that TraceLens gives them.
 */

void parameter_flag(struct work *, const char *name, bool);
void parameter_real(struct work *, const char *name, double);

/* A list of whole numbers; none if it is absent. */
void parameter_shape(struct work *, const char *name, struct shape);

/* How far apart the elements of the i-th argument lie in each dimension. */
void parameter_stride(
    struct work *, const char *name, const struct operation *, int i);

/* A word; none where p is NULL. */
void parameter_word(struct work *, const char *name, struct span);

/* A list of two or three words. */
void parameter_words(
    struct work *, const char *name, int n, const struct span *words);

/* Shape and type of each argument that is a tensor; valid as long as the
 * operation is. */
void parameter_operands(struct work *, const char *, const struct operation *);

/* A list such as [True, False], as it is. */
void parameter_flags(struct work *, const char *name, struct span);

/* Appends all of them as an object of JSON; nothing where there is none. */
void parameters_print(struct buf *, const struct work *);
