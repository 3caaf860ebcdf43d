#include <string.h>

#include "common/meaning/rules.h"
#include "tests/unit/test.h"

static struct rules *ours;

static void
check_family(const char *name, const char *want)
{
	struct span family = rules_family(ours, span_of(name));

	test_point(span_is(family, want), name, __FILE__, __LINE__);
	if (!span_is(family, want))
		printf("# got %.*s, want %s\n", (int)family.n, family.p, want);
}

#define NATIVE "void at::native::"

static void
test_libraries(void)
{
	check_family("Cijk_Alik_Bljk_BBS_BH_MT64x64x64", "gemm");
	check_family("Custom_Cijk_Alik_Bljk_S_B_MT16x16", "gemm");
	check_family("nvjet_tst_192x8_64x8_4x1_v_bz_TNT", "gemm");
	check_family(
	    "cublasLt::splitKreduce_kernel<32, 16, int>", "gemm_reduce");
	check_family("cutlass_80_tensorop_bf16_s16816gemm_bf16", "gemm");
	check_family("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", "gemm");
	check_family("_gemm_a16_w16_kernel", "gemm");
	check_family("void wvSplitK_hf_sml_<__half, 64>(int)", "gemm");
	check_family("_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128_swiglu", "gemm");
	check_family("bmm_MxE4m3_MxE2m1MxE4m3_Fp32_dynBatch", "gemm");
	check_family("void gemv2T_kernel_val<int, int>(int)", "gemm");
	check_family("kernel_unified_attention_2d", "attention");
	check_family("kernel_unified_attention_3d", "attention");
	check_family("_ZN7ck_tile6kentryILi256ELi1ENS_13FlatmmKernel", "gemm");
	check_family("void vllm::scaled_mm_kernel<float>(int)", "gemm");
	check_family("aiter::mla_a16w16_qh16_m16x4_n16x1", "attention");
	check_family("triton_tem_fused_flex_attention_0", "attention");
	check_family("triton_tem_fused_addmm_relu_5", "gemm");
	check_family("triton_tem_fused__scaled_mm_3", "gemm");
	check_family("triton_mm", "gemm");
	check_family("triton_poi_fused_addmm_relu_5", "");
	check_family(
	    "void deep_ep::intranode::cached_notify_combine<8>(void**)",
	    "communication");
	check_family("_ZN7deep_ep13internode_ll8dispatchILb1ELi7168EEEvPv",
	    "communication");
	check_family("notify_dispatch", "communication");
	check_family("void mori::moe::EpDispatchIntraNodeKernel<float>(float*)",
	    "communication");
	check_family("void soft_max_f32<true, 1024>(float const*)", "softmax");
	check_family("reduce_segments", "attention_reduce");
	check_family(
	    "fmhaSm100fKernel_QkvE4m3StaticSwapsAbForGen", "attention");
	check_family("paged_attention_ll4mi_QKV_mfma16_kernel", "attention");
	check_family(
	    "flash::flash_fwd_splitkv_combine_kernel", "attention_reduce");
	check_family("vllm::merge_attn_states_kernel", "attention_reduce");
	check_family("attn_fwd", "attention");
	check_family(
	    "void vllm::reshape_and_cache_flash_kernel<int>", "kv_cache");
	check_family("_topk_forward", "moe");
	check_family("_combined_routing_compute", "moe");
	check_family("_finalize_matmul_scatter_bf16", "moe");
	check_family("at::native::sbtopk::gatherTopK", "sort");
	check_family("void cub::DeviceRadixSortOnesweepKernel<int>", "sort");
	check_family("void cub::DeviceScanKernel<int>", "scan");
	check_family(
	    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "communication");
	check_family(
	    "void vllm::cross_device_reduce_1stage<int, 8>", "communication");
	check_family("void vllm::rms_norm_kernel<c10::BFloat16>", "norm");
	check_family("_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdE", "norm");
	check_family("void vllm::act_and_mul_kernel<c10::BFloat16>", "swiglu");
	check_family(
	    "void vllm::rotary_embedding_kernel<c10::BFloat16>", "rope");
	check_family("void cudnn::winograd::generateWinogradTilesKernel<0>",
	    "convolution");
	check_family("hgemm_kernel", "gemm");
	check_family("gemm_kernel", "gemm");
	check_family("bgemm_kernel", "gemm");
	/* FBGEMM is a library. */
	check_family("void split_embedding_kernel<float>(int, "
		     "fbgemm_gpu::FixedDivisor, float)",
	    "embedding");
	check_family(
	    "void fbgemm_gpu::permute_2D_data_kernel<false>(int)", "transpose");
	check_family(
	    "void bounds_check_indices_kernel<long>(fbgemm_gpu::Mode)", "");
	check_family("__amd_rocclr_copyBuffer", "memory_copy");
	check_family("MEMORY_COPY_HOST_TO_DEVICE", "memory_copy");
	check_family("dma_request", "memory_copy");
	check_family("cudaPropertiesQuery", "");
	check_family("", "");
}

