#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "tools/trace-perf/registry.h"

struct entry {
	const char *name;
	model_function *model;
	const char *ranks; /* of its arguments, one by one; see has_ranks */
};

/* In byte order. */
static const struct entry entries[] = {
    {"add_rms_norm", model_add_rms_norm, ".+..1"},
    {"add_rms_norm_fp8_group", model_add_rms_norm_fp8_group, "+.1"},
    {"add_rms_norm_pad", model_add_rms_norm_pad, "+1"},
    {"addmm", model_addmm, ".22"},
    {"all_reduce", model_all_reduce, ".+"},
    {"all_reduce_rms_norm", model_all_reduce_rms_norm, "..+...1"},
    {"all_reduce_rms_norm_inplace", model_all_reduce_rms_norm_inplace, "+.1"},
    {"baddbmm", model_baddbmm, ".33"},
    {"batch_norm", model_batch_norm, ""},
    {"batch_norm_backward", model_batch_norm_backward, ""},
    {"batch_norm_backward_vendor", model_batch_norm_backward_vendor, ""},
    {"batched_a16wfp4", model_batched_a16wfp4, "33"},
    {"batched_a8w8", model_batched_a8w8, "33"},
    {"binary", model_binary, ""},
    {"bmm", model_bmm, "33"},
    {"causal_conv1d", model_causal_conv1d, "32"},
    {"convolution", model_convolution, "++"},
    {"convolution_backward", model_convolution_backward, "+++"},
    {"convolution_bias", model_convolution_bias, "++"},
    {"convolution_bias_backward", model_convolution_bias_backward, "++"},
    {"copy", model_copy, ""},
    {"cross_entropy", model_cross_entropy, "+"},
    {"cumulate", model_cumulate, ""},
    {"evoformer", model_evoformer, "555"},
    {"experts", model_experts, "2332"},
    {"experts_append", model_experts_append, ""},
    {"experts_ck_down", model_experts_ck_down, "3.3"},
    {"experts_ck_up", model_experts_ck_up, "2.3"},
    {"experts_cktile_down", model_experts_cktile_down, "33"},
    {"experts_cktile_up", model_experts_cktile_up, "233"},
    {"experts_down", model_experts_down, "2332"},
    {"experts_exchange", model_experts_exchange, "+"},
    {"experts_gemm", model_experts_gemm, "23......2"},
    {"experts_packed_down", model_experts_packed_down, "2.3"},
    {"experts_packed_up", model_experts_packed_up, "23"},
    {"experts_quantised", model_experts_quantised, "2.33"},
    {"experts_routing", model_experts_routing, ""},
    {"experts_topk_softplus", model_experts_topk_softplus, "2.2"},
    {"experts_triton_down", model_experts_triton_down, "22"},
    {"experts_triton_up", model_experts_triton_up, "22"},
    {"experts_up", model_experts_up, "2332"},
    {"flash", model_attention, "444"},
    {"flash_3", model_attention, "444"},
    {"flash_aiter", model_attention, "444"},
    {"flash_aiter_backward", model_attention, ".444"},
    {"flash_backward", model_attention, ".444"},
    {"flash_varlen", model_attention, "333"},
    {"flash_varlen_backward", model_attention, ".333"},
    {"flash_wrapped", model_attention, ".444"},
    {"flash_wrapped_backward", model_attention, ".444"},
    {"gather_or_scatter", model_gather_or_scatter, ".++"},
    {"gather_out_first", model_gather_out_first, "++"},
    {"gelu_and_mul", model_gelu_and_mul, "++"},
    {"gelu_tanh_and_mul", model_gelu_tanh_and_mul, "++"},
    {"gemm_a16w16", model_gemm_a16w16, "22"},
    {"gemm_a16w16_asm", model_gemm_a16w16_asm, "22"},
    {"gemm_a16w16_atomic", model_gemm_a16w16_atomic, "22"},
    {"gemm_a4w4", model_gemm_a4w4, "22"},
    {"gemm_a8w8", model_gemm_a8w8, "22"},
    {"gemm_afp4wfp4", model_gemm_afp4wfp4, "22"},
    {"gemm_dynamic_quant", model_gemm_dynamic_quant, ""},
    {"gemm_unquantized", model_gemm_unquantized, "22"},
    {"group_norm", model_group_norm, ""},
    {"group_norm_backward", model_group_norm_backward, ""},
    {"grouped_gemm", model_grouped_gemm, "23"},
    {"grouped_gemm_variable_k", model_grouped_gemm_variable_k, "22"},
    {"hipblaslt_fp4", model_hipblaslt_fp4, "2.2"},
    {"hipblaslt_fp8", model_hipblaslt_fp8, "2.2"},
    {"inductor", model_inductor, ""},
    {"layer_norm", model_layer_norm, ""},
    {"layer_norm_backward", model_layer_norm_backward, ""},
    {"linear", model_linear, "+2"},
    {"linear_after_norm", model_linear_after_norm, "+..2"},
    {"linear_attention", model_linear_attention, "22.3"},
    {"linear_weights_first", model_linear_weights_first, "2+"},
    {"ln_modulate", model_ln_modulate, "3"},
    {"ln_modulate_backward", model_ln_modulate_backward, "3"},
    {"mha_backward", model_attention, ".444"},
    {"mm", model_mm, "22"},
    {"pad", model_pad, ""},
    {"paged", model_paged, "3"},
    {"paged_compressed_128", model_paged_compressed_128, "3"},
    {"paged_compressed_4", model_paged_compressed_4, "3"},
    {"paged_decode", model_paged_decode, "3"},
    {"paged_ragged", model_paged_ragged, "..3"},
    {"paged_sparse", model_paged_sparse, "3"},
    {"paged_v", model_paged_v, "3"},
    {"paged_window", model_paged_window, "3"},
    {"quant_fp8_group", model_quant_fp8_group, "2"},
    {"quant_group", model_quant_group, "++"},
    {"quant_mxfp4", model_quant_mxfp4, "+"},
    {"quant_mxfp4_dual", model_quant_mxfp4_dual, "2"},
    {"quant_mxfp4_second", model_quant_mxfp4_second, ".+"},
    {"quant_mxfp4_third", model_quant_mxfp4_third, "..+"},
    {"quant_tensor", model_quant_tensor, ""},
    {"reduce", model_reduce, ""},
    {"rms_norm", model_rms_norm, ""},
    {"rms_norm_backward", model_rms_norm_backward, ""},
    {"rms_norm_ck", model_rms_norm_ck, "+1"},
    {"rms_norm_fp8_group", model_rms_norm_fp8_group, "+1"},
    {"rms_norm_mxfp4", model_rms_norm_mxfp4, "+1"},
    {"rms_norm_out", model_rms_norm_out, ".+1"},
    {"rms_norm_quant", model_rms_norm_quant, ".+.1"},
    {"rms_norm_quant_row", model_rms_norm_quant_row, ".+.1"},
    {"rope", model_rope, ""},
    {"rope_latent", model_rope_latent, "33"},
    {"rope_latent_joined", model_rope_latent_joined, "33"},
    {"rope_rows", model_rope_rows, ".++.2"},
    {"rope_two", model_rope_two, "..++"},
    {"sample_exponential", model_sample_exponential, ".2"},
    {"scaled_mm", model_scaled_mm, "22"},
    {"sdpa_efficient", model_attention, "444"},
    {"sdpa_flash", model_attention, "444"},
    {"silu_and_mul", model_silu_and_mul, "++"},
    {"sparse_prefill", model_sparse_prefill, "32"},
    {"state_space", model_state_space, "32.1"},
    {"store_cache", model_store_cache, "+"},
    {"streams_gemm", model_streams_gemm, "..32"},
    {"streams_post", model_streams_post, "+2"},
    {"streams_post_pre", model_streams_post_pre, "..+2...2"},
    {"streams_pre", model_streams_pre, "+.2"},
    {"te_gemm", model_te_gemm, "2....2"},
    {"te_linear", model_te_linear, "22"},
    {"unary", model_unary, ""},
    {"upsample", model_upsample, ""},
    {"xla_attention", model_xla_attention, ""},
    {"xla_attention_backward", model_xla_attention_backward, ""},
    {"xla_convolution", model_xla_convolution, ""},
    {"xla_convolution_filter", model_xla_convolution_filter, ""},
    {"xla_convolution_input", model_xla_convolution_input, ""},
    {"xla_fused_dot", model_xla_fused_dot, ""},
    {"xla_gemm", model_xla_gemm, ""},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static int
compare_name(const void *key, const void *element)
{
	const struct entry *e = element;

	return span_compare(*(const struct span *)key, span_of(e->name));
}

static const struct entry *
find(struct span name)
{
	return bsearch(&name, entries, ENTRIES, sizeof *entries, compare_name);
}

bool
registry_has(struct span model)
{
	return find(model) != NULL;
}

const char *
registry_name(size_t i)
{
	return i < ENTRIES ? entries[i].name : NULL;
}

/* Sizes at the wrong places give wrong numbers that look right. So a model says
 * how many sizes it expects of an argument: a digit, + for one or more, or a
 * point for any number and none. A list of tensors is the model's to read. */
static bool
has_ranks(const struct operation *op, const char *ranks)
{
	for (int i = 0; ranks[i]; i++) {
		int n = arguments_shape(&op->args, i).n;

		if (ranks[i] == '.' || arguments_tensors(&op->args, i) > 0)
			continue;
		if (ranks[i] == '+' ? n < 1 : n != ranks[i] - '0')
			return false;
	}
	return true;
}

static double
finite_or_unknown(double count)
{
	return isfinite(count) ? count : NAN;
}

/* Sizes that contradict each other may give what cannot be; then nothing that
 * was computed from them counts. */
static void
keep_possible(struct work *w)
{
	if (w->flops < 0 || w->bytes < 0)
		w->flops = w->bytes = w->flops_back = w->bytes_back = NAN;
	if (w->flops_back < 0 || w->bytes_back < 0)
		w->flops_back = w->bytes_back = NAN;
	w->flops = finite_or_unknown(w->flops);
	w->bytes = finite_or_unknown(w->bytes);
	w->flops_back = finite_or_unknown(w->flops_back);
	w->bytes_back = finite_or_unknown(w->bytes_back);
}

void
registry_ask(struct operation *op, struct span model, struct work *w)
{
	const struct entry *e = find(model);

	*w = (struct work){.flops = NAN,
	    .bytes = NAN,
	    .flops_back = NAN,
	    .bytes_back = NAN,
	    .type = arguments_type(&op->args, 0)};
	if (!e)
		return;
	op->model = e->name;
	if (!has_ranks(op, e->ranks))
		return;
	e->model(op, w);
	keep_possible(w);
}

/* From perf-models.tsv: six fields an operator, NULL after the last. */
extern const char *const perf_models_ours[];
enum { OURS_FIELDS = 6 };

struct operators {
	struct pool *names;
	struct pool *texts; /* keeps the fields of what was added */
	struct operator_model *operator; /* by the name's number */
	size_t n, cap;
};

struct operators *
operators_new(void)
{
	struct operators *o = xcalloc(1, sizeof *o);

	o->names = pool_new();
	o->texts = pool_new();
	return o;
}

void
operators_free(struct operators *o)
{
	if (!o)
		return;
	pool_free(o->names);
	pool_free(o->texts);
	free(o->operator);
	free(o);
}

void
operators_add(
    struct operators *o, struct span name, const struct operator_model *given)
{
	struct operator_model kept = *given;
	uint32_t id = pool_add(o->names, name);

	if (id < o->n)
		return;
	pool_keep(o->texts, &kept.model);
	pool_keep(o->texts, &kept.category);
	pool_keep(o->texts, &kept.sheet);
	pool_keep(o->texts, &kept.backward);
	pool_keep(o->texts, &kept.unit);
	ARRAY_PUSH(o->operator, o->n, &o->cap, kept);
}

void
operators_add_ours(struct operators *o)
{
	for (const char *const *p = perf_models_ours; *p; p += OURS_FIELDS) {
		struct operator_model ours = {.model = span_of(p[1]),
		    .category = span_of(p[2]),
		    .sheet = span_of(p[3]),
		    .backward = span_of(p[4]),
		    .unit = span_of(p[5])};

		operators_add(o, span_of(p[0]), &ours);
	}
}

/* Cuts _12 off sglang_profiler::X_12. */
static struct span
without_number(struct span name)
{
	size_t n = name.n;

	if (!span_starts(name, "sglang_profiler::"))
		return name;
	while (n && name.p[n - 1] >= '0' && name.p[n - 1] <= '9')
		n--;
	if (n && n < name.n && name.p[n - 1] == '_')
		name.n = n - 1;
	return name;
}

/* What torch.compile makes of other operators. */
static const struct operator_model *
find_compiled(struct span name)
{
	static const struct operator_model inductor = {
	    .model = {"inductor", sizeof "inductor" - 1},
	    .category = {"triton", sizeof "triton" - 1},
	    .unit = {"vector", sizeof "vector" - 1}};
	bool compiled = span_starts(name, "triton_poi_") ||
	    span_starts(name, "triton_red_") ||
	    span_starts(name, "triton_per_");

	return compiled ? &inductor : NULL;
}

const struct operator_model *
operators_find(const struct operators *o, struct span name)
{
	uint32_t id = pool_find(o->names, name);

	if (id == POOL_NONE)
		id = pool_find(o->names, without_number(name));
	return id == POOL_NONE ? find_compiled(name) : &o->operator[id];
}
