/*
 * Operators of single models and libraries: rotary embeddings, losses, state
 * spaces, hyper-connections, and collectives that a library does by itself.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

/* Two products and a sum of each element. */
static void
set_rotated(struct work *w, double n, double e)
{
	work_parameter(w, "num_elements", n);
	work_set(w, 3 * n, 2 * n * e);
}

static void
model_rope(const struct operation *op, struct work *w)
{
	static const char *const names[] = {
	    "seq_len", "batch", "heads", "head_dim"};

	for (int i = 0; i < 4; i++)
		work_parameter(w, names[i], size_at(op, 0, i));
	set_rotated(w, elements(op, 0), element(op, 0));
}

/* Q and K at arguments 2 and 3. */
static void
model_rope_two(const struct operation *op, struct work *w)
{
	parameter_shape(w, "x_shape", shape_of(op, 2));
	parameter_shape(w, "y_shape", shape_of(op, 3));
	set_rotated(w, elements(op, 2) + elements(op, 3), element(op, 0));
}

/* Heads of Q and K, all of one size; the table of angles says how much of each
 * is turned. */
static void
model_rope_rows(const struct operation *op, struct work *w)
{
	double head = arguments_number(&op->args, 3, NAN);
	double t = size_at(op, 1, 0);
	double queries = elements(op, 1) / t, keys = elements(op, 2) / t;
	double heads =
	    queries / work_row(queries, head) + keys / work_row(keys, head);

	work_precision(w, op, 1);
	set_rotated(w, t * heads * size_at(op, 4, 1), element(op, 1));
}

/* Of multi-head latent attention: Q [T,Q,L] and [T,Q,P], keys of H heads. */
static void
set_latent(const struct operation *op, struct work *w, double heads, double out)
{
	double t = size_at(op, 0, 0), q = size_at(op, 0, 1);
	double l = size_at(op, 0, 2), p = size_at(op, 1, 2);
	double query = t * q * (l + p), key = t * heads * (l + p);

	work_parameter(w, "T", t);
	work_parameter(w, "QH", q);
	work_parameter(w, "KH", heads);
	work_parameter(w, "D_lora", l);
	work_parameter(w, "D_pe", p);
	parameter_type(w, "dtype_in", op, 0);
	parameter_type(
	    w, "dtype_kv", op, arguments_type(&op->args, 4).n ? 4 : 0);
	work_set(w, 3 * (t * q * p + t * heads * p),
	    element(op, 0) * (query + key) + out * query +
		element(op, 4) * key);
}

static void
model_rope_latent(const struct operation *op, struct work *w)
{
	set_latent(op, w, size_at(op, 2, 1), element(op, 0));
}

static void
model_rope_latent_joined(const struct operation *op, struct work *w)
{
	set_latent(op, w, 1, element(op, 5));
	parameter_type(w, "dtype_out", op, 5);
}

/* [.., classes]; TraceLens takes only the first of several dimensions. */
static void
model_cross_entropy(const struct operation *op, struct work *w)
{
	double classes = size_at(op, 0, -1);
	double rows =
	    op->reference ? size_at(op, 0, 0) : elements(op, 0) / classes;

	work_parameter(w, "batch", rows);
	work_parameter(w, "vocab_size", classes);
	parameter_shape(w, "logits_shape", shape_of(op, 0));
	work_set(w, 5 * rows * classes,
	    elements(op, 0) * element(op, 0) + 12 * rows);
}

/* [B,C,T] with a filter of k for each channel. */
static void
model_causal_conv1d(const struct operation *op, struct work *w)
{
	double n = elements(op, 0), channels = size_at(op, 0, 1);
	double k = size_at(op, 1, 1);
	double bias = is_tensor(op, 2) ? channels : 0;

	work_parameter(w, "batch", size_at(op, 0, 0));
	work_parameter(w, "channels", channels);
	work_parameter(w, "seq_len", size_at(op, 0, 2));
	work_parameter(w, "kernel_size", k);
	parameter_flag(w, "has_bias", is_tensor(op, 2));
	work_set(w, 2 * n * k, element(op, 0) * (2 * n + channels * k + bias));
}

