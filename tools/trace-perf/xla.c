/*
 * Work of XLA's instructions, by the shapes in HLO: matrix products and
 * convolutions, as library calls and as plain instructions.
 */
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/meaning/bracket_list.h"
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

double
xla_setting(struct span config, const char *name)
{
	struct span text = span_after(config, name);
	char copy[32] = "", *end;
	double value;

	while (text.n &&
	    (text.p[0] == '"' || text.p[0] == ':' || text.p[0] == '=' ||
		text.p[0] == ' '))
		text = span_cut(text, 1, text.n);
	if (text.n >= sizeof copy)
		text.n = sizeof copy - 1;
	if (text.n)
		memcpy(copy, text.p, text.n);
	value = strtod(copy, &end);
	return end == copy ? NAN : value;
}

/* The text between two words, to its end without the second. */
static struct span
between(struct span text, const char *before, const char *behind)
{
	struct span rest = span_after(text, before);
	struct span more = span_after(rest, behind);

	rest.n -= more.p ? more.n + strlen(behind) : rest.n;
	return rest;
}

/* Dimensions by their numbers, as "x":["1","2"]. False: there is no list. */
static bool
read_dimensions(struct span config, const char *name, struct shape *list)
{
	struct span text = span_after(config, name);

	list->n = -1;
	while (text.n && text.p[0] != '[' && text.p[0] != ',')
		text = span_cut(text, 1, text.n);
	if (text.n && text.p[0] == '[' && span_holds(text, ']'))
		*list = arguments_numbers(between(text, "[", "]"), 0);
	return list->n >= 0;
}

/* The sizes of a shape at these places, multiplied. */
static double
product_at(struct shape s, struct shape places)
{
	double product = 1;

	for (int i = 0; i < places.n; i++)
		product *=
		    places.size[i] < s.n ? s.size[(int)places.size[i]] : NAN;
	return product;
}

/* Of the first thing that the instruction gives: others are scratch memory. */
static struct shape
given_shape(const struct operation *op)
{
	return arguments_shape_of(op->xla.dims, 0);
}

static double
given_element(const struct operation *op)
{
	struct span type = arguments_item_of(op->xla.types, 0);

	return dtype_element_bytes(bracket_list_unquote(type), op->reference);
}

/* The bytes of the operands from a place on. */
static double
further_bytes(const struct operation *op, int from)
{
	double bytes = 0;

	for (int i = from; i < op->args.dims.n; i++)
		bytes += elements(op, i) * element(op, i);
	return bytes;
}

/* The number of the dimension whose elements are neighbours; -1: not known. */
static int
minor_dimension(struct span shape)
{
	struct span order = span_after(shape, "]{");
	int number = 0;
	size_t i;

	for (i = 0; i < order.n && ascii_is_digit(order.p[i]); i++)
		if (number < SHAPE_MOST)
			number = number * 10 + (order.p[i] - '0');
	return i ? number : -1;
}

/* M is the side whose elements are neighbours in the product, as in BLAS, whose
 * matrices stand column by column. */
static void
turn(struct gemm *g, const struct operation *op, int rank)
{
	struct gemm was = *g;

	if (minor_dimension(op->xla.shape) == rank - 2)
		return;
	g->m = was.n;
	g->n = was.m;
	g->a = was.b;
	g->b = was.a;
	g->at_a = was.at_b;
	g->at_b = was.at_a;
}

/* The sizes of a product, which backend_config or the dot tells of both sides.
 * False: they contradict each other. */
static bool
read_product(
    struct gemm *g, struct shape left, struct shape right, struct span config)
{
	struct shape k_left, k_right, batch, batch_right;

	if (!read_dimensions(
		config, "\"lhs_contracting_dimensions\"", &k_left) ||
	    !read_dimensions(
		config, "\"rhs_contracting_dimensions\"", &k_right))
		return false;
	if (!read_dimensions(config, "\"lhs_batch_dimensions\"", &batch))
		batch.n = 0;
	if (!read_dimensions(config, "\"rhs_batch_dimensions\"", &batch_right))
		batch_right.n = 0;
	g->batch = product_at(left, batch);
	g->many = batch.n > 0;
	g->k = product_at(left, k_left);
	g->m = shape_product(left) / g->k / g->batch;
	g->n = shape_product(right) / g->k / g->batch;
	return g->k == product_at(right, k_right) &&
	    g->batch == product_at(right, batch_right);
}

