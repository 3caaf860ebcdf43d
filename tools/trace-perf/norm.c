/*
 * Normalisation: n elements in groups that share c weights. All layers are
 * counted with a weight and a bias; what those without would save is next to
 * nothing.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/*
 * The fused forms of RMS normalisation in inference engines: n elements in rows
 * of c, perhaps a sum before it, perhaps a quantisation after it.
 */

struct rows {
	double n, c, rows, element;
};

/* The input at argument x, the weights at argument weights. */
static struct rows
rows_of(const struct operation *op, int x, int weights)
{
	double n = elements(op, x), c = work_row(n, size_at(op, weights, 0));

	return (struct rows){n, c, n / c, element(op, x)};
}

static struct rows
read_rows(const struct operation *op, struct work *w, int x, int weights)
{
	struct rows r = rows_of(op, x, weights);

	work_precision(w, op, x);
	parameter_shape(w, "op_shape", shape_of(op, x));
	parameter_types(w, "dtype_in_out", op, x, ABSENT, NO_ARGUMENT);
	parameter_stride(w, "stride_input", op, x);
	parameter_stride(w, "stride_output", op, ABSENT);
	work_parameter(w, "num_channels", r.c);
	parameter_flag(w, "has_bias", false);
	parameter_flag(w, "is_affine", true);
	parameter_flag(w, "is_training", false);
	return r;
}

/* Squares, mean and root of each row, and two products of each element. */
static double
flops_of(const struct rows *r)
{
	return floor(r->rows) * (2 * r->c + 2) + 2 * r->n;
}

static double
weight_bytes(const struct rows *r)
{
	return r->c * r->element;
}

static void
set_plain(const struct rows *r, struct work *w)
{
	work_set(w, flops_of(r), 2 * r->n * r->element + weight_bytes(r));
}

static void
model_rms_norm_ck(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 1);

	set_plain(&r, w);
}

/* The output comes first. */
static void
model_rms_norm_out(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 2);

	set_plain(&r, w);
}

static void
model_add_rms_norm(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 4);

	work_set(w, r.n + flops_of(&r), 4 * r.n * r.element + weight_bytes(&r));
}

/* To 8 bits, with a scale of 4 bytes for each group of a row. */
static void
set_quantised(const struct rows *r, double added, double group, struct work *w)
{
	double reads = added ? 3 : 1; /* the sum is read and written, too */

	work_set(w, flops_of(r) + (2 + added) * r->n,
	    reads * r->n * r->element + weight_bytes(r) + r->n +
		4 * r->rows * ceil(r->c / group));
}

static void
model_rms_norm_quant_row(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 3);

	set_quantised(&r, 0, r.c, w);
}

static void
model_rms_norm_quant(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 3);
	double group = arguments_number(&op->args, 5, 0);

	set_quantised(&r, 0, group > 0 ? group : r.c, w);
}

static void
model_rms_norm_fp8_group(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 1);

	set_quantised(&r, 0, arguments_number(&op->args, 3, NAN), w);
}

static void
model_add_rms_norm_fp8_group(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 2);

	set_quantised(&r, 1, arguments_number(&op->args, 4, NAN), w);
}

/* Rows of the output are padded to a multiple. */
static void
model_add_rms_norm_pad(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 1);
	double multiple = arguments_number(&op->args, 4, NAN);
	double out = multiple > 0 ? ceil(r.c / multiple) * multiple : r.c;

	work_set(w, r.n + flops_of(&r),
	    2 * r.n * r.element + weight_bytes(&r) + r.rows * out * r.element +
		r.n * r.element);
}

/* To 4 bits; perhaps with a residual, and with a second matrix that is only
 * normalised. */
static void
model_rms_norm_mxfp4(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 1);
	double flops = flops_of(&r) + 2 * r.n;
	double bytes =
	    r.n * r.element + weight_bytes(&r) + r.n / 2 + floor(r.n / 32);

	if (shape_of(op, 6).n == 2) {
		flops += r.n;
		bytes += 2 * r.n * r.element;
	}
	if (shape_of(op, 3).n == 2) {
		double second = size_at(op, 3, 1);

		flops += floor(flops_of(&r) * r.rows * second / r.n);
		bytes += (2 * r.rows * second + second) * r.element;
	}
	work_set(w, flops, bytes);
}

/* Sums over the ranks go through the device's own memory, too. */
static void
set_all_reduce(const struct operation *op, struct work *w, int x, int weights)
{
	struct rows r = rows_of(op, x, weights);

	parameter_shape(w, "op_shape", shape_of(op, x));
	parameter_type(w, "dtype_in", op, x);
	parameter_stride(w, "stride_input", op, x);
	work_parameter(w, "num_channels", r.c);
	w->no_rate = true;
	work_set(w, r.n + flops_of(&r), 4 * r.n * r.element + weight_bytes(&r));
}

