/*
 * Matrix products: C[M,N] = A[M,K] B[K,N], perhaps a batch of them, perhaps
 * with a bias. They differ in where the operands stand and how their elements
 * are packed.
 */
#include "common/meaning/kname.h"
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* Neither flops nor bytes depend on it. */
static void
set_transpose(struct work *w, struct span kernel)
{
	bool turned[2];

	if (!kname_transposed(kernel, turned))
		return;
	work_other(w, "transpose", PARAMETER_FLAGS)->word[0] = span_of(turned[0]
		? (turned[1] ? "[True, True]" : "[True, False]")
		: (turned[1] ? "[False, True]" : "[False, False]"));
}

/* How many columns of A and rows of B share a scale. */
static void
set_blocks(const struct operation *op, struct work *w, const struct gemm *g)
{
	parameter_word(w, "quant_scheme", span_of("a8w8_blockscale"));
	parameter_word(w, "quant_granularity", span_of("per_block"));
	work_parameter(w, "block_k", ceil(g->k / size_at(op, 2, -1)));
	work_parameter(w, "block_n", ceil(g->n / size_at(op, 3, 0)));
	parameter_type(w, "scale_dtype", op, 2);
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
	parameter_words(w, "dtype_A_B", arguments_type(&op->args, g->at_a),
	    arguments_type(&op->args, g->at_b), g->third);
	if (g->scales[0]) {
		parameter_type(w, "dtype_scaleA", op, g->scales[0]);
		parameter_type(w, "dtype_scaleB", op, g->scales[1]);
	}
	if (g->blocks)
		set_blocks(op, w, g);
	if (!g->many)
		work_parameter(w, "B", g->batch);
	set_transpose(w, op->kernel);
}

void
gemm_set(const struct operation *op, struct work *w, const struct gemm *g)
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
gemm_plain(const struct operation *op, int i, int j)
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

static void
model_mm(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 0, 1);

	gemm_set(op, w, &g);
}

static void
model_addmm(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 1, 2);

	g.bias = true;
	g.bias_bytes = g.a;
	work_precision(w, op, 1);
	gemm_set(op, w, &g);
}

static void
model_bmm(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 0, 1);

	g.batch = size_at(op, 0, 0);
	g.many = true;
	gemm_set(op, w, &g);
}

static void
model_baddbmm(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 1, 2);

	g.batch = size_at(op, 1, 0);
	g.many = true;
	g.bias = true;
	g.bias_bytes = g.a;
	work_precision(w, op, 1);
	gemm_set(op, w, &g);
}

/* Products of 8-bit numbers are written with 16. */
static double
scaled_out(double e)
{
	if (e == 1)
		return 2;
	return e == 8 ? NAN : e;
}

static void
model_scaled_mm(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 0, 1);

	g.out = scaled_out(g.a);
	g.bias = arguments_count(&op->args) == 3;
	g.bias_bytes = g.a;
	gemm_set(op, w, &g);
}

/* The linear layers of Transformer Engine. */
static void
model_te_linear(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 0, 1);

	g.out = 2;
	if (!span_equal(
		arguments_type(&op->args, 0), arguments_type(&op->args, 1)))
		g.a = NAN;
	gemm_set(op, w, &g);
}

static void
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

	gemm_set(op, w, &g);
}

/* Two lists of pairs [m,K] and [K,n]: the work of all of them. */
static void
set_pairs(const struct operation *op, struct work *w, double out)
{
	double flops = 0, bytes = 0, e = element(op, 0);
	int n = arguments_tensors(&op->args, 0);

	if (arguments_tensors(&op->args, 1) != n)
		return;
	for (int i = 0; i < n; i++) {
		struct shape a = arguments_tensor(&op->args, 0, i);
		struct shape b = arguments_tensor(&op->args, 1, i);
		double m = shape_at(&a, 0), k = shape_at(&a, 1);
		double columns = shape_at(&b, 1);

		flops += 2 * m * k * columns;
		bytes += (m * k + k * columns) * e + m * columns * out;
	}
	work_parameter(w, "G", n);
	work_set(w, flops, bytes);
}

/* The weights of all experts stand as [G,K,N] or [G,N,K]. */
static void
model_grouped_gemm(const struct operation *op, struct work *w)
{
	double m = size_at(op, 0, 0), k = size_at(op, 0, 1);
	double groups = size_at(op, 1, 0);
	bool rows = size_at(op, 1, 1) == k, columns = size_at(op, 1, 2) == k;
	double n = rows || columns ? size_at(op, 1, rows ? 2 : 1) : NAN;
	double e = element(op, 0), out = known_or(element(op, 1), e);

	if (arguments_tensors(&op->args, 0)) {
		set_pairs(op, w, out);
		return;
	}
	work_parameter(w, "M", m);
	work_parameter(w, "K", k);
	work_parameter(w, "N", n);
	work_parameter(w, "G", groups);
	work_parameter(w, "bpe_in", e);
	work_parameter(w, "bpe_out", out);
	work_set(w, 2 * m * k * n, (m * k + groups * k * n) * e + m * n * out);
}

static void
model_grouped_gemm_variable_k(const struct operation *op, struct work *w)
{
	struct gemm g = gemm_plain(op, 0, 1);

	if (arguments_tensors(&op->args, 0))
		set_pairs(op, w, element(op, 0));
	else
		gemm_set(op, w, &g);
}

/* A layer: the input is [.., K], the weights are [N, K]. Its backward pass
 * makes two products of the same sizes. */
static void
set_linear(const struct operation *op, struct work *w, int in, int weights)
{
	double k = size_at(op, weights, 1);
	struct gemm g = {.batch = 1,
	    .m = elements(op, in) / k,
	    .k = size_at(op, in, -1) == k ? k : NAN,
	    .n = size_at(op, weights, 0),
	    .a = element(op, in),
	    .b = element(op, weights),
	    .out = scaled_out(element(op, in)),
	    .at_a = in,
	    .at_b = weights};

	work_precision(w, op, in);
	gemm_set(op, w, &g);
	w->flops_back = 2 * w->flops;
	w->bytes_back = 2 * w->bytes;
}

static void
model_linear(const struct operation *op, struct work *w)
{
	set_linear(op, w, 0, 1);
}

static void
model_linear_weights_first(const struct operation *op, struct work *w)
{
	set_linear(op, w, 1, 0);
}

/* After a norm, whose two weights stand before those of the layer. */
static void
model_linear_after_norm(const struct operation *op, struct work *w)
{
	set_linear(op, w, 0, 3);
}

const struct model gemm_models[] = {
    {"addmm", model_addmm, ".22"},
    {"baddbmm", model_baddbmm, ".33"},
    {"bmm", model_bmm, "33"},
    {"grouped_gemm", model_grouped_gemm, "23"},
    {"grouped_gemm_variable_k", model_grouped_gemm_variable_k, "22"},
    {"linear", model_linear, "+2"},
    {"linear_after_norm", model_linear_after_norm, "+..2"},
    {"linear_weights_first", model_linear_weights_first, "2+"},
    {"mm", model_mm, "22"},
    {"scaled_mm", model_scaled_mm, "22"},
    {"te_gemm", model_te_gemm, "2....2"},
    {"te_linear", model_te_linear, "22"},
    {0},
};
