/*
 * Matrix products of the libraries that serve models, AITER and hipBLASLt:
 * mostly of quantised weights, with scales.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* The weights stand as [N, K]; each operand has its own type. */
static struct gemm
with_weights(const struct operation *op)
{
	return (struct gemm){.batch = 1,
	    .m = size_at(op, 0, 0),
	    .k = size_at(op, 0, 1),
	    .n = size_at(op, 1, 0),
	    .a = element(op, 0),
	    .b = element(op, 1),
	    .at_b = 1,
	    .many = true};
}

static const char bf16[] = "c10::bfloat16";

/* The place of the next matrix among the arguments, from a place on; -1. */
static int
next_matrix(const struct operation *op, int from)
{
	for (int i = from; i < arguments_count(&op->args); i++)
		if (shape_of(op, i).n == 2)
			return i;
	return -1;
}

/* The weights are packed: they take the bytes of their own shape and type. */
static void
model_gemm_dynamic_quant(const struct operation *op, struct work *w)
{
	int x = next_matrix(op, 0), weights = next_matrix(op, x + 1);
	double e = element(op, 0);
	struct gemm g = {.batch = 1,
	    .m = size_at(op, x, 0),
	    .k = size_at(op, x, 1),
	    .n = size_at(op, weights, 0),
	    .a = e,
	    .b = e,
	    .out = e,
	    .at_a = x,
	    .at_b = weights};

	if (!op->reference) {
		g.b = 0;
		g.extra = elements(op, weights) * element(op, weights);
	}
	gemm_set(op, w, &g);
}

static void
model_gemm_unquantized(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.bias = is_tensor(op, 2);
	g.bias_bytes = element(op, 2);
	g.out = g.bias ? g.bias_bytes : g.b;
	g.third = arguments_type(&op->args, 2);
	if (!g.third.p)
		g.third = span_of("");
	g.many = false;
	gemm_set(op, w, &g);
}

static void
model_gemm_a16w16(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.bias = is_tensor(op, 2);
	g.bias_bytes = element(op, 2);
	g.out = g.a;
	g.third = arguments_type(&op->args, 0);
	gemm_set(op, w, &g);
}

static void
model_gemm_a16w16_atomic(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.out = known_or(element(op, 3), 2);
	g.third = arguments_type(&op->args, 3);
	if (!g.third.p)
		g.third = span_of(bf16);
	gemm_set(op, w, &g);
}

static void
model_gemm_a16w16_asm(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.out = known_or(element(op, 2), g.a);
	g.third = arguments_type(&op->args, isnan(element(op, 2)) ? 0 : 2);
	gemm_set(op, w, &g);
}

static void
model_gemm_a8w8(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.out = 2;
	g.third = span_of(bf16);
	g.blocks = arguments_count(&op->args) > 3;
	gemm_set(op, w, &g);
}

/* Two numbers of 4 bits are one element. */
static void
model_gemm_afp4wfp4(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.k *= 2;
	g.a = g.b = 0.5;
	g.out = 2;
	g.third = span_of(bf16);
	w->precision = "fp4";
	gemm_set(op, w, &g);
}

/* Packed in pairs, one scale for 32 numbers of a row. */
static void
set_mxfp4(const struct operation *op, struct work *w, struct gemm *g)
{
	double scale_a = known_or(element(op, g->scales[0]), 1);
	double scale_b = known_or(element(op, g->scales[1]), 1);

	g->a /= 2;
	g->b /= 2;
	g->out = 2;
	g->many = false;
	g->strides = true;
	g->extra = (g->m * scale_a + g->n * scale_b) * ceil(g->k / 32);
	gemm_set(op, w, g);
}

static void
model_gemm_a4w4(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.k *= 2;
	g.scales[0] = 2;
	g.scales[1] = 3;
	set_mxfp4(op, w, &g);
}

/* Which operands are transposed is told by values; a transposed result is the
 * product of the operands in the other order. */
static struct gemm
hipblaslt(const struct operation *op)
{
	bool a_turned = arguments_says(&op->args, 5, "True");
	bool b_turned = arguments_says(&op->args, 6, "True");
	bool swapped = arguments_says(&op->args, 7, "True");
	int a = swapped ? 2 : 0, b = swapped ? 0 : 2;
	bool old_a = a_turned;

	if (swapped) {
		a_turned = !b_turned;
		b_turned = !old_a;
	}
	return (struct gemm){.batch = 1,
	    .m = size_at(op, a, a_turned ? 1 : 0),
	    .k = size_at(op, a, a_turned ? 0 : 1),
	    .n = size_at(op, b, b_turned ? 0 : 1),
	    .a = element(op, a),
	    .b = element(op, b),
	    .at_a = a,
	    .at_b = b,
	    .strides = true,
	    .scales = {1, 3}};
}

static void
model_hipblaslt_fp8(const struct operation *op, struct work *w)
{
	struct gemm g = hipblaslt(op);

	g.out = element(op, 0) == 1 ? 2 : element(op, 0);
	gemm_set(op, w, &g);
}

static void
model_hipblaslt_fp4(const struct operation *op, struct work *w)
{
	struct gemm g = hipblaslt(op);

	g.k *= 2;
	set_mxfp4(op, w, &g);
}

static void
model_batched_a16wfp4(const struct operation *op, struct work *w)
{
	struct gemm g = {.batch = size_at(op, 0, 0),
	    .m = size_at(op, 0, 1),
	    .k = size_at(op, 0, 2),
	    .n = size_at(op, 1, 1),
	    .a = element(op, 0),
	    .b = 0.5,
	    .out = 2,
	    .at_b = 1,
	    .third = span_of(bf16),
	    .many = true};

	w->precision = "fp4";
	gemm_set(op, w, &g);
}

/* The batch is the first or the second size of A. */
static void
model_batched_a8w8(const struct operation *op, struct work *w)
{
	double batch = size_at(op, 1, 0);
	struct gemm g = {.batch = batch,
	    .m = size_at(op, 0, size_at(op, 0, 0) == batch ? 1 : 0),
	    .k = size_at(op, 0, 2),
	    .n = size_at(op, 1, 1),
	    .a = element(op, 0),
	    .b = element(op, 1),
	    .out = 2,
	    .at_b = 1,
	    .third = span_of(bf16),
	    .many = true};

	work_precision(w, op, 1);
	gemm_set(op, w, &g);
}

const struct model gemm_inference_models[] = {
    {"batched_a16wfp4", model_batched_a16wfp4, "33"},
    {"batched_a8w8", model_batched_a8w8, "33"},
    {"gemm_a16w16", model_gemm_a16w16, "22"},
    {"gemm_a16w16_asm", model_gemm_a16w16_asm, "22"},
    {"gemm_a16w16_atomic", model_gemm_a16w16_atomic, "22"},
    {"gemm_a4w4", model_gemm_a4w4, "22"},
    {"gemm_a8w8", model_gemm_a8w8, "22"},
    {"gemm_afp4wfp4", model_gemm_afp4wfp4, "22"},
    {"gemm_dynamic_quant", model_gemm_dynamic_quant, ""},
    {"gemm_unquantized", model_gemm_unquantized, "22"},
    {"hipblaslt_fp4", model_hipblaslt_fp4, "2.2"},
    {"hipblaslt_fp8", model_hipblaslt_fp8, "2.2"},
    {0},
};
