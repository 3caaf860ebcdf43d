/*
 * Convolutions over any number of dimensions: each element of the output, or of
 * the input of a transposed one, takes a multiplication and an addition for
 * each element of a filter.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

struct convolution {
	struct shape in, filter, out;
	bool transposed, bias;
	double element; /* bytes */
	bool wants[3];  /* gradients: of the input, the filter, the bias */
	double out_channels;
};

/* A dimension's stride or padding: the last number stands for all others. */
static double
setting(const struct shape *s, int dimension, double otherwise)
{
	if (s->n <= 0)
		return otherwise;
	return s->size[s->n == 1 ? 0 : dimension < s->n ? dimension : s->n - 1];
}

struct settings {
	struct shape stride, padding, dilation, output_padding;
	double groups;
};

static struct settings
read_settings(const struct operation *op, int from)
{
	return (struct settings){.stride = numbers_of(op, from),
	    .padding = numbers_of(op, from + 1),
	    .dilation = numbers_of(op, from + 2),
	    .output_padding = numbers_of(op, from + 4),
	    .groups = number_of(op, from + 5, 1)};
}

static double
out_size(const struct convolution *c, const struct settings *s, int i)
{
	double extent =
	    setting(&s->dilation, i, 1) * (c->filter.size[i + 2] - 1);
	double padding = 2 * setting(&s->padding, i, 0);
	double stride = setting(&s->stride, i, 1), in = c->in.size[i + 2];

	if (c->transposed)
		return (in - 1) * stride - padding + extent +
		    setting(&s->output_padding, i, 0) + 1;
	return floor((in + padding - extent - 1) / stride) + 1;
}

/* A filter sees the channels of its group; a transposed one stands [in,out]. */
static bool
fits(const struct convolution *c, const struct settings *s)
{
	return c->in.size[1] ==
	    (c->transposed ? c->filter.size[0] : c->filter.size[1] * s->groups);
}

/* The shape of the output; absent unless the shapes belong together. */
static void
set_out(struct convolution *c, const struct settings *s, bool reference)
{
	c->out.n = -1;
	if (c->in.n < 3 || c->filter.n != c->in.n || !(reference || fits(c, s)))
		return;
	c->out.n = c->in.n;
	c->out.size[0] = c->in.size[0];
	c->out.size[1] = c->filter.size[0];
	if (c->transposed)
		c->out.size[1] =
		    c->filter.size[1] * (reference ? 1 : s->groups);
	for (int i = 0; i + 2 < c->in.n; i++)
		c->out.size[i + 2] = out_size(c, s, i);
	c->out_channels = c->out.size[1];
}

static double
multiplications(const struct convolution *c)
{
	double filter = c->out.n < 0 ? NAN : 1;

	for (int i = 1; i < c->filter.n; i++)
		filter *= c->filter.size[i];
	return filter * shape_product(c->transposed ? c->in : c->out);
}

static void
set_forward(const struct convolution *c, struct work *w)
{
	double out = shape_product(c->out);

	work_set(w, 2 * multiplications(c) + (c->bias ? out : 0),
	    c->element *
		(shape_product(c->in) + shape_product(c->filter) + out +
		    (c->bias ? c->out_channels : 0)));
}

/* Each gradient reads two of input, filter and output's gradient and writes the
 * third. */
static void
set_backward(const struct convolution *c, bool reference, struct work *w)
{
	double out = shape_product(c->out);
	double all = shape_product(c->in) + shape_product(c->filter) + out;
	double products = c->wants[0] + c->wants[1];
	bool bias = c->bias && c->wants[2];

	w->flops_back = products * 2 * multiplications(c) + (bias ? out : 0);
	w->bytes_back = products * c->element * all;
	if (bias)
		w->bytes_back +=
		    (out + c->out_channels) * (reference ? 1 : c->element);
}

