#include <stdlib.h>
#include <string.h>

#include "common/meaning/kernel_name.h"
#include "tests/unit/test.h"

static char *
normal(const char *name)
{
	struct buf b = {0};

	kernel_name_normalise(span_of(name), &b);
	buf_add(&b, "", 1);
	return b.p;
}

static void
check_normal(const char *name, const char *want)
{
	char *got = normal(name);

	test_point(strcmp(got, want) == 0, name, __FILE__, __LINE__);
	if (strcmp(got, want) != 0)
		printf("# got  %s\n# want %s\n", got, want);
	free(got);
}

static void
check_pair(const char *a, const char *b, int same)
{
	char *na = normal(a), *nb = normal(b);

	test_point((strcmp(na, nb) == 0) == same, a, __FILE__, __LINE__);
	if ((strcmp(na, nb) == 0) != same)
		printf("# %s\n# %s\n", na, nb);
	free(na);
	free(nb);
}

#define SAME(a, b) check_pair(a, b, 1)
#define DIFFERENT(a, b) check_pair(a, b, 0)

#define NATIVE "void at::native::"
#define VECTORIZED NATIVE "vectorized_elementwise_kernel"
#define IN_NAMESPACE NATIVE "(anonymous namespace)::"

static void
test_flat(void)
{
	check_normal("triton_poi_fused_addmm_gelu_view_24",
	    "triton_poi_fused_addmm_gelu_view");
	check_normal("triton_poi_fused_0", "triton_poi_fused");
	check_normal("_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1_swiglu",
	    "matmul_ogs_NNT_bf16xbf16xmxfp4_swiglu");
	check_normal("nvjet_tst_144x128_64x6_2x1_v_bz_bias_TNN",
	    "nvjet_tst_v_bz_bias_TNN");
	check_normal("rms_norm_f32", "rms_norm_f32");
	check_normal("_attn_fwd_0d1d2d3de4de", "attn_fwd");
	check_normal("fused_moe_kernel_3fa9c01be", "fused_moe_kernel");
	check_normal("kernel_bf16bf16_tf32f32", "kernel_bf16bf16_tf32f32");
	check_normal(
	    "_gemm_a8w8_kernel_BLOCK_SIZE_M_64_EVEN_K_1", "gemm_aw_kernel");
	check_normal("Memcpy HtoD (Pageable -> Device)",
	    "Memcpy HtoD (Pageable -> Device)");
	check_normal("__amd_rocclr_copyBuffer.kd", "amd_rocclr_copyBuffer");
	check_normal("gemm_kernel [clone .kd]", "gemm_kernel");
	check_normal("12345", "12345");
	check_normal("", "");
	SAME("volta_sgemm_128x32_nn", "volta_sgemm_64x64_nn");
	SAME("igemm_fwd_gtcx2_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8_gkgs",
	    "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt64x128x32_wt16x64x4_gkgs");
	SAME("fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16",
	    "fmhaSm100aKernel_QkvE4m3OBfloat16H128PagedKvCausalP32");
	SAME("fmhaSm100aKernel_QkvE4m3H64PagedKvSlidingOrChunkedCausalP16",
	    "fmhaSm100aKernel_QkvE4m3H64PagedKvCausalP16");
	SAME("fmha_v2_flash_attention_bf16_64_32_S_128_sliding_or_chunked_"
	     "causal_sm80_kernel",
	    "fmha_v2_flash_attention_bf16_64_128_S_128_causal_sm80_kernel");
	SAME("aiter_fmha_bf16_novs_1tg", "aiter_fmha_bf16_ps");
	DIFFERENT("kernel_unified_attention_2d", "kernel_unified_attention_3d");
	DIFFERENT("volta_sgemm_64x64_nn", "volta_sgemm_64x64_nt");
	DIFFERENT("quantize_fp8", "quantize_fp4");
	DIFFERENT("bmm_MxE4m3_t128", "bmm_MxE2m1_t128");
	DIFFERENT("bmm_MxE4m3_t128", "bmm_MxE4m2_t128");
	DIFFERENT("gemm_i8", "gemm_i4");
	DIFFERENT("Rmsnorm2dFwd", "Rmsnorm3dFwd");
	DIFFERENT("_matmul_ogs_NNT_bf16", "_matmul_ogs_NNT_bf16_swiglu");
}

