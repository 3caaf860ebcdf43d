/*
 * Matrix products: C[M,N] = A[M,K] B[K,N], perhaps a batch of them, perhaps
 * with a bias. They differ in where the operands stand and how their elements
 * are packed.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/parameter.h"

struct gemm {
	double batch, m, n, k;
	double a, b, out; /* bytes per element */
	bool bias;
	double bias_bytes; /* per element */
	double extra;      /* bytes of scales, of the whole batch */
	int at_a, at_b;    /* the arguments of the operands */
	bool many;         /* the first size is a batch */
	bool strides;      /* the operands are matrices that may be turned */
	bool three_types;
};

/* The letters of a kernel's name that say which operands are transposed:
 * hipBLASLt's Cijk_Alik_Bljk, or nvjet_..._TNT with one for each operand.
 * Neither flops nor bytes depend on them. */
static void
set_transpose(struct work *w, struct span kernel)
{
	bool a = span_has(kernel, "_Alik_"), b = span_has(kernel, "_Bjlk_");
	size_t end = kernel.n;

	if (span_starts(kernel, "nvjet")) {
		while (end && kernel.p[end - 1] != '_')
			end--;
		if (kernel.n < end + 2)
			return;
		a = kernel.p[end] == 'T';
		b = kernel.p[end + 1] == 'T';
	} else if ((!a && !span_has(kernel, "_Ailk_")) ||
	    (!b && !span_has(kernel, "_Bljk_"))) {
		return;
	}
	work_other(w, "transpose", PARAMETER_FLAGS)->word[0] =
	    span_of(a ? (b ? "[True, True]" : "[True, False]")
		      : (b ? "[False, True]" : "[False, False]"));
}

static void
set_parameters(const struct operation *op, struct work *w, const struct gemm *g)
{
	if (g->many)
		work_parameter(w, "B", g->batch);
	work_parameter(w, "M", g->m);
	work_parameter(w, "N", g->n);
	work_parameter(w, "K", g->k);
	parameter_flag(w, "bias", g->bias);
	if (g->strides) {
		parameter_stride(w, "stride_A", op, g->at_a);
		parameter_stride(w, "stride_B", op, g->at_b);
	}
	parameter_types(w, "dtype_A_B", op, g->at_a, g->at_b,
	    g->three_types ? 2 : NO_ARGUMENT);
	if (!g->many)
		work_parameter(w, "B", g->batch);
	set_transpose(w, op->kernel);
}

static void
set_gemm(const struct operation *op, struct work *w, const struct gemm *g)
{
	double bias = g->bias ? g->n * g->bias_bytes : 0;

	set_parameters(op, w, g);
	work_set(w,
	    g->batch * (2 * g->m * g->n * g->k + (g->bias ? g->m * g->n : 0)),
	    g->batch *
		    (g->m * g->k * g->a + g->k * g->n * g->b +
			g->m * g->n * g->out + bias) +
		g->extra);
}

/* A at argument i and B at argument j, not transposed, all of one type. */
static struct gemm
plain(const struct operation *op, int i, int j)
{
	double e = element(op, i);

	return (struct gemm){.batch = 1,
	    .m = size_at(op, i, -2),
	    .k = size_at(op, i, -1),
	    .n = size_at(op, j, -1),
	    .a = e,
	    .b = e,
	    .out = e,
	    .at_a = i,
	    .at_b = j,
	    .strides = true};
}

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
	    .at_b = 1};
}

void
model_mm(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 0, 1);

	set_gemm(op, w, &g);
}

void
model_addmm(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 1, 2);

	g.bias = true;
	g.bias_bytes = g.a;
	work_precision(w, op, 1);
	set_gemm(op, w, &g);
}

void
model_bmm(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 0, 1);

	g.batch = size_at(op, 0, 0);
	g.many = true;
	set_gemm(op, w, &g);
}

void
model_baddbmm(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 1, 2);

	g.batch = size_at(op, 1, 0);
	g.many = true;
	g.bias = true;
	g.bias_bytes = g.a;
	work_precision(w, op, 1);
	set_gemm(op, w, &g);
}

/* Products of 8-bit numbers are written with 16. */
static double
scaled_out(double e)
{
	if (e == 1)
		return 2;
	return e == 8 ? NAN : e;
}

void
model_scaled_mm(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 0, 1);

	g.out = scaled_out(g.a);
	g.bias = arguments_count(&op->args) == 3;
	g.bias_bytes = g.a;
	set_gemm(op, w, &g);
}

/* The linear layers of Transformer Engine. */
void
model_te_linear(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 0, 1);

	g.out = 2;
	if (!span_equal(
		arguments_type(&op->args, 0), arguments_type(&op->args, 1)))
		g.a = NAN;
	set_gemm(op, w, &g);
}

