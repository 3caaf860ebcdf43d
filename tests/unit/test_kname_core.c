#include "common/meaning/kname.h"
#include "tests/unit/test.h"

static void
check(const char *name, const char *want)
{
	struct span got = kname_core(span_of(name));

	test_point(span_is(got, want), want, __FILE__, __LINE__);
	if (!span_is(got, want))
		printf("# got %.*s\n", (int)got.n, got.p);
}

#define NATIVE "void at::native::"
#define LAMBDA                                                            \
	"::{lambda()#3}::operator()() const::{lambda()#7}::operator()() " \
	"const::{lambda(float)#1}"

/* What ATen applies to each element, or to all of a row. */
static void
test_applied(void)
{
	check(NATIVE "vectorized_elementwise_kernel<4, at::native::"
		     "CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, "
		     "at::native::CUDAFunctor_add<float>, std::array<char*, "
		     "3ul>)",
	    "CUDAFunctor_add<float>");
	check(NATIVE "elementwise_kernel<128, 2, at::native::"
		     "gpu_kernel_impl_nocast<at::native::"
		     "direct_copy_kernel_cuda(at::TensorIteratorBase&)" LAMBDA
		     ">(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
	    "direct_copy_kernel_cuda");
	check(NATIVE "elementwise_kernel_manual_unroll<128, 4, at::native::"
		     "gpu_kernel_impl<at::native::BinaryFunctor<float, float, "
		     "float, at::native::binary_internal::MulFunctor<float> > "
		     ">(at::TensorIteratorBase&)::{lambda(int, bool)#1}>(int)",
	    "MulFunctor<float>");
	check(NATIVE "vectorized_elementwise_kernel<4, at::native::(anonymous "
		     "namespace)::silu_kernel(at::TensorIteratorBase&)" LAMBDA
		     ", std::array<char*, 2ul> >(int)",
	    "silu_kernel");
	check(NATIVE "reduce_kernel<512, 1, at::native::ReduceOp<float, "
		     "at::native::MeanOps<float, float>, unsigned int, float, "
		     "4> >(int)",
	    "MeanOps<float, float>");
}

static void
test_functions(void)
{
	check("void vllm::rotary_embedding_kernel<c10::Half, true>(long)",
	    "rotary_embedding_kernel<c10::Half, true>");
	check("void (anonymous namespace)::softmax_warp_forward<float, 9>(int)",
	    "softmax_warp_forward<float, 9>");
	check("std::enable_if<(((8)>(0)))&&vllm::t<c10::BFloat16>::exists, "
	      "void>::type vllm::fused_add_rms_norm_kernel<c10::BFloat16, "
	      "8>(c10::BFloat16*)",
	    "fused_add_rms_norm_kernel<c10::BFloat16, 8>");
	check("ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)",
	    "ncclDevKernel_Generic");
	check("void cutlass::Kernel2<cutlass_80_gemm>(cutlass_80_gemm::Params)",
	    "Kernel2<cutlass_80_gemm>");
}

/* Other names stay, and so does what is no name. */
static void
test_others(void)
{
	static const char *const others[] = {"", "x", ")", ">", "<>", "f(",
	    "Cijk_Alik_Bljk_MT64x64", "triton_poi_fused_add_0", "aten::mm",
	    "torch/nn/modules/module.py(1501): _call_impl", "decode step (3)",
	    "_ZN4vllm15rms_norm_kernelIfEEvPT_"};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		check(others[i], others[i]);
	check("elementwise_kernel<>(int)", "elementwise_kernel<>");
	check("elementwise_kernel<4, int>(int)", "elementwise_kernel<4, int>");
	check("elementwise_kernel< >", "elementwise_kernel< >");
	check("reduce_kernel<a<b>", "reduce_kernel<a<b>");
	check("f::(x)", "f::(x)");
}

int
main(void)
{
	test_applied();
	test_functions();
	test_others();
	return test_done();
}
