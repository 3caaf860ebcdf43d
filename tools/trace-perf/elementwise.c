/*
 * One result for each element: copies, arithmetic, activations, quantisation,
 * reductions.
 */
#include <string.h>

#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* An output that no argument names is none. */
static void
set_unary_parameters(const struct operation *op, struct work *w,
    struct shape shape, int in, int out)
{
	parameter_shape(w, "op_shape", shape);
	parameter_types(w, "dtype_in_out", op, in, out, NO_ARGUMENT);
	parameter_stride(w, "stride_input", op, in);
	parameter_stride(w, "stride_output", op, out);
}

static void
model_unary(const struct operation *op, struct work *w)
{
	double n = elements(op, 0);

	set_unary_parameters(
	    op, w, shape_of(op, 0), 0, is_tensor(op, 1) ? 1 : ABSENT);
	work_set(w, n,
	    n * element(op, 0) + n * element(op, is_tensor(op, 1) ? 1 : 0));
}

/* A copy may cross the bus, so that no rate of the device holds for it, unless
 * a kernel makes it. */
static void
model_copy(const struct operation *op, struct work *w)
{
	bool by_kernel = op->kernel.n && !span_has(op->kernel, "Memcpy");

	model_unary(op, w);
	w->no_rate = !op->reference && !by_kernel;
}

/* The shape that two shapes make together; absent if they do not fit. */
static struct shape
broadcast(const struct shape *a, const struct shape *b)
{
	struct shape out = {.n = a->n > b->n ? a->n : b->n};

	if (a->n < 0 || b->n < 0)
		return (struct shape){.n = -1};
	for (int i = 1; i <= out.n; i++) {
		double x = i <= a->n ? a->size[a->n - i] : 1;
		double y = i <= b->n ? b->size[b->n - i] : 1;

		if (x != y && x != 1 && y != 1)
			return (struct shape){.n = -1};
		out.size[out.n - i] = x == 1 ? y : x;
	}
	return out;
}

static double
binary_out(const struct operation *op)
{
	double a = element(op, 0), b = element(op, 1);

	if (is_tensor(op, 2))
		return element(op, 2);
	if (is_tensor(op, 0) && is_tensor(op, 1))
		return isnan(a) || isnan(b) ? NAN : fmax(a, b);
	return a;
}

static void
model_binary(const struct operation *op, struct work *w)
{
	struct shape a = shape_of(op, 0), b = shape_of(op, 1);
	struct shape out = broadcast(&a, &b);
	double n = shape_product(&out);
	int third = is_tensor(op, 2) ? 2 : ABSENT;

	parameter_shape(w, "shape_in1", a);
	parameter_shape(w, "shape_in2", b);
	parameter_types(w, "dtype_in1_in2_out", op, 0, 1, third);
	parameter_stride(w, "stride_input1", op, 0);
	parameter_stride(w, "stride_input2", op, 1);
	parameter_stride(w, "stride_output", op, third);
	work_set(w, n,
	    shape_product(&a) * element(op, 0) +
		shape_product(&b) * element(op, 1) + n * binary_out(op));
}

static void
set_in_out(const struct operation *op, struct shape out, struct work *w)
{
	double n = shape_product(&out);

	parameter_shape(w, "op_shape", out);
	parameter_types(w, "dtype_in_out", op, 0, 0, NO_ARGUMENT);
	parameter_stride(w, "stride_input", op, 0);
	parameter_stride(w, "stride_output", op, ABSENT);
	parameter_shape(w, "input_shape", shape_of(op, 0));
	parameter_shape(w, "output_shape", out);
	work_set(w, n, element(op, 0) * (elements(op, 0) + n));
}

/* Pads come in pairs, those of the last dimension first. */
static void
model_pad(const struct operation *op, struct work *w)
{
	struct shape s = shape_of(op, 0), pad = arguments_numbers(&op->args, 1);

	for (int i = 0; i + 1 < pad.n; i += 2) {
		int place = s.n - 1 - i / 2;

		if (place < 0) {
			s.n = -1;
			break;
		}
		s.size[place] += pad.size[i] + pad.size[i + 1];
	}
	if (pad.n < 0)
		s.n = -1;
	set_in_out(op, s, w);
}