static void
test_operations(void)
{
	check_family(NATIVE "vectorized_elementwise_kernel<4, "
			    "at::native::CUDAFunctor_add<float>",
	    "add");
	check_family(NATIVE "elementwise_kernel<128, 2, BinaryFunctor<float, "
			    "binary_internal::MulFunctor<float> >",
	    "mul");
	check_family("aten::mean", "reduce_mean");
	check_family("aten::sum", "reduce_sum");
	check_family("aten::amax", "reduce_max");
	check_family("aten::linalg_vector_norm", "reduce_norm");
	check_family("aten::prod", "reduce");
	check_family(NATIVE "reduce_kernel<512, 1, ReduceOp<float, "
			    "MeanOps<float> > >",
	    "reduce_mean");
	check_family(NATIVE "unrolled_elementwise_kernel<"
			    "direct_copy_kernel_cuda(T&)>",
	    "copy");
	check_family(NATIVE "masked_fill_kernel(T&)", "where");
	check_family(
	    "void unary_gated_op_kernel<&(op_silu(float)), float>", "swiglu");
	check_family("void k_bin_bcast<&(op_add(float, float)), float>", "add");
	check_family(
	    "triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0", "norm");
	check_family("triton_poi_fused_addmm_gelu_view_24", "gelu");
	check_family("triton_poi_fused__unsafe_view_mul_silu_2", "swiglu");
	check_family("triton_poi_fused_addmm_silu_2", "silu");
	check_family("triton_poi_fused_add_cat_mul_split_sub_1", "rope");
	check_family("triton_poi_fused__unsafe_view_add_3", "add");
	check_family("triton_poi_fused_mul_0", "mul");
	check_family("triton_poi_fused_clone_transpose_21", "copy");
	check_family("triton_poi_fused_add_mul_0", "");
	check_family("triton_red_fused_abs_amax_transpose_view_32", "");
}

/* Adds a rule; its label is both category and family. */
static int
add(struct rules *r, int priority, const char *pattern, const char *label,
    char *message)
{
	struct rule rule = {.priority = priority,
	    .pattern = span_of(pattern),
	    .category = span_of(label),
	    .family = span_of(label)};

	return rules_add(r, &rule, message);
}

/* Checks what rules_label returns and finds as category. */
static void
check_label(
    const struct rules *r, const char *name, int want, const char *category)
{
	struct rules_labels labels;

	CHECK_INT(rules_label(r, span_of(name), &labels), want);
	test_point(
	    span_is(labels.category, category), name, __FILE__, __LINE__);
}

