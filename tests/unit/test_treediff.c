#include <stdlib.h>
#include <string.h>

#include "common/sequence/match.h"
#include "tests/unit/test.h"
#include "tools/trace-treediff/matcher.h"
#include "tools/trace-treediff/print_difference.h"
#include "tools/trace-treediff/tree_side.h"

/* Of two that differ the first is deleted before the second is inserted. */
static void
test_reference(void)
{
	uint32_t a[] = {1, 2, 3, 1}, b[] = {2, 1}, to[4];

	pairs_align_reference(a, 4, b, 2, to);
	CHECK_INT(to[3], 1);
	CHECK_INT(to[1], 0);
	CHECK_INT(to[0], MATCH_NONE);
}

static void
check_name(
    const char *name, bool call, enum compared_form form, const char *result)
{
	struct buf b = {0};

	side_compared_name(&b, span_of(name), call, form);
	CHECK(span_is(buf_span(&b), result));
	buf_free(&b);
}

static void
test_names(void)
{
	check_name(
	    "f at 0x7f0e01de4d20>", false, COMPARED_EXACT, "f at 0xXXXX>");
	check_name("a/b/c.py(12): run", false, COMPARED_EXACT, "a/b/c.py: run");
	check_name("a/b/c.py(12): run", false, COMPARED_LOOSE, "c.py");
	check_name(
	    "hipExtModuleLaunchKernel", true, COMPARED_EXACT, "LaunchKernel");
	check_name(
	    "hipLaunchKernel", true, COMPARED_REFERENCE, "hipLaunchKernel");
	check_name("cuLaunchKernel", true, COMPARED_REFERENCE,
	    "hipModuleLaunchKernel");
	check_name("cudaMemcpyAsync", true, COMPARED_EXACT, "Memcpy");
	check_name(
	    "hipDeviceSynchronize", true, COMPARED_EXACT, "DeviceSynchronize");
	check_name(
	    "cudaLaunchKernel", false, COMPARED_EXACT, "cudaLaunchKernel");
	check_name("triton_poi_fused_add_12", false, COMPARED_EXACT,
	    "triton_poi_fused_add");
	check_name("triton_poi_fused_add_12", false, COMPARED_REFERENCE,
	    "triton_poi_fused_add_12");
	check_name("triton_12", false, COMPARED_EXACT, "triton");
	check_name("triton_bf16", false, COMPARED_EXACT, "triton_bf16");
}

static void
check_common(const char *a, const char *b, const char *result)
{
	struct buf room = {0};

	CHECK_INT(
	    op_names_common(&room, span_of(a), span_of(b)), result != NULL);
	if (result)
		CHECK(span_is(buf_span(&room), result));
	buf_free(&room);
}

static void
test_common(void)
{
	check_common("aten::mm", "vllm::mm", "mm");
	check_common("aten::conv", "aten::conv_bias", "conv");
	check_common("aten::scaled_dot_product_attention_a",
	    "aten::scaled_dot_product_attention_b",
	    "scaled_dot_product_attention_a/scaled_dot_product_attention_b");
	check_common("aten::mm", "aten::add", NULL);
}

int
main(void)
{
	test_reference();
	test_names();
	test_common();
	return test_done();
}
