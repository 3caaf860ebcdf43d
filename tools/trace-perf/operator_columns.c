#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/cli/x.h"
#include "tools/trace-perf/operator_columns.h"

/*
 * The arguments of forward passes, for backward passes that do not name their
 * own: both have the same sequence number.
 */

/* The fields that an operator's arguments are read from. */
struct argument_texts {
	struct span dims, types, values, strides;
};

static bool
is_model(const struct model *model, const char *name)
{
	return model && strcmp(model->name, name) == 0;
}

/*
 * Keeps a copy of a forward pass's arguments, the last one's of a number, if
 * its model has such backward passes.
 */
static void
forwards_note(struct forwards *p, const struct model *model,
    struct span sequence, const struct argument_texts *given)
{
	struct argument_texts kept = *given;
	uint32_t row;

	if (sequence.n == 0 || !is_model(model, "convolution_bias"))
		return;
	row = pool_add(p->sequences, sequence);
	pool_keep(p->texts, &kept.dims);
	pool_keep(p->texts, &kept.types);
	pool_keep(p->texts, &kept.values);
	pool_keep(p->texts, &kept.strides);
	if (row == p->n)
		ARRAY_PUSH(p->forward, p->n, &p->cap, kept);
	p->forward[row] = kept;
}

/* Replaces the arguments of such a backward pass by those of its forward pass,
 * or by nothing where there is none. They live until columns_free. */
static void
forwards_replace(const struct forwards *p, const struct model *model,
    struct span sequence, struct argument_texts *a)
{
	uint32_t row;

	if (!is_model(model, "convolution_bias_backward"))
		return;
	row = sequence.n ? pool_find(p->sequences, sequence) : POOL_NONE;
	if (row < p->n)
		*a = p->forward[row];
	else
		*a = (struct argument_texts){0};
}

/* The first of two columns that is there; the second must be if it is not. */
static int
first_of(const struct tsv *in, const char *first, const char *second,
    const char *maker)
{
	int column = xtsv_optional(in, first);

	return column >= 0 ? column : xtsv_column(in, second, maker);
}

/* Rows of the GPU name their operator in cpu_op, rows of operators in name. */
void
columns_find(struct columns *c, const struct tsv *in)
{
	int cpu_op = xtsv_optional(in, "cpu_op");

	c->name = first_of(in, "cpu_op", "name", "trace-link");
	c->kernels = cpu_op >= 0 && xtsv_optional(in, "gpu_us") < 0;
	c->kernel = cpu_op >= 0 ? xtsv_optional(in, "name")
				: xtsv_optional(in, "kernel");
	c->time = xtsv_optional(in, "mean_us"); /* of trace-cycles */
	if (c->time < 0 || xtsv_optional(in, "gpu_us") >= 0)
		c->time =
		    first_of(in, "gpu_us", "dur_us", "trace-link --operators");
	c->gpu_events = xtsv_optional(in, "gpu_events");
	c->back_us = xtsv_optional(in, "back_us");
	c->dims =
	    xtsv_column(in, "input_dims", "trace-extract -a 'Input Dims'");
	c->types = xtsv_optional(in, "input_type");
	c->strides = xtsv_optional(in, "input_strides");
	c->values = xtsv_optional(in, "concrete_inputs");
	c->annotation = xtsv_optional(in, "annotation_path");
	if (c->annotation < 0)
		c->annotation = xtsv_optional(in, "annotation");
	c->experts = xtsv_optional(in, "moe_topk");
	c->gated = xtsv_optional(in, "moe_gated");
	c->target = xtsv_optional(in, "custom_call_target");
	c->opcode = xtsv_optional(in, "hlo_opcode");
	c->out_dims = xtsv_optional(in, "output_dims");
	c->out_types = xtsv_optional(in, "output_type");
	c->out_shape = xtsv_optional(in, "hlo_shape");
	c->config = xtsv_optional(in, "backend_config");
	c->labels = xtsv_optional(in, "dim_labels");
	c->dot = xtsv_optional(in, "fused_dot");
	c->sequence = xtsv_optional(in, "sequence_number");
	c->forwards =
	    (struct forwards){.sequences = pool_new(), .texts = pool_new()};
}

void
columns_free(struct columns *c)
{
	pool_free(c->forwards.sequences);
	pool_free(c->forwards.texts);
	free(c->forwards.forward);
}

/* An XLA operation's target, fusion(dot), or opcode. */
static struct span
read_call(const struct columns *c, const struct tsv *in)
{
	struct span target = tsv_field_or_none(in, c->target);

	if (target.n)
		return target;
	if (tsv_field_or_none(in, c->dot).n)
		return span_of("fusion(dot)");
	return tsv_field_or_none(in, c->opcode);
}

static struct xla_operation
read_xla(const struct columns *c, const struct tsv *in)
{
	return (struct xla_operation){
	    .dims = tsv_field_or_none(in, c->out_dims),
	    .types = tsv_field_or_none(in, c->out_types),
	    .shape = tsv_field_or_none(in, c->out_shape),
	    .config = tsv_field_or_none(in, c->config),
	    .labels = tsv_field_or_none(in, c->labels),
	    .dot = tsv_field_or_none(in, c->dot)};
}

void
columns_read_name(struct operation *op, const struct columns *c, struct tsv *in)
{
	op->name = read_call(c, in);
	if (op->name.n == 0)
		op->name = tsv_field(in, c->name);
	if (op->name.n == 0) /* a kernel of no operator may tell itself */
		op->name = tsv_field_or_none(in, c->kernel);
}

void
columns_read(struct operation *op, struct columns *c, struct tsv *in,
    const struct model *model)
{
	struct span sequence = tsv_field_or_none(in, c->sequence);
	struct argument_texts a = {.dims = tsv_field(in, c->dims),
	    .types = tsv_field_or_none(in, c->types),
	    .values = tsv_field_or_none(in, c->values),
	    .strides = tsv_field_or_none(in, c->strides)};

	forwards_note(&c->forwards, model, sequence, &a);
	forwards_replace(&c->forwards, model, sequence, &a);
	arguments_read(&op->args, a.dims, a.types, a.values);
	op->strides = a.strides;
	op->kernel = tsv_field_or_none(in, c->kernel);
	op->step = step_tokens_read(tsv_field_or_none(in, c->annotation));
	op->xla = read_xla(c, in);
	op->experts_per_token = NAN;
	if (tsv_field_or_none(in, c->experts).n)
		op->experts_per_token = (double)xtsv_int(in, c->experts);
	op->gated = span_is(tsv_field_or_none(in, c->gated), "yes");
}
