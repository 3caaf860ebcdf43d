/*
 * Attention of inference engines: how many tokens each request has is in the
 * annotation of the step, not in the arguments.
 */
#include "tools/trace-perf/models.h"
#include "tools/trace-perf/work.h"

struct paged {
	double heads, kv_heads, d, v;
	double tokens, kv_tokens; /* as they stand in the arguments */
	double element, kv_element;
	struct span type, kv_type;
	double window; /* of the keys that a token sees; NAN: all, 0 or less:
			  all of an operator that may have one */
	bool generation_only;
};

static double
least(double a, double b)
{
	return a < b ? a : b;
}

static void
set_tokens(struct work *w, const char *const name[4], const struct tokens *t)
{
	work_parameter(w, name[0], t->sq);
	work_parameter(w, name[1], t->sk);
	work_parameter(w, name[2], t->sqsq);
	work_parameter(w, name[3], t->sqsk);
}

static void
set_sizes(struct work *w, const struct paged *p)
{
	work_parameter(w, "B", 1);
	work_parameter(w, "N_Q", p->tokens);
	work_parameter(w, "H_Q", p->heads);
	work_parameter(w, "H_V", p->kv_heads);
	work_parameter(w, "H_K", p->kv_heads);
	work_parameter(w, "N_KV", p->kv_tokens);
	work_parameter(w, "H_KV", p->kv_heads);
	work_parameter(w, "d_h_qk", p->d);
	work_parameter(w, "d_h_v", p->v);
	parameter_real(w, "dropout", 0);
	parameter_flag(w, "causal", false);
	parameter_flag(w, "flash_impl", true);
}

static void
set_types(struct work *w, const struct paged *p)
{
	parameter_word(w, "dtype_Q", p->type);
	if (p->kv_type.p)
		parameter_word(w, "dtype_KV", p->kv_type);
}

static const char *const context[] = {"c_sq", "c_sk", "c_sqsq", "c_sqsk"};
static const char *const generation[] = {"g_sq", "g_sk", "g_sqsq", "g_sqsk"};

static void
set_paged(const struct operation *op, const struct paged *p, struct work *w)
{
	struct tokens c = op->step.context, g = op->step.generation;
	double wide = p->d + p->v, q, kv;

	if (p->generation_only)
		c = (struct tokens){0, 0, 0, 0};
	set_sizes(w, p);
	set_tokens(w, context, &c);
	set_tokens(w, generation, &g);
	set_types(w, p);
	work_parameter(w, "sliding_window", p->window);
	if (p->window > 0) {
		g.sk = least(g.sk, g.sq * p->window);
		g.sqsk = least(g.sqsk, g.sq * p->window);
	}
	q = c.sq + g.sq;
	kv = (c.sk - c.sq) + (g.sk - g.sq);
	work_set(w, p->heads * wide * (2 * c.sqsk - c.sqsq + 2 * g.sqsk),
	    p->element * q * (p->heads + p->kv_heads) * wide +
		p->kv_element * kv * p->kv_heads * wide);
}

/* Q is [tokens, heads, d], K ends with heads and width. */
static struct paged
paged_from(const struct operation *op)
{
	double e = known_or(element(op, 0), 2);

	return (struct paged){.heads = size_at(op, 0, 1),
	    .d = size_at(op, 0, 2),
	    .kv_heads = shape_of(op, 1).n < 3 ? NAN : size_at(op, 1, -2),
	    .v = size_at(op, 1, -1),
	    .tokens = size_at(op, 0, 0),
	    .kv_tokens = size_at(op, 1, 0),
	    .element = e,
	    .kv_element = known_or(element(op, 1), e),
	    .type = arguments_type(&op->args, 0),
	    .kv_type = arguments_type(&op->args, 1),
	    .window = NAN};
}

static void
model_paged(const struct operation *op, struct work *w)
{
	struct paged p = paged_from(op);

	set_paged(op, &p, w);
}

/* V has a width of its own. */
static void
model_paged_v(const struct operation *op, struct work *w)
{
	struct paged p = paged_from(op);

	p.v = size_at(op, 2, -1);
	set_paged(op, &p, w);
}

static void
model_paged_sparse(const struct operation *op, struct work *w)
{
	struct paged p = paged_from(op);

	p.v = arguments_number(&op->args, 4, 512);
	set_paged(op, &p, w);
}

static void
model_paged_ragged(const struct operation *op, struct work *w)
{
	double e = known_or(element(op, 2), 2);
	double kv = op->reference ? e : known_or(element(op, 3), e);
	struct paged p = {.heads = size_at(op, 2, 1),
	    .d = size_at(op, 2, 2),
	    .kv_heads = size_at(op, 3, -2),
	    .v = size_at(op, 4, -1),
	    .tokens = size_at(op, 2, 0),
	    .kv_tokens = op->step.context.sk + op->step.generation.sk,
	    .element = e,
	    .kv_element = kv,
	    .type = arguments_type(&op->args, 2),
	    .window = NAN};

	work_precision(w, op, 2);
	set_paged(op, &p, w);
}

static void
model_paged_decode(const struct operation *op, struct work *w)
{
	struct paged p = paged_from(op);

	p.kv_heads = size_at(op, 2, 1);
	p.v = p.d;
	p.kv_tokens = op->step.generation.sk;
	p.kv_element = known_or(element(op, 2), p.element);
	p.kv_type = arguments_type(&op->args, 2);
	p.window = arguments_number(&op->args, 19, 0);
	p.generation_only = true;
	set_paged(op, &p, w);
}