/* The input stands at argument `from`, the filter after it. */
static struct convolution
read_convolution(const struct operation *op, int from)
{
	bool same = span_equal(type_of(op, from), type_of(op, from + 1));

	return (struct convolution){.in = shape_of(op, from),
	    .filter = shape_of(op, from + 1),
	    .element = same ? element(op, from) : NAN,
	    .wants = {true, true, true}};
}

/* One number for each dimension: one alone stands for all. */
static struct shape
settings_of(const struct shape *s, int dimensions, double otherwise)
{
	struct shape all = {.n = dimensions};

	for (int i = 0; i < dimensions && i < SHAPE_MOST; i++)
		all.size[i] = setting(s, i, otherwise);
	return all;
}

/* The input is argument `from`; a backward pass says of its bias what its shape
 * is. */
static void
set_parameters(const struct operation *op, struct work *w,
    const struct convolution *c, const struct settings *s, int from)
{
	static const char *const kinds[] = {"conv1d", "conv2d", "conv3d"};
	int dimensions = c->in.n - 2;

	if (dimensions < 1)
		return;
	parameter_word(w, "convNd",
	    dimensions <= 3 ? span_of(kinds[dimensions - 1])
			    : (struct span){NULL, 0});
	parameter_shape(w, "input_shape", c->in);
	parameter_shape(w, "filter_shape", c->filter);
	parameter_words(w, "dtype_input_weight", 2,
	    (struct span[]){type_of(op, from), type_of(op, from + 1)});
	parameter_stride(w, "input_stride", op, from);
	parameter_stride(w, "weight_stride", op, from + 1);
	if (from)
		parameter_shape(w, "bias", shape_of(op, 3));
	else
		parameter_flag(w, "bias", c->bias);
	parameter_shape(w, "stride", settings_of(&s->stride, dimensions, 1));
	parameter_shape(w, "padding", settings_of(&s->padding, dimensions, 0));
	parameter_shape(
	    w, "dilation", settings_of(&s->dilation, dimensions, 1));
	parameter_flag(w, "transposed_conv", c->transposed);
	parameter_shape(w, "output_padding",
	    settings_of(&s->output_padding, dimensions, 0));
	work_parameter(w, "groups", s->groups);
}

void
model_convolution(const struct operation *op, struct work *w)
{
	struct convolution c = read_convolution(op, 0);
	struct settings s = read_settings(op, 3);

	c.transposed = says(op, 6, "True");
	c.bias = op->reference ? op->args.dims.n == 3 : is_tensor(op, 2);
	set_out(&c, &s, op->reference);
	set_parameters(op, w, &c, &s, 0);
	set_forward(&c, w);
	set_backward(&c, op->reference, w);
}

void
model_convolution_backward(const struct operation *op, struct work *w)
{
	struct convolution c = read_convolution(op, 1);
	struct settings s = read_settings(op, 4);

	c.transposed = says(op, 7, "True");
	c.bias = is_tensor(op, 3) || (!op->reference && value_of(op, 3).n > 0);
	if (!op->reference && value_of(op, 10).n)
		for (int k = 0; k < 3; k++)
			c.wants[k] = wants(op, 10, k);
	set_out(&c, &s, op->reference);
	set_parameters(op, w, &c, &s, 1);
	set_backward(&c, op->reference, w);
	work_set_both(w, w->flops_back, w->bytes_back);
}

/* Of apex: stride and padding are single numbers, and there is a bias. */
void
model_convolution_bias(const struct operation *op, struct work *w)
{
	struct convolution c = read_convolution(op, 0);
	struct settings s = {.stride = numbers_of(op, 3),
	    .padding = numbers_of(op, 4),
	    .groups = 1};

	c.bias = true;
	set_out(&c, &s, op->reference);
	set_parameters(op, w, &c, &s, 0);
	set_forward(&c, w);
	set_backward(&c, op->reference, w);
}

/* Its arguments are those of the forward pass; see operator_columns.h. */
void
model_convolution_bias_backward(const struct operation *op, struct work *w)
{
	model_convolution_bias(op, w);
	work_set_both(w, w->flops_back, w->bytes_back);
}
