/*
 * Layers of experts: each of M tokens goes through k of E experts, of K inputs
 * and N inner columns. An expert's weights are read when a token chose it: if
 * tokens choose evenly, E (1 - ((E - k) / E)^M) of them are.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

struct experts {
	double m, k_in, n, count, chosen;
	double in, weight, out; /* bytes per element */
	bool gated;             /* the first GEMM makes a gate, too */
	struct span in_type, weight_type;
};

static double
touched(const struct experts *x)
{
	if (x->chosen > x->count)
		return NAN;
	return x->count * (1 - pow((x->count - x->chosen) / x->count, x->m));
}

static void
set_parameters(struct work *w, const struct experts *x)
{
	work_parameter(w, "num_tokens", x->m);
	work_parameter(w, "hidden_dim", x->k_in);
	work_parameter(w, "inter_dim", x->n);
	work_parameter(w, "num_experts", x->count);
	work_parameter(w, "topk", x->chosen);
	parameter_flag(w, "gated", x->gated);
	parameter_word(w, "input_dtype", x->in_type);
	parameter_word(w, "weight_dtype", x->weight_type);
}

static void
set_up(struct work *w, const struct experts *x)
{
	double g = x->gated ? 2 : 1;

	set_parameters(w, x);
	work_set(w, 2 * x->m * x->k_in * x->n * x->chosen * g,
	    x->m * x->k_in * x->in +
		touched(x) * g * x->k_in * x->n * x->weight +
		x->m * x->n * x->chosen * x->out);
}

static void
set_down(struct work *w, const struct experts *x)
{
	set_parameters(w, x);
	work_set(w, 2 * x->m * x->n * x->k_in * x->chosen,
	    x->m * x->n * x->chosen * x->in +
		touched(x) * x->n * x->k_in * x->weight +
		x->m * x->k_in * x->out);
}

/* Both in one kernel, with the weighted sum after them. */
static void
set_fused(struct work *w, const struct experts *x)
{
	double g = x->gated ? 2 : 1;
	double product = 2 * x->m * x->k_in * x->n * x->chosen;

	set_parameters(w, x);
	work_set(w,
	    product * g + product + x->m * x->k_in * (2 * x->chosen - 1),
	    x->m * x->k_in * x->in +
		touched(x) * x->n * x->k_in * x->weight * (g + 1) +
		x->m * x->k_in * x->out);
}

/* Bytes by the names that these operators use. */
static double
expert_bytes(const struct operation *op, int i, double otherwise)
{
	return dtype_expert_bytes(arguments_type(&op->args, i), otherwise);
}

/* The types of the inputs and of the weights, which stand at these arguments.
 */
static void
set_types(struct experts *x, const struct operation *op, int in, int weight,
    double otherwise)
{
	x->in_type = arguments_type(&op->args, in);
	x->weight_type = arguments_type(&op->args, weight);
	x->in = expert_bytes(op, in, otherwise);
	x->weight = expert_bytes(op, weight, 1);
}

/* N where 4-bit weights stand in 32-bit words: as many as the input's width has
 * of the first weights' last size. */
static double
unpacked(double n, double k_in, double stored)
{
	double times = floor(k_in / stored);

	return times > 1 ? n * times : n;
}

/* Tokens, the two weights at arguments 1 and 2, the choice at 3. */
static struct experts
one_stage(const struct operation *op)
{
	double n = size_at(op, 2, 2), k_in = size_at(op, 2, 1);
	struct experts x = {.m = size_at(op, 0, 0),
	    .k_in = k_in,
	    .count = size_at(op, 1, 0),
	    .chosen = size_at(op, 3, 1)};

	set_types(&x, op, 0, 1, 2);
	x.out = x.in;
	x.n = unpacked(n, k_in, size_at(op, 1, -1));
	x.gated = size_at(op, 1, 1) == 2 * x.n;
	return x;
}

static void
model_experts(const struct operation *op, struct work *w)
{
	struct experts x = one_stage(op);

	set_fused(w, &x);
}

static void
model_experts_up(const struct operation *op, struct work *w)
{
	struct experts x = one_stage(op);

	work_precision(w, op, 1);
	set_up(w, &x);
}

static void
model_experts_down(const struct operation *op, struct work *w)
{
	struct experts x = one_stage(op);

	work_precision(w, op, 1);
	set_down(w, &x);
}