/* Names that mislead rules which look for one word. */
static void
test_categories(void)
{
	check_label(ours, "kernel_unified_attention_3d", 1, "attention_decode");
	check_label(ours, "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE", 1,
	    "attention_decode");
	check_label(ours, "mla_dec_stage1_bf16_a16w16_subQ16_mqa16", 1,
	    "attention_decode");
	check_label(ours, "mla_pfl_bf16_a16w16_causal_subQ128_mqa128", 1,
	    "attention_prefill");
	check_label(ours,
	    "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16", 1,
	    "attention");
	check_label(ours, "void deep_gemm::sm90_fp8_mqa_logits<64u>(unsigned)",
	    1, "attention");
	check_label(ours, "set_mla_kv_buffer_kernel", 1, "kv_cache");
	check_label(ours, "void (anonymous namespace)::store_cache<128>(int)",
	    1, "kv_cache");
	check_label(
	    ours, "void deep_gemm::sm90_m_grouped_fp8_gemm_masked", 1, "moe");
	check_label(ours, "_ZN5aiter27grouped_topk_opt_sort_kernelE", 1, "moe");
	check_label(ours, "fusedQKNormRopeKernel", 1, "norm");
	check_label(
	    ours, "_ZN5aiter36kn_entry_2c_sbhd_cached_indirectE", 1, "rope");
	check_label(ours, "void vllm::cvt_fp16_to_fp4<__nv_bfloat16>(int)", 1,
	    "quantisation");
	check_label(ours, "rejection_greedy_sample_kernel", 1, "sampling");
	check_label(ours, "_topk_topp_kernel", 1, "sampling");
	check_label(ours, "_state_passing_fwd_kernel", 1, "state_space");
	check_label(ours,
	    "void at::native::(anonymous namespace)::kernel::"
	    "lstm_cell_backward<float, float, int, 1>()",
	    1, "recurrent");
	check_label(ours,
	    "void at::native::(anonymous namespace)::kernel::"
	    "gru_cell_forward<float, float, int, 1>()",
	    1, "recurrent");
	check_label(ours,
	    "void RNN_blockPersist_fp_LSTM<float, float, float, 256>()", 1,
	    "recurrent");
	check_label(
	    ours, "void elemWiseRNNcell<__half, float>()", 1, "recurrent");
	check_label(ours, "LSTMFwdHidUpdate", 1, "recurrent");
	check_label(ours, "aten::_cudnn_rnn_backward", 1, "recurrent");
	check_label(ours, "aten::gru", 1, "recurrent");
	check_label(ours, "kernel_unified_attention_2d", 1, "attention");
	check_label(ours,
	    "fmhaSm100fKernel_QkvE4m3OBfloat16H64PagedKvCausalP64VarSeq"
	    "Q128Kv128PersistentContext",
	    1, "attention_prefill");
	check_label(ours, "fmhaSm100fKernel_QkvE4m3StaticSwapsAbForGen", 1,
	    "attention_decode");
	check_label(ours, "paged_attention_ll4mi_QKV_mfma16_kernel", 1,
	    "attention_decode");
	check_label(
	    ours, "flash::flash_fwd_splitkv_combine_kernel", 1, "attention");
	check_label(ours, "vllm::merge_attn_states_kernel", 1, "attention");
	check_label(ours, "at::native::sbtopk::gatherTopK", 1, "sort");
	check_label(ours, "vllm::moe::topkGatingSoftmax<4>", 1, "moe");
	check_label(ours, "_gemm_a16_w16_kernel", 1, "gemm");
	check_label(ours, "cublasLt::splitKreduce_kernel", 1, "gemm");
	check_label(ours, "fused_moe_kernel", 1, "moe");
	check_label(ours, "vllm::act_and_mul_kernel", 1, "activation");
	check_label(ours, "rotary_embedding_kernel", 1, "rope");
	check_label(ours, "cross_device_reduce_1stage", 1, "communication");
	check_label(ours, "cub::DeviceScanKernel", 1, "reduce");
	check_label(ours, "Memset (Device)", 1, "memset");
	check_label(ours, "Memcpy HtoD (Pageable -> Device)", 1, "copy");
	check_label(ours, "triton_poi_fused_add_mul_0", 1, "elementwise");
	check_label(ours, "triton_per_fused_abs_amax_view_3", 1, "reduce");
	check_label(ours, "triton_for_fused_0", 1, "triton");
	check_label(
	    ours, NATIVE "unrolled_elementwise_kernel<x>", 1, "elementwise");
	check_label(ours, "aten::addmm", 1, "gemm");
	check_label(
	    ours, "aten::_scaled_dot_product_flash_attention", 1, "attention");
	check_label(ours, "aten::native_layer_norm", 1, "norm");
	check_label(ours, "aten::gelu", 1, "activation");
	check_label(ours, "aten::add_", 1, "elementwise");
	check_label(ours, "aten::_to_copy", 1, "copy");
	check_label(ours, "aten::convolution_backward", 1, "convolution");
	check_label(ours, "hipLaunchKernel", 0, "");
}

