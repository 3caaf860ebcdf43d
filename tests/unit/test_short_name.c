#include <stdio.h>
#include <stdlib.h>

#include "common/meaning/short_name.h"
#include "tests/unit/test.h"

static void
same(struct span got, const char *want, const char *name)
{
	test_point(span_is(got, want), want, __FILE__, __LINE__);
	if (!span_is(got, want))
		printf("# got  %.*s\n# from %s\n", (int)got.n, got.p, name);
}

/* The short name of a kernel that is alone. */
static void
check(const char *name, const char *want)
{
	struct name_parts parts;
	struct buf b = {0};

	name_parts_read(&parts, span_of(name));
	short_name_add(span_of(name), &parts, &b);
	same(buf_span(&b), want, name);
	buf_free(&b);
}

#define NATIVE "void at::native::"
#define ARRAY ", std::array<char*, 3ul> >(int)"
#define LAMBDA "::{lambda()#3}::operator()() const::{lambda(float)#1}"

static void
test_aten(void)
{
	check(NATIVE "vectorized_elementwise_kernel<4, at::native::"
		     "CUDAFunctor_add<float>" ARRAY,
	    "vectorized_elementwise add");
	check(NATIVE "vectorized_elementwise_kernel<4, at::native::"
		     "AUnaryFunctor<float, float, float, at::native::"
		     "binary_internal::MulFunctor<float> >" ARRAY,
	    "vectorized_elementwise Mul");
	check(NATIVE "elementwise_kernel<128, 2, at::native::"
		     "gpu_kernel_impl_nocast<at::native::"
		     "direct_copy_kernel_cuda(at::TensorIteratorBase&)" LAMBDA
		     ">(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
	    "elementwise direct_copy");
	check(NATIVE "elementwise_kernel_manual_unroll<128, 8, at::native::"
		     "gpu_kernel_impl<at::native::(anonymous namespace)::"
		     "silu_kernel(at::TensorIteratorBase&)" LAMBDA " > >(int)",
	    "elementwise_manual_unroll silu");
	check(NATIVE "reduce_kernel<512, 1, at::native::ReduceOp<float, "
		     "at::native::MeanOps<float, float, float, float>, "
		     "unsigned int, float, 4, 4> >(int)",
	    "reduce Mean");
	check(NATIVE "(anonymous namespace)::multi_tensor_apply_kernel<"
		     "at::native::(anonymous namespace)::TensorListMetadata<2>,"
		     " at::native::(anonymous namespace)::"
		     "BinaryOpListAlphaFunctor<float, 2, 2, 0>, std::plus<"
		     "float>, float>(int)",
	    "multi_tensor_apply plus");
	/* as PyTorch called it before it had the ones in place apart */
	check(NATIVE "multi_tensor_apply_kernel<at::native::TensorListMetadata"
		     "<1>, at::native::BinaryOpScalarFunctor_<float>, "
		     "std::multiplies<float>, float>(int)",
	    "multi_tensor_apply multiplies");
	/* without parameters, with letters of any language, and no function */
	check("void vllm::rms_norm_kernel<c10::Half, true>", "rms_norm_kernel");
	check("void gr\xC3\xB6\xC3\x9F\x65n::add<float>(int)", "add");
	check(
	    "add_gr\xC3\xB6\xC3\x9F\x65<4>(int)", "add_gr\xC3\xB6\xC3\x9F\x65");
	check("load(\"add<4>(int)\", now)", "load(\"add<4>(int)\", now)");
	check("void (anonymous namespace)::softmax_warp_forward<float, float, "
	      "float, 9, false, false>(float*, float const*, int)",
	    "softmax_warp_forward");
	check(NATIVE "vectorized_gather_kernel<16, long>(char*, char*)",
	    "vectorized_gather_kernel");
	check("std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::"
	      "exists, void>::type vllm::fused_add_rms_norm_kernel<"
	      "c10::BFloat16, 8>(c10::BFloat16*, long)",
	    "fused_add_rms_norm_kernel");
}