/* The output comes first; inputs and weights are quantised. */
static void
model_experts_quantised(const struct operation *op, struct work *w)
{
	double n = size_at(op, 3, 2), k_in = size_at(op, 3, 1);
	struct experts x = {.m = size_at(op, 0, 0),
	    .k_in = k_in,
	    .n = unpacked(n, k_in, size_at(op, 2, -1)),
	    .count = size_at(op, 2, 0),
	    .chosen = arguments_number(&op->args, 8, NAN),
	    .out = expert_bytes(op, 0, 2)};

	set_types(&x, op, 1, 2, 1);
	x.gated = size_at(op, 2, 1) == 2 * x.n;
	work_precision(w, op, 1);
	set_fused(w, &x);
}

static void
model_experts_cktile_up(const struct operation *op, struct work *w)
{
	double n = size_at(op, 2, 2), rows = size_at(op, 1, 1);
	struct experts x = {.m = size_at(op, 0, 0),
	    .k_in = size_at(op, 0, 1),
	    .n = n,
	    .count = size_at(op, 1, 0),
	    .chosen = size_at(op, 2, 1),
	    .out = expert_bytes(op, 2, 2),
	    .gated = rows == 2 * n};

	set_types(&x, op, 0, 1, 2);
	set_up(w, &x);
}

/* Tokens as [M, k, N], weights as [E, K, ...], which stand at `weights`. */
static struct experts
second_stage(const struct operation *op, int weights)
{
	struct experts x = {.m = size_at(op, 0, 0),
	    .chosen = size_at(op, 0, 1),
	    .n = size_at(op, 0, 2),
	    .count = size_at(op, weights, 0),
	    .k_in = size_at(op, weights, 1)};

	set_types(&x, op, 0, weights, 2);
	return x;
}

static void
model_experts_cktile_down(const struct operation *op, struct work *w)
{
	struct experts x = second_stage(op, 1);

	x.out = expert_bytes(op, 2, 2);
	set_down(w, &x);
}

static void
model_experts_ck_up(const struct operation *op, struct work *w)
{
	double k_in = size_at(op, 0, 1);
	struct experts x = {.m = size_at(op, 0, 0),
	    .k_in = k_in,
	    .n = unpacked(size_at(op, 2, 2), k_in, size_at(op, 1, -1)),
	    .count = size_at(op, 1, 0),
	    .chosen = size_at(op, 6, 1)};

	set_types(&x, op, 0, 1, 2);
	x.out = x.in;
	x.gated = size_at(op, 1, 1) == 2 * x.n;
	set_up(w, &x);
}

static void
model_experts_ck_down(const struct operation *op, struct work *w)
{
	struct experts x = second_stage(op, 2);

	x.out = x.in;
	set_down(w, &x);
}

/* The weights' type is a part of the kernel's name. */
static void
read_triton_weights(
    const struct operation *op, struct experts *x, struct work *w)
{
	x->weight = x->in;
	if (span_has(op->kernel, "fp4")) {
		x->weight = 0.5;
		x->weight_type = span_of("FP4");
		w->precision = "fp4";
	} else if (span_has(op->kernel, "fp8") ||
	    span_has(op->kernel, "e4m3")) {
		x->weight = 1;
		x->weight_type = span_of("FP8");
		w->precision = "fp8";
	}
}

/* The shape of the weights is not recorded: TraceLens takes N for K. */
static struct experts
triton(const struct operation *op, struct work *w)
{
	double k_in = size_at(op, 0, 1);
	struct experts x = {.m = size_at(op, 0, 0),
	    .k_in = k_in,
	    .n = op->reference ? k_in : NAN,
	    .count = size_at(op, 1, 1),
	    .chosen = op->experts_per_token,
	    .gated = op->gated,
	    .in_type = arguments_type(&op->args, 0),
	    .in = expert_bytes(op, 0, 2)};

	x.out = x.in;
	read_triton_weights(op, &x, w);
	return x;
}

static void
model_experts_triton_up(const struct operation *op, struct work *w)
{
	struct experts x = triton(op, w);

	set_up(w, &x);
}

static void
model_experts_triton_down(const struct operation *op, struct work *w)
{
	struct experts x = triton(op, w);

	set_down(w, &x);
}

/* Weights of 4 bits, eight in a word. */
static struct experts
packed(const struct operation *op)
{
	struct experts x = {.m = size_at(op, 0, 0),
	    .k_in = size_at(op, 0, 1),
	    .chosen = size_at(op, 4, 1),
	    .in_type = arguments_type(&op->args, 0),
	    .in = expert_bytes(op, 0, 2),
	    .weight_type = arguments_type(&op->args, 1),
	    .weight = 0.5,
	    .gated = op->gated};

	x.out = x.in;
	return x;
}