static void
model_all_reduce_rms_norm(const struct operation *op, struct work *w)
{
	set_all_reduce(op, w, 2, 6);
}

static void
model_all_reduce_rms_norm_inplace(const struct operation *op, struct work *w)
{
	set_all_reduce(op, w, 0, 2);
}

struct norm {
	double n, c, element;
	bool affine, bias, training;
	bool by_group; /* the channels of a group: they may be a fraction */
};

/* The input is argument `in`. */
static void
set_parameters(
    const struct operation *op, struct work *w, const struct norm *m, int in)
{
	parameter_shape(w, "op_shape", shape_of(op, in));
	parameter_types(w, "dtype_in_out", op, in, ABSENT, NO_ARGUMENT);
	parameter_stride(w, "stride_input", op, in);
	parameter_stride(w, "stride_output", op, ABSENT);
	if (m->by_group)
		parameter_real(w, "num_channels", m->c);
	else
		work_parameter(w, "num_channels", m->c);
	parameter_flag(w, "has_bias", m->bias);
	parameter_flag(w, "is_affine", m->affine);
	parameter_flag(w, "is_training", m->training);
}

static void
set_norm(const struct operation *op, struct work *w, const struct norm *m)
{
	double weights =
	    2 + (m->affine ? 1 + m->bias : 0) + (m->training ? 2 : 0);

	set_parameters(op, w, m, 0);
	work_set(w, 2 * m->n + 6 * m->c + (m->training ? 3 * m->n : 0),
	    2 * m->n * m->element + m->c * m->element * weights);
}

/* `input`: whether the gradient of the input is asked for. */
static void
set_norm_back(struct work *w, const struct norm *m, bool input)
{
	double group = m->n / m->c, e = m->element, more;

	if (input)
		more = m->training ? 5 * group : 0;
	else
		more = 2 * group;
	work_set_both(w, m->c * ((m->training ? 0 : 3) + 4 * group + more),
	    m->n * e + m->n * e * (input && m->training ? 2 : 1) +
		m->c * e *
		    (m->training + m->affine +
			(m->affine && m->training ? 1 + m->bias : 0)));
}

/* TraceLens takes any text for true, also "False". */
static bool
is_set(const struct operation *op, int i)
{
	if (op->reference)
		return arguments_value(&op->args, i).n > 0;
	return arguments_says(&op->args, i, "True") ||
	    arguments_says(&op->args, i, "true");
}

/* Weights and a bias are optional; TraceLens counts them always. */
static bool
has(const struct operation *op, int i)
{
	return op->reference || is_tensor(op, i);
}

/* The gradients that are asked for; without this list the work is unknown. */
static bool
set_mask(const struct operation *op, struct work *w, int i)
{
	parameter_flags(w, "output_mask", op, i);
	return arguments_value(&op->args, i).n > 0;
}

static void
model_batch_norm(const struct operation *op, struct work *w)
{
	struct norm m = {elements(op, 0), size_at(op, 0, 1), element(op, 0),
	    has(op, 1), has(op, 2), is_set(op, 5), false};

	set_norm(op, w, &m);
}

/* The last dimensions are normalised: the second argument's. */
static double
normalised_size(const struct operation *op, int i)
{
	struct shape s = arguments_numbers(&op->args, i);

	return shape_product(&s);
}

static void
model_layer_norm(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), c = work_row(n, normalised_size(op, 1));
	struct norm m = {
	    n, c, element(op, 0), has(op, 2), has(op, 3), true, false};

	set_norm(op, w, &m);
}

static void
model_group_norm(const struct operation *op, struct work *w)
{
	struct norm m = {elements(op, 0), size_at(op, 0, 1), element(op, 0),
	    true, true, true, false};

	set_norm(op, w, &m);
}

/* Of these, as of batches, all gradients are asked for. */
static void
set_whole_mask(struct work *w, const char *mask)
{
	work_other(w, "output_mask", PARAMETER_FLAGS)->word[0] = span_of(mask);
}

static void
model_batch_norm_backward(const struct operation *op, struct work *w)
{
	struct norm m = {elements(op, 1), size_at(op, 1, 1), element(op, 1),
	    true, true, is_set(op, 7), false};

	set_parameters(op, w, &m, 1);
	set_whole_mask(w, "[True]");
	work_precision(w, op, 1);
	set_norm_back(w, &m, true);
}

static void
model_batch_norm_backward_vendor(const struct operation *op, struct work *w)
{
	struct norm m = {elements(op, 0), size_at(op, 0, 1), element(op, 0),
	    true, true, false, false};

	set_parameters(op, w, &m, 0);
	set_whole_mask(w, "[True]");
	set_norm_back(w, &m, true);
}

