/*
 * The fused forms of RMS normalisation in inference engines: n elements in rows
 * of c, perhaps a sum before it, perhaps a quantisation after it.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/parameter.h"

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

void
model_rms_norm_ck(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 1);

	set_plain(&r, w);
}

/* The output comes first. */
void
model_rms_norm_out(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 2);

	set_plain(&r, w);
}

void
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

void
model_rms_norm_quant_row(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 3);

	set_quantised(&r, 0, r.c, w);
}

void
model_rms_norm_quant(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 1, 3);
	double group = arguments_number(&op->args, 5, 0);

	set_quantised(&r, 0, group > 0 ? group : r.c, w);
}

void
model_rms_norm_fp8_group(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 1);

	set_quantised(&r, 0, arguments_number(&op->args, 3, NAN), w);
}

void
model_add_rms_norm_fp8_group(const struct operation *op, struct work *w)
{
	struct rows r = read_rows(op, w, 0, 2);

	set_quantised(&r, 1, arguments_number(&op->args, 4, NAN), w);
}

/* Rows of the output are padded to a multiple. */
void
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
void
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

void
model_all_reduce_rms_norm(const struct operation *op, struct work *w)
{
	set_all_reduce(op, w, 2, 6);
}

void
model_all_reduce_rms_norm_inplace(const struct operation *op, struct work *w)
{
	set_all_reduce(op, w, 0, 2);
}