struct state_space {
	double batch, tokens, columns; /* of the input */
	double channels, width;        /* of the convolution */
	double heads, head, groups, state, chunk;
};

static struct state_space
read_state_space(const struct operation *op)
{
	struct state_space s = {.batch = size_at(op, 0, 0),
	    .tokens = size_at(op, 0, 1),
	    .columns = size_at(op, 0, 2),
	    .channels = size_at(op, 1, 0),
	    .width = size_at(op, 1, 1),
	    .heads = size_at(op, 3, 0),
	    .chunk = arguments_number(&op->args, 6, 128),
	    .head = arguments_number(&op->args, 15, 64),
	    .groups = arguments_number(&op->args, 16, 1)};

	s.state = (s.columns - 2 * s.heads * s.head - s.heads) / (2 * s.groups);
	if (!(s.state > 0)) /* the sizes contradict each other */
		s.columns = s.state = NAN;
	return s;
}

static void
set_state_space(struct work *w, const struct state_space *s)
{
	work_parameter(w, "B", s->batch);
	work_parameter(w, "T", s->tokens);
	work_parameter(w, "H", s->heads);
	work_parameter(w, "P", s->head);
	work_parameter(w, "G", s->groups);
	work_parameter(w, "N", s->state);
	work_parameter(w, "C", s->chunk);
	work_parameter(w, "d_inner", s->heads * s->head);
	work_parameter(w, "d_conv", s->width);
	work_parameter(w, "conv_channels", s->channels);
	work_parameter(w, "combined_dim", s->columns);
}

/* The scan of Mamba 2 in chunks, with the convolution before it. */
static void
model_state_space(const struct operation *op, struct work *w)
{
	struct state_space s = read_state_space(op);
	double rows = s.batch * s.tokens, inner = s.heads * s.head;
	double e = element(op, 0);
	double per_head = known_or(element(op, 3), 4) +
	    known_or(element(op, 4), 4) + known_or(element(op, 5), e);

	set_state_space(w, &s);
	work_set_both(w,
	    rows *
		(2 * s.channels * s.width + 2 * s.groups * s.state * s.chunk +
		    2 * inner * s.chunk + 4 * inner * s.state),
	    e *
		    (rows * s.columns + s.channels * s.width + s.channels +
			rows * inner) +
		s.heads * per_head);
}

/* Manifold hyper-connections: M tokens, C columns, n streams of residuals, h
 * mixing weights, s partial sums. */
struct streams {
	double m, c, n, h, k, s, element;
};

/* The type is that of argument `type`; sizes that an operator has not are 0. */
static void
set_streams(const struct operation *op, struct work *w, const struct streams *x,
    int type)
{
	work_parameter(w, "M", x->m);
	work_parameter(w, "n", x->n);
	work_parameter(w, "C", x->c);
	if (x->h > 0)
		work_parameter(w, "hc3", x->h);
	else
		parameter_word(w, "hc3", (struct span){0});
	if (x->k > 0)
		work_parameter(w, "K", x->k);
	if (x->s > 0)
		work_parameter(w, "split_k", x->s);
	parameter_word(w, "dtype_in",
	    type < op->args.types.n ? arguments_type(&op->args, type)
				    : span_of("c10::BFloat16"));
}

static double
post_flops(const struct streams *x)
{
	return 2 * x->m * x->n * x->c * (x->n + 1);
}

static double
mix_bytes(const struct streams *x)
{
	return 4 * x->m * (x->n + x->n * x->n);
}

static double
gemm_bytes(const struct streams *x)
{
	return 4 * x->h * x->k + 4 * x->s * x->m * (x->h + 1);
}

static void
model_streams_post(const struct operation *op, struct work *w)
{
	struct streams x = {.m = size_at(op, 1, 0),
	    .c = size_at(op, 1, 1),
	    .n = size_at(op, 0, 1),
	    .element = element(op, 0)};

	set_streams(op, w, &x, 1);
	work_set(w, post_flops(&x),
	    x.element * (x.m * x.c + 2 * x.m * x.n * x.c) + mix_bytes(&x));
}

