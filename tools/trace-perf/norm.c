/*
 * Normalisation: n elements in groups that share c weights. All layers are
 * counted with a weight and a bias; what those without would save is next to
 * nothing.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/parameter.h"

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

void
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

void
model_layer_norm(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), c = work_row(n, normalised_size(op, 1));
	struct norm m = {
	    n, c, element(op, 0), has(op, 2), has(op, 3), true, false};

	set_norm(op, w, &m);
}

void
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

void
model_batch_norm_backward(const struct operation *op, struct work *w)
{
	struct norm m = {elements(op, 1), size_at(op, 1, 1), element(op, 1),
	    true, true, is_set(op, 7), false};

	set_parameters(op, w, &m, 1);
	set_whole_mask(w, "[True]");
	work_precision(w, op, 1);
	set_norm_back(w, &m, true);
}

void
model_batch_norm_backward_vendor(const struct operation *op, struct work *w)
{
	struct norm m = {elements(op, 0), size_at(op, 0, 1), element(op, 0),
	    true, true, false, false};

	set_parameters(op, w, &m, 0);
	set_whole_mask(w, "[True]");
	set_norm_back(w, &m, true);
}

void
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

void
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

void
model_rms_norm(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), c = work_row(n, normalised_size(op, 1));
	double e = element(op, 0);
	struct norm m = {n, c, e, true, false, false, false};

	set_parameters(op, w, &m, 0);
	work_set(w, mean_squares(n, c) + 2 * n, 2 * n * e + c * e);
}

void
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
void
model_ln_modulate(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), e = element(op, 0);
	double rows = size_at(op, 0, 0) * size_at(op, 0, 1);
	double batch = size_at(op, 0, 1) * size_at(op, 0, 2);

	set_modulated(op, w);
	work_set(w, 12 * n, 2 * n * e + 2 * batch * e + 8 * rows);
}

void
model_ln_modulate_backward(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), e = element(op, 0);
	double rows = size_at(op, 0, 0) * size_at(op, 0, 1);
	double batch = size_at(op, 0, 1) * size_at(op, 0, 2);

	set_modulated(op, w);
	set_whole_mask(w, "[True, True, True]");
	work_set_both(w, 15 * n, 3 * n * e + 8 * rows + 3 * batch * e);
}