/* The new sizes are those of all dimensions but batch and channel. */
static void
model_upsample(const struct operation *op, struct work *w)
{
	struct shape out = shape_of(op, 0);
	struct shape size = arguments_numbers(&op->args, 1);

	if (size.n < 0 || out.n != size.n + 2)
		out.n = -1;
	for (int i = 0; i < size.n && out.n > 0; i++)
		out.size[i + 2] = size.size[i];
	set_in_out(op, out, w);
}

/* One half of the input is the gate of the other. */
static void
set_gated(const struct operation *op, struct work *w, double flops)
{
	double n = elements(op, 0);

	work_precision(w, op, 1);
	set_unary_parameters(op, w, shape_of(op, 0), 1, 0);
	work_set(w, flops * n, 2 * n * element(op, 1) + n * element(op, 0));
}

static void
model_silu_and_mul(const struct operation *op, struct work *w)
{
	set_gated(op, w, 5);
}

static void
model_gelu_and_mul(const struct operation *op, struct work *w)
{
	set_gated(op, w, 8);
}

static void
model_gelu_tanh_and_mul(const struct operation *op, struct work *w)
{
	set_gated(op, w, 10);
}

/* The input at argument i; the output is of a type of its own. */
static void
set_quantised_parameters(const struct operation *op, struct work *w, int i,
    struct span type, bool strided)
{
	parameter_shape(w, "op_shape", shape_of(op, i));
	parameter_words(w, "dtype_in_out", arguments_type(&op->args, i), type,
	    (struct span){0});
	parameter_stride(w, "stride_input", op, strided ? i : ABSENT);
	parameter_stride(w, "stride_output", op, ABSENT);
}

static void
model_quant_tensor(const struct operation *op, struct work *w)
{
	double n = elements(op, 0);

	set_quantised_parameters(
	    op, w, 0, span_of("c10::Float8_e4m3fnuz"), true);
	work_set(w, n, n * element(op, 0) + n);
}

/* Both the matrix and its transpose, with a scale for each 32 numbers. */
static void
model_quant_mxfp4_dual(const struct operation *op, struct work *w)
{
	double m = size_at(op, 0, 0), n = size_at(op, 0, 1);

	set_quantised_parameters(
	    op, w, 0, span_of("c10::Float4_e2m1fn_x2"), true);
	work_set(w, m * n,
	    m * n * element(op, 0) + 2 * ceil(m * n / 2) + m * ceil(n / 32) +
		n * ceil(m / 32));
}

/* TraceLens tells the strides of these two alone. */
static bool
has_strides(const struct operation *op)
{
	return !op->reference || span_has(op->name, "fused_flatten_mxfp4") ||
	    span_has(op->name, "dynamic_mx_quant");
}

/* To 4 bits with a scale for each 32 numbers, the input at argument i. */
static void
set_mxfp4(const struct operation *op, struct work *w, int i)
{
	double n = elements(op, i);

	set_quantised_parameters(
	    op, w, i, arguments_type(&op->args, i), has_strides(op));

	work_precision(w, op, i);
	work_set(w, 2 * n, n * element(op, i) + n / 2 + floor(n / 32));
}

static void
model_quant_mxfp4(const struct operation *op, struct work *w)
{
	set_mxfp4(op, w, 0);
}

static void
model_quant_mxfp4_second(const struct operation *op, struct work *w)
{
	set_mxfp4(op, w, 1);
}

static void
model_quant_mxfp4_third(const struct operation *op, struct work *w)
{
	set_mxfp4(op, w, 2);
}

/* Output, input, scales: 2.59375 operations a number, as TraceLens counts. */
static void
model_quant_group(const struct operation *op, struct work *w)
{
	double bytes = 0;

	for (int i = 0; i < 3; i++)
		bytes += elements(op, i) * element(op, i);
	parameter_shape(w, "shape_in1", shape_of(op, 1));
	parameter_shape(w, "shape_in2", shape_of(op, 2));
	parameter_shape(w, "shape_out", shape_of(op, 0));
	parameter_types(w, "dtype_in1_in2_out", op, 1, 2, 0);
	parameter_stride(w, "stride_input1", op, 1);
	parameter_stride(w, "stride_input2", op, 2);
	parameter_stride(w, "stride_output", op, 0);
	work_precision(w, op, 1);
	work_set(w, 2.59375 * elements(op, 0), bytes);
}

