#include "common/meaning/kernel_name.h"
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* Neither flops nor bytes depend on it. */
static void
set_transpose(struct work *w, struct span kernel)
{
	bool turned[2];

	if (!kernel_name_transposed(kernel, turned))
		return;
	parameter_flags(w, "transpose",
	    span_of(turned[0]
		    ? (turned[1] ? "[True, True]" : "[True, False]")
		    : (turned[1] ? "[False, True]" : "[False, False]")));
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
	parameter_words(w, "dtype_A_B", g->third.p ? 3 : 2,
	    (struct span[]){
		type_of(op, g->at_a), type_of(op, g->at_b), g->third});
	if (g->scales[0]) {
		parameter_word(w, "dtype_scaleA", type_of(op, g->scales[0]));
		parameter_word(w, "dtype_scaleB", type_of(op, g->scales[1]));
	}
	if (g->blocks) { /* how many columns of A and rows of B share a scale */
		parameter_word(w, "quant_scheme", span_of("a8w8_blockscale"));
		parameter_word(w, "quant_granularity", span_of("per_block"));
		work_parameter(w, "block_k", ceil(g->k / size_at(op, 2, -1)));
		work_parameter(w, "block_n", ceil(g->n / size_at(op, 3, 0)));
		parameter_word(w, "scale_dtype", type_of(op, 2));
	}
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

bool
gemm_pairs(const struct operation *op, struct work *w, double out)
{
	double flops = 0, bytes = 0, e = element(op, 0);
	int n = tensors_of(op, 0);

	if (n == 0 || tensors_of(op, 1) != n)
		return n > 0;
	for (int i = 0; i < n; i++) {
		struct shape a = tensor_of(op, 0, i);
		struct shape b = tensor_of(op, 1, i);
		double m = shape_at(a, 0), k = shape_at(a, 1);
		double columns = shape_at(b, 1);

		if (!op->reference && shape_at(b, 0) != k)
			k = NAN;
		flops += 2 * m * k * columns;
		bytes += (m * k + k * columns) * e + m * columns * out;
	}
	work_parameter(w, "G", n);
	work_set(w, flops, bytes);
	return true;
}

int
next_matrix(const struct operation *op, int from)
{
	for (int i = from; i < op->args.dims.n; i++)
		if (shape_of(op, i).n == 2)
			return i;
	return -1;
}
