#include <stdlib.h>
#include <string.h>

#include "tools/trace-perf/registry.h"

struct entry {
	const char *name;
	model_function *model;
};

/* In byte order. */
static const struct entry entries[] = {
    {"add_rms_norm", model_add_rms_norm},
    {"add_rms_norm_fp8_group", model_add_rms_norm_fp8_group},
    {"add_rms_norm_pad", model_add_rms_norm_pad},
    {"addmm", model_addmm},
    {"all_reduce", model_all_reduce},
    {"all_reduce_rms_norm", model_all_reduce_rms_norm},
    {"all_reduce_rms_norm_inplace", model_all_reduce_rms_norm_inplace},
    {"baddbmm", model_baddbmm},
    {"batch_norm", model_batch_norm},
    {"batch_norm_backward", model_batch_norm_backward},
    {"batch_norm_backward_vendor", model_batch_norm_backward_vendor},
    {"batched_a16wfp4", model_batched_a16wfp4},
    {"batched_a8w8", model_batched_a8w8},
    {"binary", model_binary},
    {"bmm", model_bmm},
    {"causal_conv1d", model_causal_conv1d},
    {"convolution", model_convolution},
    {"convolution_backward", model_convolution_backward},
    {"convolution_bias", model_convolution_bias},
    {"copy", model_copy},
    {"cross_entropy", model_cross_entropy},
    {"cumulate", model_cumulate},
    {"evoformer", model_evoformer},
    {"experts", model_experts},
    {"experts_append", model_experts_append},
    {"experts_ck_down", model_experts_ck_down},
    {"experts_ck_up", model_experts_ck_up},
    {"experts_cktile_down", model_experts_cktile_down},
    {"experts_cktile_up", model_experts_cktile_up},
    {"experts_down", model_experts_down},
    {"experts_exchange", model_experts_exchange},
    {"experts_gemm", model_experts_gemm},
    {"experts_packed_down", model_experts_packed_down},
    {"experts_packed_up", model_experts_packed_up},
    {"experts_quantised", model_experts_quantised},
    {"experts_routing", model_experts_routing},
    {"experts_topk_softplus", model_experts_topk_softplus},
    {"experts_triton_down", model_experts_triton_down},
    {"experts_triton_up", model_experts_triton_up},
    {"experts_up", model_experts_up},
    {"flash", model_attention},
    {"flash_3", model_attention},
    {"flash_aiter", model_attention},
    {"flash_aiter_backward", model_attention},
    {"flash_backward", model_attention},
    {"flash_varlen", model_attention},
    {"flash_varlen_backward", model_attention},
    {"flash_wrapped", model_attention},
    {"flash_wrapped_backward", model_attention},
    {"gather_or_scatter", model_gather_or_scatter},
    {"gather_out_first", model_gather_out_first},
    {"gelu_and_mul", model_gelu_and_mul},
    {"gelu_tanh_and_mul", model_gelu_tanh_and_mul},
    {"gemm_a16w16", model_gemm_a16w16},
    {"gemm_a16w16_asm", model_gemm_a16w16_asm},
    {"gemm_a16w16_atomic", model_gemm_a16w16_atomic},
    {"gemm_a4w4", model_gemm_a4w4},
    {"gemm_a8w8", model_gemm_a8w8},
    {"gemm_afp4wfp4", model_gemm_afp4wfp4},
    {"gemm_dynamic_quant", model_gemm_dynamic_quant},
    {"gemm_unquantized", model_gemm_unquantized},
    {"group_norm", model_group_norm},
    {"group_norm_backward", model_group_norm_backward},
    {"grouped_gemm", model_grouped_gemm},
    {"grouped_gemm_variable_k", model_grouped_gemm_variable_k},
    {"hipblaslt_fp4", model_hipblaslt_fp4},
    {"hipblaslt_fp8", model_hipblaslt_fp8},
    {"inductor", model_inductor},
    {"layer_norm", model_layer_norm},
    {"layer_norm_backward", model_layer_norm_backward},
    {"linear_attention", model_linear_attention},
    {"ln_modulate", model_ln_modulate},
    {"ln_modulate_backward", model_ln_modulate_backward},
    {"mha_backward", model_attention},
    {"mm", model_mm},
    {"pad", model_pad},
    {"paged", model_paged},
    {"paged_compressed_128", model_paged_compressed_128},
    {"paged_compressed_4", model_paged_compressed_4},
    {"paged_decode", model_paged_decode},
    {"paged_ragged", model_paged_ragged},
    {"paged_sparse", model_paged_sparse},
    {"paged_v", model_paged_v},
    {"paged_window", model_paged_window},
    {"quant_fp8_group", model_quant_fp8_group},
    {"quant_group", model_quant_group},
    {"quant_mxfp4", model_quant_mxfp4},
    {"quant_mxfp4_dual", model_quant_mxfp4_dual},
    {"quant_mxfp4_second", model_quant_mxfp4_second},
    {"quant_mxfp4_third", model_quant_mxfp4_third},
    {"quant_tensor", model_quant_tensor},
    {"reduce", model_reduce},
    {"rms_norm", model_rms_norm},
    {"rms_norm_backward", model_rms_norm_backward},
    {"rms_norm_ck", model_rms_norm_ck},
    {"rms_norm_fp8_group", model_rms_norm_fp8_group},
    {"rms_norm_mxfp4", model_rms_norm_mxfp4},
    {"rms_norm_out", model_rms_norm_out},
    {"rms_norm_quant", model_rms_norm_quant},
    {"rms_norm_quant_row", model_rms_norm_quant_row},
    {"rope", model_rope},
    {"rope_latent", model_rope_latent},
    {"rope_latent_joined", model_rope_latent_joined},
    {"rope_rows", model_rope_rows},
    {"rope_two", model_rope_two},
    {"sample_exponential", model_sample_exponential},
    {"scaled_mm", model_scaled_mm},
    {"sdpa_efficient", model_attention},
    {"sdpa_flash", model_attention},
    {"silu_and_mul", model_silu_and_mul},
    {"sparse_prefill", model_sparse_prefill},
    {"state_space", model_state_space},
    {"store_cache", model_store_cache},
    {"streams_gemm", model_streams_gemm},
    {"streams_post", model_streams_post},
    {"streams_post_pre", model_streams_post_pre},
    {"streams_pre", model_streams_pre},
    {"te_gemm", model_te_gemm},
    {"te_linear", model_te_linear},
    {"unary", model_unary},
    {"upsample", model_upsample},
    {"xla_attention", model_xla_attention},
    {"xla_attention_backward", model_xla_attention_backward},
    {"xla_convolution", model_xla_convolution},
    {"xla_convolution_filter", model_xla_convolution_filter},
    {"xla_convolution_input", model_xla_convolution_input},
    {"xla_gemm", model_xla_gemm},
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

/* Sizes that contradict each other may give what cannot be. */
static double
possible(double count)
{
	return isfinite(count) && count >= 0 ? count : NAN;
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
	e->model(op, w);
	w->flops = possible(w->flops);
	w->bytes = possible(w->bytes);
	w->flops_back = possible(w->flops_back);
	w->bytes_back = possible(w->bytes_back);
}