static void
test_order(void)
{
	char message[RULES_MESSAGE] = "";
	struct rules *r = rules_new();

	check_label(r, "gemm", 0, "");
	CHECK_INT(add(r, 0, "^no", "", message), 0);
	CHECK_INT(add(r, 0, "x+$", "a", message), 0);
	CHECK_INT(add(r, 0, "x", "b", message), 0);
	CHECK_INT(add(r, 0, "(x", "c", message), -1);
	CHECK(message[0] != 0);
	message[0] = 0;
	CHECK_INT(add(r, 0, "x)y", "c", message), -1);
	CHECK(message[0] != 0);
	CHECK_INT(add(r, 0, "x)(y", "c", message), -1);
	check_label(r, "fxx", 1, "a");
	check_label(r, "fXy", 1, "b");
	check_label(r, "nox", 1, ""); /* by the first rule */
	check_label(r, "fy", 0, "");
	CHECK_INT(add(r, 0, "XY", "capitals", message), 0);
	CHECK_INT(add(r, 1, "XYZ", "first", message), 0);
	CHECK_INT(add(r, -1, "", "rest", message), 0);
	CHECK_INT(add(r, -1, "rest", "never", message), 0);
	check_label(r, "XYZx", 1, "first");
	check_label(r, "aXYb", 1, "b");
	check_label(r, "rest", 0, "rest");
	CHECK(span_is(rules_family(r, span_of("rest")), "rest"));
	rules_free(r);
	rules_free(NULL);
}

/* Of a second table none comes before the first one's, whatever its priority.
 */
static void
test_tables(void)
{
	static const char *const second[] = {
	    "2", "z", "late", "", "", "9", "xy|z", "early", "", "", NULL};
	char message[RULES_MESSAGE] = "";
	struct rules *r = rules_new();

	CHECK_INT(add(r, -5, "XY", "exact", message), 0);
	rules_add_table(r, second);
	check_label(r, "XYz", 1, "exact");
	check_label(r, "xYz", 1, "early");
	rules_add_ours(r);
	check_label(r, "Cijk_y", 1, "gemm");
	rules_free(r);
}

static void
test_vendor(void)
{
	char message[RULES_MESSAGE] = "";
	struct rules *r = rules_new();
	struct rule rule = {.pattern = span_of("x"),
	    .category = span_of("b"),
	    .vendor = span_of("b")};

	rules_only(r, span_of("a"));
	CHECK_INT(rules_add(r, &rule, message), 0);
	CHECK(!rules_know_vendor(r));
	rule.category = rule.vendor = span_of("a");
	CHECK_INT(rules_add(r, &rule, message), 0);
	CHECK(rules_know_vendor(r));
	check_label(r, "x", 1, "a");
	rules_free(r);
}

static void
test_families(void)
{
	struct rules *none = rules_new();

	CHECK(rules_know_family(ours, span_of("gemm")));
	CHECK(!rules_know_family(ours, span_of("gem")));
	CHECK(!rules_know_family(none, span_of("gemm")));
	rules_free(none);
}

extern const char *const rules_ours[]; /* as common/meaning/rules.c has it */

/* Ours are added without a look at what is asked of any other. */
static void
test_ours(void)
{
	struct rules *r = rules_new();
	char message[RULES_MESSAGE] = "";

	for (const char *const *p = rules_ours; *p; p += 5)
		test_point(add(r, 0, p[1], "", message) == 0, p[1], __FILE__,
		    __LINE__);
	rules_free(r);
}

static void
test_work(void)
{
	CHECK_INT(rules_work(ours, span_of("ncclDevKernel_AllReduce")),
	    WORK_COMMUNICATION);
	CHECK_INT(
	    rules_work(ours, span_of("__amd_rocclr_copyBuffer")), WORK_COPY);
	CHECK_INT(rules_work(ours, span_of("gemm")), WORK_COMPUTATION);
	CHECK_INT(
	    rules_work(ours, span_of("Memset (Device)")), WORK_COMPUTATION);
	CHECK_INT(rules_work(ours, span_of("other")), WORK_COMPUTATION);
}

int
main(void)
{
	ours = rules_new();
	rules_add_ours(ours);
	test_ours();
	test_libraries();
	test_operations();
	test_categories();
	test_order();
	test_tables();
	test_vendor();
	test_families();
	test_work();
	rules_free(ours);
	return test_done();
}