static void
model_experts_packed_up(const struct operation *op, struct work *w)
{
	struct experts x = packed(op);

	x.count = size_at(op, 1, 0);
	x.n = size_at(op, 1, 1) / (x.gated ? 2 : 1);
	set_up(w, &x);
}

static void
model_experts_packed_down(const struct operation *op, struct work *w)
{
	struct experts x = packed(op);

	x.count = size_at(op, 2, 0);
	x.n = 2 * size_at(op, 2, 2);
	set_down(w, &x);
}

/* One GEMM for each expert, over M tokens of k copies. */
static void
model_experts_gemm(const struct operation *op, struct work *w)
{
	struct experts x = {.m = size_at(op, 8, 0),
	    .chosen = size_at(op, 8, 1),
	    .count = size_at(op, 1, 0),
	    .n = size_at(op, 1, 1),
	    .k_in = size_at(op, 1, 2)};
	double rows = x.m * x.chosen;

	set_types(&x, op, 0, 1, 2);
	x.out = expert_bytes(op, 3, x.in);
	set_parameters(w, &x);
	work_precision(w, op, 1);
	work_set(w, 2 * rows * x.n * x.k_in,
	    rows * x.k_in * x.in + touched(&x) * x.n * x.k_in * x.weight +
		rows * x.n * x.out);
}

/* Choosing and sorting: at least one operation for each of the largest operand,
 * and all operands once. */
static void
model_experts_routing(const struct operation *op, struct work *w)
{
	double most = NAN, bytes = 0;

	parameter_operands(w, "operands", op);
	for (int i = 0; i < arguments_count(&op->args); i++) {
		double n = elements(op, i), e = element(op, i);

		most = isnan(n) ? most : fmax(known_or(most, 0), n);
		bytes += isnan(n) || isnan(e) ? 0 : n * e;
	}
	work_set(w, most, bytes);
}

static void
model_experts_append(const struct operation *op, struct work *w)
{
	parameter_shape(w, "shape_in1", shape_of(op, 0));
	parameter_shape(w, "shape_in2", shape_of(op, 1));
	parameter_types(w, "dtype_in1_in2_out", op, 0, 1, 1);
	parameter_stride(w, "stride_input1", op, ABSENT);
	parameter_stride(w, "stride_input2", op, ABSENT);
	parameter_stride(w, "stride_output", op, ABSENT);
	work_precision(w, op, 1);
	work_set(w, elements(op, 0),
	    2 *
		(elements(op, 0) * element(op, 0) +
		    elements(op, 1) * element(op, 1)));
}

static void
model_experts_topk_softplus(const struct operation *op, struct work *w)
{
	double m = size_at(op, 2, 0), count = size_at(op, 2, 1);

	double chosen = size_at(op, 0, 1);

	work_parameter(w, "M", m);
	work_parameter(w, "n", 1);
	work_parameter(w, "C", count);
	work_parameter(w, "E", count);
	work_parameter(w, "topk", chosen);
	parameter_type(w, "dtype_in", op, 2);
	work_precision(w, op, 2);
	work_set(w, 6 * m * count,
	    m * count * element(op, 2) + 4 * count + 8 * m * chosen);
}

static void
model_experts_exchange(const struct operation *op, struct work *w)
{
	double tokens = size_at(op, 0, 0), width = size_at(op, 0, 1);

	work_parameter(w, "num_tokens", tokens);
	work_parameter(w, "hidden_dim", width);
	work_parameter(w, "bpe", element(op, 0));
	w->no_rate = true;
	work_set_both(w, 0, tokens * width * element(op, 0));
}

const struct model experts_models[] = {
    {"experts", model_experts, "2332"},
    {"experts_append", model_experts_append, ""},
    {"experts_ck_down", model_experts_ck_down, "3.3"},
    {"experts_ck_up", model_experts_ck_up, "2.3"},
    {"experts_cktile_down", model_experts_cktile_down, "33"},
    {"experts_cktile_up", model_experts_cktile_up, "233"},
    {"experts_down", model_experts_down, "2332"},
    {"experts_exchange", model_experts_exchange, "+"},
    {"experts_gemm", model_experts_gemm, "23......2"},
    {"experts_packed_down", model_experts_packed_down, "2.3"},
    {"experts_packed_up", model_experts_packed_up, "23"},
    {"experts_quantised", model_experts_quantised, "2.33"},
    {"experts_routing", model_experts_routing, ""},
    {"experts_topk_softplus", model_experts_topk_softplus, "2.2"},
    {"experts_triton_down", model_experts_triton_down, "22"},
    {"experts_triton_up", model_experts_triton_up, "22"},
    {"experts_up", model_experts_up, "2332"},
    {0},
};