static void
model_streams_gemm(const struct operation *op, struct work *w)
{
	struct streams x = {.m = size_at(op, 2, 0),
	    .n = size_at(op, 2, 1),
	    .c = size_at(op, 2, 2),
	    .h = size_at(op, 3, 0),
	    .k = size_at(op, 3, 1),
	    .s = size_at(op, 0, 0),
	    .element = element(op, 2)};

	set_streams(op, w, &x, 2);
	work_precision(w, op, 2);
	work_set(w, 2 * x.m * x.h * x.k,
	    x.element * x.m * x.n * x.c + gemm_bytes(&x));
}

static void
model_streams_pre(const struct operation *op, struct work *w)
{
	struct streams x = {.m = size_at(op, 2, 0),
	    .c = size_at(op, 2, 1),
	    .n = size_at(op, 0, 1),
	    .h = size_at(op, 6, 0),
	    .s = size_at(op, 3, 0),
	    .element = element(op, 2)};

	set_streams(op, w, &x, 7);
	work_precision(w, op, 2);
	work_set(w, 2 * x.m * x.c * x.n + 5 * x.m * x.c,
	    x.element * (x.m * x.n * x.c + x.c + x.m * x.c) +
		4 * x.s * x.m * x.h + mix_bytes(&x));
}

static void
model_streams_post_pre(const struct operation *op, struct work *w)
{
	struct streams x = {.m = size_at(op, 3, 0),
	    .c = size_at(op, 3, 1),
	    .n = size_at(op, 2, 1),
	    .h = size_at(op, 7, 0),
	    .k = size_at(op, 7, 1),
	    .s = size_at(op, 0, 0),
	    .element = element(op, 3)};

	set_streams(op, w, &x, 3);
	work_precision(w, op, 3);
	work_set(w, post_flops(&x) + 2 * x.m * x.h * x.k,
	    x.element * (x.m * x.c + 3 * x.m * x.n * x.c) + mix_bytes(&x) +
		gemm_bytes(&x));
}

/* Collectives: the bytes that go through this device's memory. */
static void
set_moved(const struct operation *op, struct work *w, int from, int to)
{
	if (to < from)
		parameter_shape(w, "out_shape", shape_of(op, to));
	parameter_shape(w, "op_shape", shape_of(op, from));
	if (to > from)
		parameter_shape(w, "out_shape", shape_of(op, to));
	parameter_type(w, "dtype_in", op, from);
	if (to >= from)
		parameter_stride(w, "stride_input", op, from);
	w->no_rate = true;
	work_set(
	    w, 0, element(op, from) * (elements(op, from) + elements(op, to)));
}

static void
model_all_reduce(const struct operation *op, struct work *w)
{
	set_moved(op, w, 1, 1);
}

static void
model_gather_or_scatter(const struct operation *op, struct work *w)
{
	set_moved(op, w, 1, 2);
}

static void
model_gather_out_first(const struct operation *op, struct work *w)
{
	set_moved(op, w, 1, 0);
}

const struct model other_models[] = {
    {"all_reduce", model_all_reduce, ".+"},
    {"causal_conv1d", model_causal_conv1d, "32"},
    {"cross_entropy", model_cross_entropy, "+"},
    {"gather_or_scatter", model_gather_or_scatter, ".++"},
    {"gather_out_first", model_gather_out_first, "++"},
    {"rope", model_rope, ""},
    {"rope_latent", model_rope_latent, "33"},
    {"rope_latent_joined", model_rope_latent_joined, "33"},
    {"rope_rows", model_rope_rows, ".++.2"},
    {"rope_two", model_rope_two, "..++"},
    {"state_space", model_state_space, "32.1"},
    {"streams_gemm", model_streams_gemm, "..32"},
    {"streams_post", model_streams_post, "+2"},
    {"streams_post_pre", model_streams_post_pre, "..+2...2"},
    {"streams_pre", model_streams_pre, "+.2"},
    {0},
};
