#include <stdio.h>
#include <stdlib.h>

#include "common/meaning/kernel_name.h"
#include "tests/unit/test.h"
#include "tools/trace-align/name_operations.h"

static struct rules *rules;
static struct words words;

static struct ops
read_name(const char *name)
{
	struct buf normal = {0};
	struct span family;
	struct ops ops;

	kernel_name_normalise(span_of(name), &normal);
	family = rules_family(words.rules, span_of(name));
	ops = words_read(&words, buf_span(&normal), family);
	buf_free(&normal);
	return ops;
}

/* Checks what a name does; `want` has its operations, a blank behind each. */
static void
check(const char *name, const char *want)
{
	struct ops ops = read_name(name), wanted = {0};
	char got[256] = "";
	struct span rest = span_of(want);

	for (uint32_t i = 0; i < pool_count(words.families); i++) {
		struct span s = pool_get(words.families, i);

		if (ops.bits[i / 64] >> i % 64 & 1)
			sprintf(got + strlen(got), "%.*s ", (int)s.n, s.p);
	}
	while (rest.n) {
		const char *blank = memchr(rest.p, ' ', rest.n);
		size_t n = (size_t)(blank - rest.p);
		uint32_t i = pool_find(words.families, span_cut(rest, 0, n));

		if (i < OPS_MOST)
			wanted.bits[i / 64] |= (uint64_t)1 << i % 64;
		rest = span_cut(rest, n + 1, rest.n);
	}
	test_point(strlen(got) == strlen(want) && ops_within(&ops, &wanted) &&
		ops_within(&wanted, &ops),
	    name, __FILE__, __LINE__);
	if (strlen(got) != strlen(want))
		printf("# %s: %s\n", name, got);
}

/* Inductor's, of all its kinds of kernels. */
static void
test_inductor(void)
{
	check("triton_poi_fused_add_mul_0", "add mul ");
	check("triton_poi_fused_0", "");
	check("triton_poi_fused__to_copy_add_view_3", "add ");
	check("triton_poi_fused__unsafe_view_mul_silu_2", "swiglu mul silu ");
	check("triton_red_fused_add_mean_mul_pow_rsqrt_0",
	    "norm add reduce_mean mul pow rsqrt ");
	check("triton_red_fused_add_addmm_native_layer_norm_view_12",
	    "norm add ");
	check("triton_per_fused__softmax__to_copy_masked_fill_4",
	    "softmax where ");
	check("triton_per_fused__log_softmax_nll_loss_forward_2",
	    "softmax loss ");
	check("triton_poi_fused_clamp_max_clamp_min_mul_0", "clamp relu mul ");
	check(
	    "triton_poi_fused_max_pool2d_with_indices_relu_1", "pooling relu ");
	check("triton_poi_fused_native_dropout_native_layer_norm_backward_3",
	    "norm dropout ");
	check("triton_per_fused_amax_exp_scatter_add_sub_7",
	    "reduce_max exp index sub ");
	check("triton_tem_fused_addmm_relu_5", "gemm relu ");
	check("triton_for_fused_1", "");
	/* No kernel multiplies matrices because one before has. */
	check("triton_poi_fused_addmm_gelu_bmm_3", "gelu ");
	check("triton_poi_fused_bitwise_and_where_1", "bitwise where ");
}

/* Those that people have written. */
static void
test_libraries(void)
{
	check("_ZN4vllm25fused_add_rms_norm_kernelIN3c108BFloat16ELi8EEEvPT_",
	    "norm add ");
	check("void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 "
	      "vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 const&)), true>"
	      "(c10::BFloat16*, c10::BFloat16 const*, int)",
	    "swiglu mul silu ");
	check("void flashinfer::norm::FusedAddRMSNormKernel<8u, __half>(int)",
	    "norm add ");
	check("aiter::add_rmsnorm_quant_kernel<float, 256>(int)",
	    "norm add quantisation ");
	check("_fused_qk_rope_reshape_and_cache_kernel", "kv_cache rope ");
	check("void vllm::silu_and_mul_kernel<float>(int)", "swiglu silu mul ");
}

/* Kernels of one work, however long their names. */
static void
test_plain(void)
{
	check("unknown_kernel", "");
	check("", "");
	check("nvjet_tst_128x64", "gemm ");
	check("kernel_attention_2d", "attention ");
	check("reduce_segments", "attention attention_reduce ");
	check("void at::native::unrolled_elementwise_kernel<at::native::"
	      "CUDAFunctor_add<float>, std::array<char*, 3ul>, 4, "
	      "TrivialOffsetCalculator<2, unsigned int>, at::native::memory::"
	      "LoadWithCast<2>, at::native::memory::StoreWithCast<1> >(int)",
	    "add ");
	check("void at::native::vectorized_elementwise_kernel<4, at::native::"
	      "BinaryFunctor<float, float, float, at::native::binary_internal::"
	      "MulFunctor<float> >, std::array<char*, 3ul> >(int)",
	    "mul ");
	check("SubTensorOpWithCastTensor1d", "copy ");
}

static void
test_sets(void)
{
	struct ops add = read_name("op_add"), mul = read_name("op_mul");
	struct ops both = read_name("triton_poi_fused_add_mul_0");
	struct ops none = read_name("unknown"), sum = {0};

	CHECK(ops_meet(&add, &both) && ops_meet(&both, &mul));
	CHECK(!ops_meet(&add, &mul) && !ops_meet(&none, &both));
	CHECK(ops_within(&add, &both) && !ops_within(&both, &add));
	CHECK(ops_within(&none, &add));
	CHECK_INT(ops_share(&add, &both, 48), 24);
	CHECK_INT(ops_share(&both, &both, 48), 48);
	CHECK_INT(ops_share(&none, &none, 48), 0);
	ops_join(&sum, &add);
	ops_join(&sum, &mul);
	CHECK(ops_within(&sum, &both) && ops_within(&both, &sum));
}

/* Operations beyond OPS_MOST are left out, and nothing breaks. */
static void
test_most(void)
{
	struct words many;
	struct ops ops = {0};
	size_t empty = 0;

	words_open(&many, rules);
	for (int i = 0; i < OPS_MOST + 10; i++) {
		char family[16];
		int n = sprintf(family, "f%d", i);

		ops = words_read(
		    &many, span_of("x"), (struct span){family, (size_t)n});
		empty += !ops_meet(&ops, &ops);
	}
	CHECK_INT(empty, 10);
	words_close(&many);
}

static void
test_third(void)
{
	struct ops all = read_name("triton_poi_fused_add_mul_silu_0");
	struct ops most = read_name("triton_poi_fused_add_mul_tanh_0");
	struct ops third = read_name("triton_poi_fused_add_mul_tanh_exp_neg_0");
	struct ops less = read_name("triton_poi_fused_add_tanh_exp_0");
	struct ops none = {0}, silu = words_of_family(&words, "silu");

	CHECK(ops_third_within(&most, &all) && ops_third_within(&third, &all));
	CHECK(!ops_third_within(&less, &all) && !ops_third_within(&none, &all));
	CHECK(ops_meet(&silu, &all) && !ops_meet(&silu, &most));
	silu = words_of_family(&words, "none such");
	CHECK(!ops_meet(&silu, &all));
}

int
main(void)
{
	rules = rules_new();
	rules_add_ours(rules);
	words_open(&words, rules);
	test_inductor();
	test_libraries();
	test_plain();
	test_sets();
	test_third();
	test_most();
	words_close(&words);
	rules_free(rules);
	return test_done();
}
