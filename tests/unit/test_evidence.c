#include <stdio.h>

#include "common/meaning/phase_evidence.h"
#include "common/meaning/rules.h"
#include "tests/unit/test.h"

extern const char
    *const phases_ours[]; /* as common/meaning/phase_evidence.c has it */

/* Evidence of names, by the sources of the engines that launch such kernels. */
static const struct {
	const char *name;
	enum evidence kind;
} known[] = {{"_fwd_kernel", EVIDENCE_PREFILL},
    {"_fwd_kernel_flash_attn_v2", EVIDENCE_PREFILL},
    {"_fwd_kernel_stage1", EVIDENCE_DECODE},
    {"_fwd_grouped_kernel_stage1", EVIDENCE_DECODE},
    {"_fwd_kernel_stage2", EVIDENCE_DECODE},
    {"context_attention_fwd", EVIDENCE_PREFILL},
    {"kernel_unified_attention_3d", EVIDENCE_DECODE},
    {"kernel_unified_attention_2d", EVIDENCE_EITHER},
    {"reduce_segments", EVIDENCE_DECODE},
    {"void paged_attention_ll4mi_QKV_mfma16_kernel<__hip_bfloat16, 16, 128>",
	EVIDENCE_TOKEN},
    {"void paged_attention_ll4mi_reduce_kernel<__hip_bfloat16, 128>",
	EVIDENCE_NOTHING},
    {"kernel_paged_attention_2d", EVIDENCE_TOKEN},
    {"void vllm::paged_attention_v1_kernel<float, float, 128>",
	EVIDENCE_DECODE},
    {"void vllm::paged_attention_v2_reduce_kernel<float, 128>",
	EVIDENCE_NOTHING},
    {"fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16VarSeqQ128Kv128Pers"
     "istentContext",
	EVIDENCE_PREFILL},
    {"fmhaSm100fKernel_QkvE4m3OBfloat16H128PagedKvDenseP32StaticSwapsAbForGen",
	EVIDENCE_DECODE},
    {"fmha_v2_flash_attention_bf16_64_128_S_qkv_128_causal_sm90_kernel",
	EVIDENCE_PREFILL},
    {"void tensorrt_llm::kernels::mmha::masked_multihead_attention_kernel<>",
	EVIDENCE_DECODE},
    {"void flashinfer::BatchDecodeWithPagedKVCacheKernel<1, 2>",
	EVIDENCE_DECODE},
    {"void flashinfer::BatchPrefillWithPagedKVCacheKernel<1, 2>",
	EVIDENCE_ATTENTION}, /* decode with tensor cores, too */
    {"void flashinfer::BatchPrefillWithRaggedKVCacheKernel<1, 2>",
	EVIDENCE_PREFILL},
    {"void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64>>",
	EVIDENCE_ATTENTION}, /* with a paged cache prompts, too */
    {"void flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, "
     "false, false, cutlass::bfloat16_t, Flash_kernel_traits<128, 64, 128, 4, "
     "cutlass::bfloat16_t> >, true, false, false, false, true, false, false, "
     "false>(Flash_fwd_params)",
	EVIDENCE_PROMPTS},
    {"void flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<(int)128, "
     "(int)64, (bool)0, cutlass::half_t, Flash_kernel_traits<(int)128, "
     "cutlass::half_t>>, (bool)0, (bool)0, (bool)0, (bool)0, (bool)1, "
     "(bool)0, (bool)0, (bool)0>(Flash_fwd_params)",
	EVIDENCE_SPLIT},
    {"void flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64>, false, "
     "true, false, false>(Flash_fwd_params)",
	EVIDENCE_ATTENTION}, /* a window: causal or not is not known */
    {"void cutlass::device_kernel<flash::enable_sm90_or_later<"
     "flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, float, "
     "cutlass::arch::Sm90, false, false, false, true, true, false, false, "
     "true, true, true, true, false, cutlass::bfloat16_t, 1> > > >",
	EVIDENCE_SPLIT},
    {"void cutlass::device_kernel<flash::enable_sm90_or_later<"
     "flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, float, "
     "cutlass::arch::Sm90, true, false, false, true, true, false, false, "
     "true, true, true, false, false, cutlass::bfloat16_t, 1> > > >",
	EVIDENCE_ATTENTION}, /* of 128 wide heads decode is causal, too */
    {"void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::"
     "KernelTraits<(flashinfer::MaskMode)1, 128u, 2u> >",
	EVIDENCE_PREFILL},
    {"void flash::flash_fwd_splitkv_combine_kernel<128, 4>", EVIDENCE_SPLIT},
    {"void flash::FlashAttnFwdCombine<128>", EVIDENCE_SPLIT},
    {"void pytorch_flash::flash_fwd_kernel<64, 128>", EVIDENCE_ATTENTION},
    {"_ZN7ck_tile6kentryILi1ENS_37FmhaBatchPrefillWithPagedKVCacheKernelE",
	EVIDENCE_PREFILL},
    {"aiter::mha_batch_prefill_bf16", EVIDENCE_PREFILL},
    {"aiter::mla_pfl_qh192_vh128_m32x8_n128x1_causal1", EVIDENCE_PREFILL},
    {"_ZN5aiter39mla_a16w16_qh16_m16x4_n16x1_coex0_mask1E", EVIDENCE_DECODE},
    {"aiter::mla_a8w8_qh16_qseqlen1_gqaratio16", EVIDENCE_DECODE},
    {"aiter::pa_bf16_pertokenFp8_gqa8_2tg_4w", EVIDENCE_DECODE},
    {"_ZN5aiter37fmha_fwd_hd128_bf16_causal_rtna_groupE", EVIDENCE_PROMPTS},
    {"aiter::fmha_fwd_hd128_bf16", EVIDENCE_ATTENTION},
    {"flash_fwd_splitkv_mla_kernel", EVIDENCE_DECODE},
    {"flash_fwd_splitkv_mla_fp8_sparse_kernel", EVIDENCE_ATTENTION},
    {"void sm90::fwd::sparse_attn_fwd_kernel<576>", EVIDENCE_ATTENTION},
    {"get_mla_metadata_kernel", EVIDENCE_NOTHING},
    {"kn_mla_reduce_v1", EVIDENCE_NOTHING},
    {"set_mla_kv_buffer_kernel", EVIDENCE_ENGINE},
    {"fused_k_norm_rope_flashmla", EVIDENCE_NOTHING},
    {"triton_poi_fused__scaled_dot_product_efficient_attention_transpose_3",
	EVIDENCE_NOTHING},
    {"attn_fwd_prefill_bf16_causal_d128", EVIDENCE_PREFILL},
    {"attn_fwd", EVIDENCE_ATTENTION}, {"sage_fwd", EVIDENCE_ATTENTION},
    {"_selective_state_update_kernel", EVIDENCE_DECODE},
    {"_causal_conv1d_update_kernel", EVIDENCE_DECODE},
    {"_causal_conv1d_fwd_kernel", EVIDENCE_PREFILL},
    {"chunk_gated_delta_rule_fwd_kernel_h_blockdim64", EVIDENCE_PREFILL},
    {"fused_recurrent_gated_delta_rule_fwd_kernel", EVIDENCE_DECODE},
    {"void mul_mat_vec_q<(ggml_type)13, 1, false, false>(void const*)",
	EVIDENCE_FEW},
    {"void mul_mat_q<(ggml_type)12, 128, false>(char const*)", EVIDENCE_MANY},
    {"void mul_mat_q<(ggml_type)12, 16, false>(char const*)", EVIDENCE_ENGINE},
    {"void quantize_mmq_q8_1<(mmq_q8_1_ds_layout)1>(float const*)",
	EVIDENCE_ENGINE},
    {"quantize_q8_1(float const*, void*)", EVIDENCE_NOTHING},
    {"void ssm_conv_long_token_f32<true, 128ul>(float const*)", EVIDENCE_MANY},
    {"void flash_attn_tile<256, 256, 8, 4, false>(char const*)",
	EVIDENCE_ATTENTION},
    {"void flash_attn_combine_results<256>(float const*)", EVIDENCE_NOTHING},
    {"void flash_attn_ext_vec<128, 1>(char const*)", EVIDENCE_FEW},
    {"void wvSplitK_hf_sml_<__hip_bfloat16, 64, 2, 16>", EVIDENCE_FEW},
    {"_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu", EVIDENCE_MANY},
    {"_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1", EVIDENCE_NOTHING},
    {"void gemv2T_kernel_val<int, int, __nv_bfloat16>", EVIDENCE_VECTOR},
    {"void vllm::reshape_and_cache_flash_kernel<>", EVIDENCE_BATCHING},
    {"void vllm::concat_and_cache_mla_kernel<>", EVIDENCE_BATCHING},
    {"rejection_greedy_sample_kernel", EVIDENCE_VERIFY},
    {"void VerifyTreeGreedy<long, int>(long*)", EVIDENCE_VERIFY},
    {"void flashinfer::sampling::ChainSpeculativeSampling<1024u>",
	EVIDENCE_VERIFY},
    {"create_flashinfer_kv_indices_triton", EVIDENCE_ENGINE},
    {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL", EVIDENCE_NOTHING},
    {"Cijk_Alik_Bljk_BBS_BH_MT192x16x128", EVIDENCE_NOTHING},
    {"nvjet_tst_64x64_64x16_2x1_2cta_v_bz_bias_TNT", EVIDENCE_NOTHING},
    {"void at::native::batch_norm_backward_kernel<float>",
	EVIDENCE_BACKWARD_NORM},
    {"void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernel<1>",
	EVIDENCE_BACKWARD_NORM},
    {"void layer_norm_grad_input_kernel<float>", EVIDENCE_BACKWARD_NORM},
    {"void cudnn::bn_bw_1C11_kernel_new<float>", EVIDENCE_BACKWARD_NORM},
    {"MIOpenBatchNormBwdSpatial", EVIDENCE_BACKWARD_NORM},
    {"void at::native::multi_tensor_apply_kernel<Adam>", EVIDENCE_OPTIMIZER},
    {"void at::native::multi_tensor_apply_kernel<TensorListMetadata<4>, "
     "FusedAdamMathFunctor<float, 4> >",
	EVIDENCE_OPTIMIZER},
    {"void multi_tensor_apply_kernel<TensorListMetadata<4>, "
     "PointwiseOpScalarListFunctor<float, 4, 3, 0> >",
	EVIDENCE_OPTIMIZER},
    {"void multi_tensor_apply_kernel<TensorListMetadata<2>, "
     "UnaryOpFunctor<float, 2, 1, 1>, Copy<float, float> >",
	EVIDENCE_NOTHING}, /* _foreach_copy_ */
    {"void hadamard_transform_kernel<128>", EVIDENCE_NOTHING},
    {"sm80_xmma_wgrad_implicit_gemm_indexed_tf32f32",
	EVIDENCE_BACKWARD_WEIGHTS},
    {"cutlass_tensorop_s1688wgrad_optimized_tf32", EVIDENCE_BACKWARD_WEIGHTS},
    {"void cudnn::winograd_nonfused::winogradWgradData4x4<float, float>",
	EVIDENCE_BACKWARD_WEIGHTS},
    {"igemm_wrw_gtcx3_nhwc_bf16_bx0_ex1", EVIDENCE_BACKWARD_WEIGHTS},
    /* a gradient of data is a transposed convolution */
    {"sm80_xmma_dgrad_implicit_gemm_indexed_tf32f32", EVIDENCE_NOTHING},
    {"igemm_bwd_gtcx3_nhwc_bf16_bx0_ex1", EVIDENCE_NOTHING},
    {"void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<>",
	EVIDENCE_BACKWARD_ATTENTION},
    {"void indexing_backward_kernel<float, 4>", EVIDENCE_NOTHING},
    {"fbgemm::split_embedding_codegen_lookup_rowwise_adagrad_function",
	EVIDENCE_NOTHING},
    {"void nll_loss_forward_reduce_cuda_kernel_2d<float>", EVIDENCE_NOTHING},
    {"void softmax_warp_backward<float, 7>", EVIDENCE_BACKWARD},
    {"triton_red_fused__log_softmax_backward_data_nll_loss_backward_0",
	EVIDENCE_BACKWARD},
    {"triton_per_fused_add_native_layer_norm_backward_3",
	EVIDENCE_BACKWARD_NORM},
    {"void cudnn::ops::nchwToNhwcKernel<float>", EVIDENCE_NOTHING},
    {"void at::native::vectorized_layer_norm_kernel<float>", EVIDENCE_NOTHING},
    {"k_A", EVIDENCE_NOTHING}, {"", EVIDENCE_NOTHING}};

static void
test_names(void)
{
	struct rules *rules = evidence_rules();

	CHECK(rules != NULL);
	for (size_t i = 0; rules && i < sizeof known / sizeof *known; i++) {
		struct span why;
		enum evidence kind =
		    evidence_of(rules, span_of(known[i].name), &why);
		test_int((int)kind, (int)known[i].kind, known[i].name, __FILE__,
		    __LINE__);
		CHECK(kind >= EVIDENCE_ATTENTION || kind == EVIDENCE_NOTHING ||
		    kind == EVIDENCE_EITHER || why.n > 0);
	}
	rules_free(rules);
}

/* Every pattern is an expression that POSIX has. */
static void
test_table(void)
{
	char message[RULES_MESSAGE];

	for (const char *const *p = phases_ours; *p; p += 5) {
		struct rules *r = rules_new();
		struct rule rule = {0, span_of(p[1]), span_of(p[2]),
		    span_of(p[3]), span_of(p[4])};

		test_point(r && rules_add(r, &rule, message) == 0, p[1],
		    __FILE__, __LINE__);
		rules_free(r);
	}
}

int
main(void)
{
	test_names();
	test_table();
	return test_done();
}