static void
test_tensile(void)
{
	check_normal("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT128x64x128"
		     "_MI16x16x1_SN_LDSB1",
	    "Cijk_Alik_Bljk_BBSBH");
	check_normal(
	    "Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x128",
	    "Cijk_Alik_Bljk_BBSBH");
	check_normal("Cijk_Ailk_Bjlk_BBS_BH_MT32x32x64_MI16x16x16x1_SN_1LDSB0",
	    "Cijk_Ailk_Bjlk_BBSBH");
	check_normal("Custom_Cijk_Alik_Bljk_S_B_Bias_HA_S_SAV_UserArgs_MT16x16",
	    "Cijk_Alik_Bljk_SB");
	check_normal("Cijk_", "Cijk");
	SAME("Cijk_Ailk_Bjlk_SB_Bias_AS_SAV_UserArgs_MT64x16x16",
	    "Cijk_Ailk_Bjlk_S_B_Bias_HA_S_SAV_UserArgs_MT32x16x16");
	DIFFERENT(
	    "Cijk_Ailk_Bjlk_SB_MT64x16x16", "Cijk_Alik_Bljk_SB_MT64x16x16");
	DIFFERENT(
	    "Cijk_Ailk_Bjlk_HHS_BH_MT64x16", "Cijk_Ailk_Bjlk_BBS_BH_MT64x16");
}

static void
test_cpp(void)
{
	check_normal(VECTORIZED "<4, at::native::AddFunctor<float>, "
				"at::detail::Array<char*, 3> >(int, "
				"at::native::AddFunctor<float>)",
	    "at::native::vectorized_elementwise_kernel"
	    "<AddFunctor,float,Array,char>");
	check_normal("void vllm::rms_norm_kernel<c10::BFloat16, 8, 2>("
		     "c10::BFloat16*, c10::BFloat16 const*, long)",
	    "vllm::rms_norm_kernel<bf16>");
	check_normal("std::enable_if<(((8)>(0)))&&vllm::_typeConvert<"
		     "c10::BFloat16>::exists, void>::type "
		     "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>("
		     "c10::BFloat16*, long)",
	    "vllm::fused_add_rms_norm_kernel<bf16>");
	check_normal("ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)",
	    "ncclDevKernel_Generic");
	check_normal("void cutlass::Kernel2<cutlass_80_tensorop_bf16_"
		     "s16816gemm_relu_bf16_64x64_64x6_tn_align8>("
		     "cutlass_80_tensorop_bf16_s16816gemm::Params)",
	    "cutlass::Kernel<cutlass_tensorop_bf16_sgemm_relu_bf16_tn_align>");
	check_normal("void (anonymous namespace)::softmax_warp_forward<float, "
		     "float, float, 10, true, false>(float*)",
	    "softmax_warp_forward<float,float,float>");
	check_normal("void unary_op_kernel<&(op_sigmoid(float)), float>(float "
		     "const*, float*, int)",
	    "unary_op_kernel<op_sigmoid,float,float>");
	check_normal("void f<a->b, c>()", "f<a,b,c>");
	check_normal("f<g<(1>2)>, h<(3<4)>>(int)", "f<g,h>");
	SAME(IN_NAMESPACE
	    "vectorized_layer_norm_kernel<float, float>(int, float)",
	    IN_NAMESPACE
	    "vectorized_layer_norm_kernel<float, float, true>(int)");
	SAME("void vllm::act_and_mul_kernel<__nv_bfloat16, true>(int)",
	    "void vllm::act_and_mul_kernel<__hip_bfloat16, false>(long)");
	SAME(NATIVE "elementwise_kernel<128, 4, direct_copy_kernel_cuda("
		    "at::TensorIteratorBase&)::{lambda()#3}::operator()() "
		    "const::{lambda(float)#1}>(int)",
	    NATIVE "elementwise_kernel<512, 1, direct_copy_kernel_cuda("
		   "at::TensorIteratorBase&)::{lambda()#2}::operator()() "
		   "const::{lambda(float)#1}>(int)");
	DIFFERENT(NATIVE
	    "elementwise_kernel<128, 4, copy(T&)::{lambda(float)#1}>",
	    NATIVE "elementwise_kernel<128, 4, copy(T&)::{lambda(long)#1}>");
	DIFFERENT(VECTORIZED "<4, at::native::AddFunctor<float> >(int)",
	    VECTORIZED "<4, at::native::MulFunctor<float> >(int)");
	DIFFERENT(VECTORIZED "<4, at::native::AddFunctor<float> >(int)",
	    VECTORIZED "<4, at::native::AddFunctor<c10::Half> >(int)");
	DIFFERENT(VECTORIZED "<4, F<float> >(int)",
	    NATIVE "unrolled_elementwise_kernel<4, F<float> >(int)");
	DIFFERENT("void k_bin_bcast<&(op_add(float, float)), float>(float*)",
	    "void k_bin_bcast<&(op_mul(float, float)), float>(float*)");
}