static void
test_libraries(void)
{
	check("void cutlass::device_kernel<cutlass::gemm::kernel::"
	      "GemmUniversal<cute::tuple<int, int>, int> >(int)",
	    "GemmUniversal");
	check("void cutlass::device_kernel<flash::enable_sm90_or_later<flash::"
	      "FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2> > > >(T)",
	    "FlashAttnFwdSm90");
	check("_ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalIN4"
	      "cute5tupleIJiiiiEEENS1_10collective13CollectiveMmaIiEEEEEEvNT_6"
	      "ParamsE",
	    "GemmUniversal");
	check("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_"
	      "bf16_64x64_64x6_tn_align8>(int)",
	    "cutlass_80_tensorop_bf16_s16816gemm_relu 64x64");
	check("void cutlass_cudnn_train::Kernel<cutlass_cudnn_train::reduction"
	      "::kernel::ReduceSplitK<cutlass_cudnn_train::MatrixShape<4, 128> "
	      "> >(int)",
	    "ReduceSplitK");
	check("std::enable_if<!(false), void>::type internal::gemvx::kernel<"
	      "int, int, __nv_bfloat16, float, false, 7>(int)",
	    "gemvx::kernel");
	check("_ZN7ck_tile6kentryILi2ENS_38FmhaBatchPrefillWithPagedKVCache"
	      "KernelINS_1AEEEJEEEvDpT1_",
	    "FmhaBatchPrefillWithPagedKVCacheKernel");
	check("_ZN2ck16tensor_operation6device12_GLOBAL__N_139kernel_grouped_"
	      "conv_fwd_xdl_cshuffle_v3INS_4GridILi8EEEEEvv",
	    "kernel_grouped_conv_fwd_xdl_cshuffle_v3");
	check("_ZN4vllm18act_and_mul_kernelIN3c108BFloat16ETnPFT_RKS3_EXadL_"
	      "ZNS_11silu_kernelIS2_EES3_S5_EELb1EEEvPS3_PS4_i",
	    "act_and_mul silu");
	check("_ZN5aiter33fmoe_fp8_blockscale_g1u1_novs_silE",
	    "fmoe_fp8_blockscale_g1u1_novs_sil");
	check("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT192x16x128_"
	      "MI16x16x1_SN_LDSB1_AFC1_AFEM1_CLR1.kd",
	    "Cijk_Alik_Bljk_BBS_BH MT192x16x128");
	check("Custom_Cijk_Ailk_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x32_"
	      "MI16x16x1",
	    "Cijk_Ailk_Bljk_B_BS MT16x16x32");
	check("Cijk_SB_BiasS_HAS_ScaleAlphaVec_PostGSU8_VW4",
	    "Cijk_SB_BiasS_HAS_ScaleAlphaVec_PostGSU8_VW4");
	check("sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_"
	      "nhwckrsc_nchw_tilesize128x128x16_stage4_warpsize2x2x1",
	    "sm80_xmma_fprop_implicit_gemm_indexed 128x128x16");
	check("igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8_ws1x1_"
	      "wr2x2_gkgs",
	    "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1 bt128x128x32");
	check("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs"
	      "Storage<4096ul>)",
	    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
	check("triton_per_fused__to_copy_abs_add_addmm_amax_div_empty_like_"
	      "mean_mul_pow_rsqrt_view_zeros_33",
	    "triton_per_fused__to_copy_abs_add_addmm..view_zeros_33");
}

/* A name that is no kernel of C++, or short, stays as it is. */
static void
test_untouched(void)
{
	static const char *const names[] = {"", "_", "sage_fwd", "aten::add_",
	    "volta_sgemm_64x64_nt", "Memcpy HtoD (Pageable -> Device)",
	    "execute_context_1(16)_generation_0(0)", "forward(3)",
	    "model.py(123): forward", "nn.Module: Layer_3", "ProfilerStep#5",
	    "triton_poi_fused_cat_1", "nvjet_tst_144x128_64x6_2x1_v_bz_TNN"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		check(names[i], names[i]);
}

/* Short names of a table; in the other order they are the same. */
static void
check_table(const char *const names[][2], size_t n)
{
	for (int backwards = 0; backwards < 2; backwards++) {
		struct distinct_names *k = distinct_names_new();
		struct span got;

		for (size_t i = 0; i < n; i++)
			distinct_names_add(
			    k, span_of(names[backwards ? n - 1 - i : i][0]));
		distinct_names_choose(k);
		for (size_t i = 0; i < n; i++) {
			got = distinct_names_get(k, span_of(names[i][0]));
			same(got, names[i][1], names[i][0]);
		}
		distinct_names_free(k);
	}
}

static void
test_apart(void)
{
	static const char *const types[][2] = {
	    {NATIVE "vectorized_elementwise_kernel<4, at::native::AddFunctor<"
		    "float>" ARRAY,
		"vectorized_elementwise Add float"},
	    {NATIVE "vectorized_elementwise_kernel<8, at::native::AddFunctor<"
		    "c10::BFloat16>" ARRAY,
		"vectorized_elementwise Add bf16"},
	    {"rope_f32", "rope_f32"}};
	static const char *const tiles[][2] = {
	    {"void mul_mat_q<(ggml_type)8, 128, true>(char const*)",
		"mul_mat_q 8 128"},
	    {"void mul_mat_q<(ggml_type)8, 64, true>(char const*)",
		"mul_mat_q 8 64"},
	    {"void mul_mat_q<(ggml_type)13, 64, true>(char const*)",
		"mul_mat_q 13 64"}};
	static const char *const namespaces[][2] = {
	    {"void cudnn::ops::nchwToNhwcKernel<float>(int)",
		"nchwToNhwcKernel cudnn"},
	    {"void nchwToNhwcKernel<float>(int)",
		"nchwToNhwcKernel nchwToNhwcKernel"}};
	/* These differ in their parameters only, and one is called as short. */
	static const char *const parameters[][2] = {
	    {"void cudnn::bn_fw<float, 512>(Args<float>)", "bn_fw ~83e6"},
	    {"void cudnn::bn_fw<float, 512>(float, float)", "bn_fw ~0594"},
	    {"bn_fw ~83e6", "bn_fw ~83e6"}};

	check_table(types, 3);
	check_table(tiles, 3);
	check_table(namespaces, 2);
	check_table(parameters, 2);
}

/* A name that comes later takes no name that is given. */
static void
test_later(void)
{
	struct distinct_names *k = distinct_names_new();
	struct span a, b, again;

	distinct_names_add(k, span_of("void f<1>(int)"));
	distinct_names_choose(k);
	a = distinct_names_get(k, span_of("void f<1>(int)"));
	same(a, "f", "f<1>");
	b = distinct_names_get(k, span_of("void f<2>(int)"));
	CHECK(span_starts(b, "f ~") && b.n == 7);
	b = distinct_names_get(k, span_of("f"));
	CHECK(span_starts(b, "f ~") && b.n == 7);
	again = distinct_names_get(k, span_of("void f<1>(int)"));
	same(again, "f", "f<1>");
	distinct_names_free(k);
}

/* As many steps for each byte of a long name as of a short one. */
static void
test_long(void)
{
	enum { LONG = 200000 };
	static const char *const pieces[] = {
	    "a<", "_ZN1aI", "x_", " [clone", "1x1", "aB", "(", "::", ">"};
	struct name_parts parts;

	for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
		size_t n = strlen(pieces[p]);
		struct buf name = {0}, out = {0};

		for (size_t i = 0; i < LONG / n; i++)
			buf_add(&name, pieces[p], n);
		name_parts_read(&parts, buf_span(&name));
		short_name_add(buf_span(&name), &parts, &out);
		CHECK(out.n > 0 && out.n <= SHORT_NAME_LONGEST);
		buf_free(&name);
		buf_free(&out);
	}
}

int
main(void)
{
	test_aten();
	test_libraries();
	test_untouched();
	test_apart();
	test_later();
	test_long();
	return test_done();
}