/* Of DeepSeek V4: keys that are always seen, and at most so many of those that
 * stand for four. The larger model has twice as many, and a trace does not name
 * its model. */
enum { WINDOW = 128, CHOSEN_MOST = 512 };

/* Beside the window, one key for so many of those before it; at most so many.
 */
static void
set_compressed(
    const struct operation *op, struct work *w, double ratio, double most)
{
	double keys = op->step.generation.sk / op->step.generation.sq;
	struct paged p = {.heads = size_at(op, 0, 1),
	    .d = 512,
	    .kv_heads = 1,
	    .v = 512,
	    .tokens = size_at(op, 0, 0),
	    .kv_tokens = op->step.generation.sk,
	    .element = 2,
	    .kv_element = 2,
	    .type = span_of("c10::bfloat16"),
	    .kv_type = span_of("c10::bfloat16"),
	    .window = WINDOW,
	    .generation_only = true};

	if (ratio > 0 && ceil(keys / ratio) > most && !op->reference)
		return;
	if (ratio > 0)
		p.window += least(ceil(keys / ratio), most);
	set_paged(op, &p, w);
}

static void
model_paged_window(const struct operation *op, struct work *w)
{
	set_compressed(op, w, 0, 0);
}

static void
model_paged_compressed_4(const struct operation *op, struct work *w)
{
	set_compressed(op, w, 4, CHOSEN_MOST);
}

static void
model_paged_compressed_128(const struct operation *op, struct work *w)
{
	set_compressed(op, w, 128, INFINITY);
}

/* The pairs stand one after another in two lists of indices. */
static void
model_sparse_prefill(const struct operation *op, struct work *w)
{
	double pairs = size_at(op, 2, 0) + size_at(op, 5, 0);
	double tokens = size_at(op, 0, 0), heads = size_at(op, 0, 1);
	double d = size_at(op, 0, 2), v = size_at(op, 1, 1);
	double e = element(op, 0), kv = known_or(element(op, 1), e);
	struct paged p = {.heads = heads,
	    .kv_heads = 1,
	    .d = d,
	    .v = v,
	    .tokens = tokens,
	    .kv_tokens = pairs,
	    .type = arguments_type(&op->args, 0),
	    .kv_type = arguments_type(&op->args, 1)};

	set_sizes(w, &p);
	work_parameter(w, "prefill_pairs", pairs);
	set_types(w, &p);
	work_set(w, 2 * pairs * heads * (d + v),
	    2 * tokens * heads * d * e + pairs * v * kv);
}

static void
model_store_cache(const struct operation *op, struct work *w)
{
	parameter_shape(w, "op_shape", shape_of(op, 0));
	work_parameter(w, "nelems", elements(op, 0));
	parameter_type(w, "dtype", op, 0);
	work_set(w, 0, 4 * elements(op, 0) * element(op, 0));
}

/* Its state stands for all keys: each token has one. */
static void
set_linear(const struct operation *op, struct work *w, const struct paged *p)
{
	double c = op->step.context.sq, g = op->step.generation.sq;

	work_parameter(w, "B", 1);
	work_parameter(w, "N_Q", c + g);
	work_parameter(w, "H_Q", p->kv_heads);
	work_parameter(w, "N_KV", 0);
	work_parameter(w, "H_KV", p->kv_heads);
	work_parameter(w, "H_V", p->heads);
	work_parameter(w, "H_K", p->kv_heads);
	work_parameter(w, "d_h_qk", p->d);
	work_parameter(w, "d_h_v", p->v);
	set_tokens(w, context, &(struct tokens){c, c, 0, 0});
	set_tokens(w, generation, &(struct tokens){g, g, 0, 0});
	parameter_type(w, "dtype_Q", op, 0);
}

/* Gated delta rule: a state of k x v for each head, updated by each token. */
static void
model_linear_attention(const struct operation *op, struct work *w)
{
	double t = op->step.context.sq + op->step.generation.sq;
	double heads = size_at(op, 1, 1), v = size_at(op, 3, 2);
	double key_heads = floor(heads / 2);
	double k =
	    floor(floor((size_at(op, 0, 1) - heads * v) / 2) / key_heads);

	if (!(k > 0)) /* the sizes contradict each other */
		k = NAN;
	set_linear(op, w,
	    &(struct paged){
		.heads = heads, .kv_heads = key_heads, .d = k, .v = v});
	work_set(w, 7 * t * heads * v * k, 2 * t * heads * (k + 2 * v + 2));
}

const struct model inference_models[] = {
    {"linear_attention", model_linear_attention, "22.3"},
    {"paged", model_paged, "3"},
    {"paged_compressed_128", model_paged_compressed_128, "3"},
    {"paged_compressed_4", model_paged_compressed_4, "3"},
    {"paged_decode", model_paged_decode, "3"},
    {"paged_ragged", model_paged_ragged, "..3"},
    {"paged_sparse", model_paged_sparse, "3"},
    {"paged_v", model_paged_v, "3"},
    {"paged_window", model_paged_window, "3"},
    {"sparse_prefill", model_sparse_prefill, "32"},
    {"store_cache", model_store_cache, "+"},
    {0},
};
