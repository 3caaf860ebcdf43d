#include "tools/trace-perf/columns.h"
#include "common/cli/x.h"

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
}

static struct xla_operation
read_xla(const struct columns *c, const struct tsv *in)
{
	struct span target = tsv_field_or_none(in, c->target);
	struct span dot = tsv_field_or_none(in, c->dot);

	return (struct xla_operation){.call = target.n ? target
		: dot.n                                ? span_of("fusion(dot)")
			: tsv_field_or_none(in, c->opcode),
	    .dims = tsv_field_or_none(in, c->out_dims),
	    .types = tsv_field_or_none(in, c->out_types),
	    .shape = tsv_field_or_none(in, c->out_shape),
	    .config = tsv_field_or_none(in, c->config),
	    .labels = tsv_field_or_none(in, c->labels),
	    .dot = dot};
}

void
columns_read_name(struct operation *op, const struct columns *c, struct tsv *in)
{
	op->xla = read_xla(c, in);
	op->name = op->xla.call.n ? op->xla.call : tsv_field(in, c->name);
	if (op->name.n == 0) /* a kernel of no operator may tell itself */
		op->name = tsv_field_or_none(in, c->kernel);
}

/* How many experts a token uses, and whether they have a gate. */
static void
read_experts(struct operation *op, const struct columns *c, struct tsv *in)
{
	op->experts_per_token = NAN;
	if (c->experts >= 0 && tsv_field(in, c->experts).n)
		op->experts_per_token = (double)xtsv_int(in, c->experts);
	op->gated = span_is(tsv_field_or_none(in, c->gated), "yes");
}

void
columns_read(struct operation *op, const struct columns *c, struct tsv *in,
    struct span model, struct forwards *forwards)
{
	struct span sequence = tsv_field_or_none(in, c->sequence);
	struct argument_texts a = {.dims = tsv_field(in, c->dims),
	    .types = tsv_field_or_none(in, c->types),
	    .values = tsv_field_or_none(in, c->values),
	    .strides = tsv_field_or_none(in, c->strides)};

	forwards_note(forwards, model, sequence, &a);
	forwards_replace(forwards, model, sequence, &a);
	arguments_read(&op->args, a.dims, a.types, a.values);
	op->strides = a.strides;
	op->kernel = tsv_field_or_none(in, c->kernel);
	op->step = step_read(tsv_field_or_none(in, c->annotation));
	read_experts(op, c, in);
}