void
model_te_gemm(const struct operation *op, struct work *w)
{
	bool a_first = arguments_says(&op->args, 4, "1");
	bool b_last = arguments_says(&op->args, 9, "1");
	struct gemm g = {.batch = 1,
	    .m = size_at(op, 0, a_first ? 0 : 1),
	    .k = size_at(op, 0, a_first ? 1 : 0),
	    .n = size_at(op, 5, b_last ? 1 : 0),
	    .a = element(op, 0),
	    .b = element(op, 5),
	    .out = element(op, 10),
	    .at_b = 5,
	    .bias = arguments_value(&op->args, 14).n > 0,
	    .bias_bytes = element(op, 18)};

	set_gemm(op, w, &g);
}

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
void
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
	set_gemm(op, w, &g);
}

void
model_gemm_unquantized(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.bias = is_tensor(op, 2);
	g.bias_bytes = element(op, 2);
	g.out = g.bias ? g.bias_bytes : g.b;
	g.three_types = true;
	set_gemm(op, w, &g);
}

void
model_gemm_a16w16(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.bias = is_tensor(op, 2);
	g.bias_bytes = element(op, 2);
	g.out = g.a;
	set_gemm(op, w, &g);
}

void
model_gemm_a16w16_atomic(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.out = known_or(element(op, 3), 2);
	set_gemm(op, w, &g);
}

void
model_gemm_a16w16_asm(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.out = known_or(element(op, 2), g.a);
	set_gemm(op, w, &g);
}

void
model_gemm_a8w8(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.out = 2;
	set_gemm(op, w, &g);
}

/* Two numbers of 4 bits are one element. */
void
model_gemm_afp4wfp4(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.k *= 2;
	g.a = g.b = 0.5;
	g.out = 2;
	w->precision = "fp4";
	set_gemm(op, w, &g);
}

/* Packed in pairs, one scale for 32 numbers of a row. */
static void
set_mxfp4(const struct operation *op, struct work *w, struct gemm *g,
    double scale_a, double scale_b)
{
	g->a /= 2;
	g->b /= 2;
	g->out = 2;
	g->extra = (g->m * known_or(scale_a, 1) + g->n * known_or(scale_b, 1)) *
	    ceil(g->k / 32);
	set_gemm(op, w, g);
}

void
model_gemm_a4w4(const struct operation *op, struct work *w)
{
	struct gemm g = with_weights(op);

	g.k *= 2;
	set_mxfp4(op, w, &g, element(op, 2), element(op, 3));
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
	    .at_b = b};
}

void
model_hipblaslt_fp8(const struct operation *op, struct work *w)
{
	struct gemm g = hipblaslt(op);

	g.out = element(op, 0) == 1 ? 2 : element(op, 0);
	set_gemm(op, w, &g);
}

void
model_hipblaslt_fp4(const struct operation *op, struct work *w)
{
	struct gemm g = hipblaslt(op);

	g.k *= 2;
	set_mxfp4(op, w, &g, element(op, 1), element(op, 3));
}

void
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
	    .many = true};

	w->precision = "fp4";
	set_gemm(op, w, &g);
}

/* The batch is the first or the second size of A. */
void
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
	    .many = true};

	work_precision(w, op, 1);
	set_gemm(op, w, &g);
}

/* Two lists of pairs [m,K] and [K,n]: the work of all of them. */
static void
set_pairs(const struct operation *op, struct work *w)
{
	double flops = 0, bytes = 0, e = element(op, 0);
	int n = arguments_tensors(&op->args, 0);

	for (int i = 0; i < n; i++) {
		struct shape a = arguments_tensor(&op->args, 0, i);
		struct shape b = arguments_tensor(&op->args, 1, i);
		double m = shape_at(&a, 0), k = shape_at(&a, 1);
		double columns = shape_at(&b, 1);

		flops += 2 * m * k * columns;
		bytes += (m * k + k * columns + m * columns) * e;
	}
	work_parameter(w, "G", n);
	work_set(w, flops, bytes);
}

/* The weights of all experts stand as [G,K,N] or [G,N,K]. */
void
model_grouped_gemm(const struct operation *op, struct work *w)
{
	double m = size_at(op, 0, 0), k = size_at(op, 0, 1);
	double groups = size_at(op, 1, 0);
	double n = size_at(op, 1, size_at(op, 1, 1) == k ? 2 : 1);
	double e = element(op, 0), out = known_or(element(op, 1), e);

	if (arguments_tensors(&op->args, 0)) {
		set_pairs(op, w);
		return;
	}
	work_parameter(w, "G", groups);
	work_parameter(w, "M", m);
	work_parameter(w, "N", n);
	work_parameter(w, "K", k);
	work_set(w, 2 * m * k * n, (m * k + groups * k * n) * e + m * n * out);
}

void
model_grouped_gemm_variable_k(const struct operation *op, struct work *w)
{
	struct gemm g = plain(op, 0, 1);

	if (arguments_tensors(&op->args, 0))
		set_pairs(op, w);
	else
		set_gemm(op, w, &g);
}