static void
model_quant_fp8_group(const struct operation *op, struct work *w)
{
	double m = size_at(op, 0, 0), n = size_at(op, 0, 1);
	double group = arguments_number(&op->args, 1, 128);
	double groups = ceil(n / group);

	work_parameter(w, "M", m);
	work_parameter(w, "N", n);
	work_parameter(w, "group_size", group);
	work_parameter(w, "num_groups", groups);
	parameter_shape(w, "shape_x", shape_of(op, 0));
	parameter_type(w, "dtype_x", op, 0);
	work_set(w, 6 * m * n, m * n * element(op, 0) + m * n + 4 * m * groups);
}

static void
model_sample_exponential(const struct operation *op, struct work *w)
{
	double t = size_at(op, 1, 0), v = size_at(op, 1, 1);

	work_parameter(w, "T", t);
	work_parameter(w, "V", v);
	parameter_type(w, "dtype_logits", op, 1);
	parameter_type(w, "dtype_noise", op, 2);
	work_precision(w, op, 1);
	work_set(
	    w, 2 * t * v, t * v * (element(op, 1) + element(op, 2)) + 4 * t);
}

/* How many results a reduction over these dimensions leaves. */
static double
kept(const struct shape *in, const struct shape *over)
{
	double n = shape_product(in);

	if (over->n <= 0)
		return 1;
	for (int i = 0; i < over->n; i++)
		n /= fabs(over->size[i]) <= SHAPE_MOST
		    ? shape_at(in, (int)over->size[i])
		    : NAN;
	return n;
}

/* The argument that names the dimensions comes after the norm's order. */
static bool
has_order(struct span name)
{
	return span_is(name, "aten::norm") ||
	    span_is(name, "aten::linalg_norm");
}

/* TraceLens knows five kinds: what is none of these is a sum. */
static struct span
reduction(const struct operation *op)
{
	static const char *const kinds[] = {"mean", "max", "min", "norm"};

	if (!op->reference)
		return span_after(op->name, "aten::");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (span_has(op->name, kinds[i]))
			return span_of(kinds[i]);
	return span_of("sum");
}

static void
set_reduction(const struct operation *op, double n, double out, struct work *w)
{
	work_parameter(w, "num_input_elems", n);
	work_parameter(w, "num_output_elems", out);
	parameter_types(w, "dtype_in_out", op, 0, ABSENT, NO_ARGUMENT);
	parameter_word(w, "reduce_type", reduction(op));
}

static void
model_reduce(const struct operation *op, struct work *w)
{
	struct shape in = shape_of(op, 0);
	struct shape over =
	    arguments_numbers(&op->args, has_order(op->name) ? 2 : 1);
	double n = shape_product(&in);
	double out = op->reference || n == 0 ? 1 : kept(&in, &over);

	set_reduction(op, n, out, w);
	work_set_both(w, n, (n + out) * element(op, 0));
}

/* Every element has its own result. */
static void
model_cumulate(const struct operation *op, struct work *w)
{
	double n = elements(op, 0);

	set_reduction(op, n, n, w);
	work_set_both(w, n, 2 * n * element(op, 0));
}

const struct model elementwise_models[] = {
    {"binary", model_binary, ""},
    {"copy", model_copy, ""},
    {"cumulate", model_cumulate, ""},
    {"gelu_and_mul", model_gelu_and_mul, "++"},
    {"gelu_tanh_and_mul", model_gelu_tanh_and_mul, "++"},
    {"pad", model_pad, ""},
    {"quant_fp8_group", model_quant_fp8_group, "2"},
    {"quant_group", model_quant_group, "++"},
    {"quant_mxfp4", model_quant_mxfp4, "+"},
    {"quant_mxfp4_dual", model_quant_mxfp4_dual, "2"},
    {"quant_mxfp4_second", model_quant_mxfp4_second, ".+"},
    {"quant_mxfp4_third", model_quant_mxfp4_third, "..+"},
    {"quant_tensor", model_quant_tensor, ""},
    {"reduce", model_reduce, ""},
    {"sample_exponential", model_sample_exponential, ".2"},
    {"silu_and_mul", model_silu_and_mul, "++"},
    {"unary", model_unary, ""},
    {"upsample", model_upsample, ""},
    {0},
};