static void
test_mangled(void)
{
	check_normal(
	    "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_7ProblemIDF16b"
	    "fEEEEEEvT0_NS2_5KargsE",
	    "ck_tile::kentry<Rmsnorm2dFwd,Problem,bf16,float>");
	check_normal(
	    "_ZN2ck6device12_GLOBAL__N_120kernel_gemm_cshuffleINS_4gemm"
	    "ELNS1_18GemmSpecializationE7ELi128ELb0EttEEvPf",
	    "ck::device::kernel_gemm_cshuffle"
	    "<gemm,GemmSpecialization,ushort,ushort>");
	check_normal("_Z9my_kernelIfLi4EEvPT_", "my_kernel<float>");
	check_normal("_Z9my_kernelPfi", "my_kernel");
	check_normal("_ZN3foo3barIDnEEvT_", "foo::bar");
	check_normal("_ZN3foo3barIT_A4_fEEvT_", "foo::bar<float>");
	check_normal("_ZN3foo3barISt6vectorIfSaIfEEEEvT_",
	    "foo::bar<vector,float,float>");
	check_normal("_ZL6staticPf", "static");
	check_normal("_ZN1aI1bE3runIdEEvSt6vector", "a::run<b,double>");
	check_normal("_ZN5aiter4gemmIDF16_Li256EEEvT_", "aiter::gemm<f16>");
	check_normal("_ZN1a1fIZNS_1gEvEUlfE_EEvT_", "a::f<g,float>");
	SAME("_ZN5aiter7rmsnormIDF16bLi256EEEvT_",
	    "_ZN5aiter7rmsnormIDF16bLi512EEEvT_");
	DIFFERENT("_ZN5aiter7rmsnormIDF16bLi256EEEvT_",
	    "_ZN5aiter7rmsnormIfLi256EEEvT_");
	check_normal("_Z", "_Z");
	check_normal("_Z99999999999999999999x", "x");
	check_normal("_ZN", "_ZN");
}

/* Appends, and keeps what was there. */
static void
test_appends(void)
{
	struct buf b = {0};

	buf_add(&b, "x_", 2);
	kernel_name_normalise(span_of("_foo_64x64<bar>"), &b);
	CHECK(span_is(buf_span(&b), "x_foo<bar>"));
	buf_free(&b);
}

static void
check_transposed(void)
{
	bool turned[2];

	CHECK(
	    kernel_name_transposed(span_of("Cijk_Alik_Bljk_BBS_MT64"), turned));
	CHECK(turned[0] && !turned[1]);
	CHECK(
	    kernel_name_transposed(span_of("Cijk_Ailk_Bjlk_BBS_MT64"), turned));
	CHECK(!turned[0] && turned[1]);
	CHECK(kernel_name_transposed(
	    span_of("nvjet_tst_192x8_v_bz_TNT"), turned));
	CHECK(turned[0] && !turned[1]);
	CHECK(!kernel_name_transposed(span_of("nvjet_tst_T"), turned));
	CHECK(!kernel_name_transposed(span_of("nvjet"), turned));
	CHECK(!kernel_name_transposed(span_of("gemv2T_kernel_val"), turned));
	CHECK(!kernel_name_transposed(span_of(""), turned));
}

int
main(void)
{
	test_flat();
	test_tensile();
	test_cpp();
	test_mangled();
	test_appends();
	check_transposed();
	return test_done();
}