void
model_xla_gemm(const struct operation *op, struct work *w)
{
	struct shape out = given_shape(op);
	struct span config = op->xla.config;
	struct gemm g = {.a = element(op, 0),
	    .b = element(op, 1),
	    .out = given_element(op),
	    .at_a = 0,
	    .at_b = 1,
	    .extra = further_bytes(op, 2)};

	if (!read_product(&g, shape_of(op, 0), shape_of(op, 1), config) ||
	    g.batch * g.m * g.n != shape_product(out))
		return;
	g.bias = xla_setting(config, "\"beta\"") > 0 ||
	    span_has(config, "\"epilogue\":\"BIAS");
	turn(&g, op, out.n);
	gemm_set(op, w, &g);
}

/* The bytes of all that the instruction gives. */
static double
given_bytes(const struct operation *op)
{
	struct span types = op->xla.types, type;
	double bytes = 0;

	if (!bracket_list_open(&types))
		return NAN;
	for (int i = 0; bracket_list_next(&types, &type); i++) {
		bytes += shape_product(arguments_shape_of(op->xla.dims, i)) *
		    dtype_element_bytes(
			bracket_list_unquote(type), op->reference);
	}
	return bytes;
}

/*
 * A fusion with a product in it, which one kernel computes: it takes and gives
 * what the fusion does. What else is fused counts for nothing beside it.
 */
void
model_xla_fused_dot(const struct operation *op, struct work *w)
{
	struct span dot = op->xla.dot;
	struct span operands = between(dot, "\"operands\":", ",\"types\":");
	struct span type =
	    arguments_item_of(between(dot, ",\"types\":", ",\"dot_"), 0);
	struct gemm g = {.at_a = 0, .at_b = 1};

	if (!read_product(&g, arguments_shape_of(operands, 0),
		arguments_shape_of(operands, 1), dot))
		return;
	gemm_set(op, w, &g);
	work_set(w, 2 * g.batch * g.m * g.n * g.k,
	    further_bytes(op, 0) + given_bytes(op));
	if (type.p)
		w->type = bracket_list_unquote(type);
}

/* Where the three tensors of a convolution stand. */
struct sides {
	struct shape in, filter, out;
};

/* The size of the filter's dimension that counts what comes out: o of oi01. */
static double
out_channels(struct shape filter, struct span labels)
{
	struct span text = span_after(labels, "_");

	for (int i = 0; i < (int)text.n && text.p[i] != '-'; i++)
		if (text.p[i] == 'o')
			return shape_at(filter, i);
	return NAN;
}

static void
set_convolution_parameters(const struct operation *op, struct work *w,
    const struct sides *s, bool bias)
{
	static const char *const kinds[] = {"conv1d", "conv2d", "conv3d"};
	int dimensions = s->in.n - 2;

	if (dimensions >= 1 && dimensions <= 3)
		parameter_word(w, "convNd", span_of(kinds[dimensions - 1]));
	parameter_shape(w, "input_shape", s->in);
	parameter_shape(w, "filter_shape", s->filter);
	parameter_shape(w, "output_shape", s->out);
	parameter_flag(w, "bias", bias);
	work_parameter(w, "bytes_per_element", element(op, 0));
	parameter_flag(w, "transposed_conv", false);
}

/* Each element of the output takes a multiplication and an addition for each of
 * a filter; so do both gradients, whatever is given of the three. */
static void
set_convolution(const struct operation *op, struct work *w,
    const struct sides *s, bool bias)
{
	double out = shape_product(s->out);
	double per_element =
	    shape_product(s->filter) / out_channels(s->filter, op->xla.labels);

	set_convolution_parameters(op, w, s, bias);
	if (s->in.n < 3 || s->in.n != s->filter.n || s->in.n != s->out.n)
		return;
	work_set(w, 2 * out * per_element + (bias ? out : 0),
	    further_bytes(op, 0) +
		shape_product(given_shape(op)) * given_element(op));
}

void
model_xla_convolution(const struct operation *op, struct work *w)
{
	struct sides s = {.in = shape_of(op, 0),
	    .filter = shape_of(op, 1),
	    .out = given_shape(op)};

	set_convolution(op, w, &s, is_tensor(op, 2));
}

void
model_xla_convolution_input(const struct operation *op, struct work *w)
{
	struct sides s = {.out = shape_of(op, 0),
	    .filter = shape_of(op, 1),
	    .in = given_shape(op)};

	set_convolution(op, w, &s, false);
}

void
model_xla_convolution_filter(const struct operation *op, struct work *w)
{
	struct sides s = {.in = shape_of(op, 0),
	    .out = shape_of(op, 1),
	    .filter = given_shape(op)};

	set_convolution(op, w, &s, false);
}