static void
model_layer_norm_backward(const struct operation *op, struct work *w)
{
	double n = elements(op, 1), c = work_row(n, normalised_size(op, 2));
	struct norm m = {n, c, element(op, 1), arguments_wants(&op->args, 7, 1),
	    arguments_wants(&op->args, 7, 2), true, false};

	work_precision(w, op, 1);
	set_parameters(op, w, &m, 1);
	if (set_mask(op, w, 7))
		set_norm_back(w, &m, arguments_wants(&op->args, 7, 0));
}

static void
model_group_norm_backward(const struct operation *op, struct work *w)
{
	double groups = arguments_number(&op->args, 8, NAN);
	struct norm m = {elements(op, 1), size_at(op, 1, 1) / groups,
	    element(op, 1), true, true, true, true};

	work_precision(w, op, 1);
	set_parameters(op, w, &m, 1);
	if (set_mask(op, w, 9))
		set_norm_back(w, &m, arguments_wants(&op->args, 9, 0));
}

/* Squares, their mean and its root of each of n/c groups. */
static double
mean_squares(double n, double c)
{
	return n / c * (2 * c + 2);
}

static void
model_rms_norm(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), c = work_row(n, normalised_size(op, 1));
	double e = element(op, 0);
	struct norm m = {n, c, e, true, false, false, false};

	set_parameters(op, w, &m, 0);
	work_set(w, mean_squares(n, c) + 2 * n, 2 * n * e + c * e);
}

static void
model_rms_norm_backward(const struct operation *op, struct work *w)
{
	double n = elements(op, 1), c = work_row(n, normalised_size(op, 2));
	double e = element(op, 1), flops = 2 * n;
	struct norm m = {n, c, e, true, false, false, false};

	set_parameters(op, w, &m, 1);
	if (!set_mask(op, w, 5) || isnan(c))
		return;
	if (arguments_wants(&op->args, 5, 0))
		flops += 6 * n;
	if (arguments_wants(&op->args, 5, 1))
		flops += n + (n / c > 1 ? n : 0);
	work_precision(w, op, 1);
	work_set_both(w, flops, 3 * n * e + 2 * c * e);
}

static void
set_modulated(const struct operation *op, struct work *w)
{
	struct norm m = {.c = size_at(op, 0, 2),
	    .affine = true,
	    .bias = true,
	    .training = true};

	set_parameters(op, w, &m, 0);
}

/* [T,B,H], with a shift and a scale for each of the batch. */
static void
model_ln_modulate(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), e = element(op, 0);
	double rows = size_at(op, 0, 0) * size_at(op, 0, 1);
	double batch = size_at(op, 0, 1) * size_at(op, 0, 2);

	set_modulated(op, w);
	work_set(w, 12 * n, 2 * n * e + 2 * batch * e + 8 * rows);
}

static void
model_ln_modulate_backward(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), e = element(op, 0);
	double rows = size_at(op, 0, 0) * size_at(op, 0, 1);
	double batch = size_at(op, 0, 1) * size_at(op, 0, 2);

	set_modulated(op, w);
	set_whole_mask(w, "[True, True, True]");
	work_set_both(w, 15 * n, 3 * n * e + 8 * rows + 3 * batch * e);
}

const struct model norm_models[] = {
    {"add_rms_norm", model_add_rms_norm, ".+..1"},
    {"add_rms_norm_fp8_group", model_add_rms_norm_fp8_group, "+.1"},
    {"add_rms_norm_pad", model_add_rms_norm_pad, "+1"},
    {"all_reduce_rms_norm", model_all_reduce_rms_norm, "..+...1"},
    {"all_reduce_rms_norm_inplace", model_all_reduce_rms_norm_inplace, "+.1"},
    {"batch_norm", model_batch_norm, ""},
    {"batch_norm_backward", model_batch_norm_backward, ""},
    {"batch_norm_backward_vendor", model_batch_norm_backward_vendor, ""},
    {"group_norm", model_group_norm, ""},
    {"group_norm_backward", model_group_norm_backward, ""},
    {"layer_norm", model_layer_norm, ""},
    {"layer_norm_backward", model_layer_norm_backward, ""},
    {"ln_modulate", model_ln_modulate, "3"},
    {"ln_modulate_backward", model_ln_modulate_backward, "3"},
    {"rms_norm", model_rms_norm, ""},
    {"rms_norm_backward", model_rms_norm_backward, ""},
    {"rms_norm_ck", model_rms_norm_ck, "+1"},
    {"rms_norm_fp8_group", model_rms_norm_fp8_group, "+1"},
    {"rms_norm_mxfp4", model_rms_norm_mxfp4, "+1"},
    {"rms_norm_out", model_rms_norm_out, ".+1"},
    {"rms_norm_quant", model_rms_norm_quant, ".+.1"},
    {"rms_norm_quant_row", model_rms_norm_quant_row, ".+.1"},
    {0},
};
