/*
 * Sizes at the wrong places, sizes that contradict each other, and operands
 * that are left out: what a model then says, by hand.
 */
#include <stdio.h>

#include "tests/unit/test.h"
#include "tools/trace-perf/models.h"

#define FLOATS "[\"float\",\"float\",\"float\",\"float\"]"

static struct work
ask_in(const char *step, bool reference, const char *model, const char *dims,
    const char *types, const char *values)
{
	struct operation op = {
	    .experts_per_token = NAN, .reference = reference};
	struct work w;

	arguments_read(
	    &op.args, span_of(dims), span_of(types), span_of(values));
	op.step = step_tokens_read(span_of(step));
	registry_ask(&op, registry_find(span_of(model)), &w);
	return w;
}

static struct work
ask(const char *model, const char *dims, const char *values)
{
	return ask_in("", false, model, dims, FLOATS, values);
}

static bool
is_unknown(struct work w)
{
	return isnan(w.flops) && isnan(w.bytes);
}

static void
check_ranks(void)
{
	CHECK(ask("mm", "[[4,8],[8,2]]", "[]").flops == 2 * 4 * 8 * 2);
	CHECK(is_unknown(ask("mm", "[[1,4,8],[8,2]]", "[]")));
	CHECK(is_unknown(ask("mm", "[[4,8]]", "[]")));
	CHECK(is_unknown(ask("mm", "[[4,8],[8,-2]]", "[]")));
	CHECK(is_unknown(ask("bmm", "[[1,3,4,8],[3,8,2]]", "[]")));
	CHECK(is_unknown(ask("gemm_a8w8", "[[4,8],[2]]", "[]")));
	CHECK(is_unknown(ask("flash", "[[1,4,1,4],[1,4,1,4],[1,4,4]]", "[]")));
	CHECK(is_unknown(ask("evoformer", "[[1,2,3,1,4]]", "[]")));
	CHECK(is_unknown(ask("convolution", "[[2,3,8,8]]",
	    "[\"\",\"\",\"\",\"\",\"\",\"\",\"True\"]")));
	CHECK(is_unknown(ask("experts", "[[5,4],[8,12,4],[8,4],[5,2]]", "[]")));
	CHECK(
	    is_unknown(ask("upsample", "[[1,2,3,4,4]]", "[\"\",\"[8, 8]\"]")));
}

static void
check_contradictions(void)
{
	static const char step[] = "step[EXTEND bs=1 toks=3 c_sq=3 c_sk=3 "
				   "c_sqsq=9 c_sqsk=9 g_sq=0 g_sk=0 g_sqsq=0 "
				   "g_sqsk=0]";
	struct work w;

	/* Rows of 3 in 8 elements; and no side of the weights is 4. */
	CHECK(is_unknown(ask("rms_norm_ck", "[[2,4],[3]]", "[]")));
	CHECK(is_unknown(ask("rms_norm", "[[2,4]]", "[\"\",\"[3]\"]")));
	CHECK(is_unknown(ask("grouped_gemm", "[[2,4],[3,5,6]]", "[]")));
	CHECK(is_unknown(ask("grouped_gemm", "[[[2,4],[3,4]],[[4,5]]]", "[]")));
	/* 2 heads of width 4 leave 8 of 16 columns to keys: width 4. */
	w = ask_in(step, false, "linear_attention",
	    "[[3,16],[3,2],[3,2],[3,2,4]]", FLOATS, "[]");
	CHECK(w.flops == 7 * 3 * 2 * 4 * 4);
	CHECK(w.bytes == 2 * 3 * 2 * (4 + 8 + 2));
	CHECK(is_unknown(ask_in(step, false, "linear_attention",
	    "[[3,6],[3,2],[3,2],[3,2,4]]", FLOATS, "[]")));
	/* 20 columns are too few for 8 heads of 64. */
	CHECK(is_unknown(ask("state_space", "[[1,2,20],[6,4],[6],[8]]", "[]")));
	/* The longest sequence is longer than all of them together. */
	w = ask("flash_varlen", "[[5,1,4],[5,1,4],[5,1,4],[3],[3]]",
	    "[\"\",\"\",\"\",\"\",\"\",\"9\",\"9\"]");
	CHECK(isnan(w.flops) && w.bytes == 4 * (5 * 8 + 5 * 8));
	/* Which gradients are asked for is not said. */
	CHECK(is_unknown(ask(
	    "layer_norm_backward", "[[2,4],[2,4]]", "[\"\",\"\",\"[4]\"]")));
}

/* Operands that do not belong together; TraceLens multiplies them. */
static void
check_products(void)
{
	static const struct {
		const char *model, *dims, *values;
	} cases[] = {
	    {"mm", "[[4,8],[1000,2]]", "[]"},
	    {"addmm", "[[2],[4,8],[7,2]]", "[]"},
	    {"bmm", "[[3,4,8],[5,8,2]]", "[]"},
	    {"bmm", "[[3,4,8],[3,7,2]]", "[]"},
	    {"baddbmm", "[[3,4,2],[3,4,8],[3,7,2]]", "[]"},
	    {"gemm_a16w16", "[[4,8],[2,7]]", "[]"},
	    {"hipblaslt_fp8", "[[8,4],[1],[2,7],[1]]",
		"[\"\",\"\",\"\",\"\",\"\",\"True\",\"True\",\"False\"]"},
	    {"grouped_gemm", "[[[1,2],[2,2]],[[2,3],[3,1]]]", "[]"},
	    {"convolution", "[[1,3,8,8],[6,5,3,3]]", "[]"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		CHECK(is_unknown(
		    ask(cases[i].model, cases[i].dims, cases[i].values)));
		CHECK(!is_unknown(ask_in("", true, cases[i].model,
		    cases[i].dims, FLOATS, cases[i].values)));
	}
}

/* Filters of 2 of 4 channels, for 6 results of each group or of both. */
static void
check_groups(void)
{
	static const char values[] = "[\"\",\"\",\"\",\"1\",\"0\",\"1\","
				     "\"False\",\"0\",\"2\"]";
	static const char turned[] = "[\"\",\"\",\"\",\"1\",\"0\",\"1\","
				     "\"True\",\"0\",\"2\"]";

	CHECK(ask("convolution", "[[1,4,5],[6,2,1],[]]", values).flops ==
	    2 * 2 * 6 * 5);
	CHECK(ask("convolution", "[[1,4,5],[4,3,1],[]]", turned).flops ==
	    2 * 3 * 4 * 5);
	CHECK(is_unknown(ask("convolution", "[[1,4,5],[6,4,1],[]]", values)));
	CHECK(is_unknown(ask("convolution", "[[1,4,5],[6,4,1],[]]", turned)));
}

static void
check_what_is_left_out(void)
{
	static const char rows[] = "[\"\",\"[8]\"]";
	struct work w = ask("layer_norm", "[[2,8],[],[8],[8]]", rows);

	/* In and out, mean and deviation, and what training keeps; then
	 * weights and bias. */
	CHECK(w.bytes == 4 * (2 * 16 + 8 * (2 + 2 + 2)));
	w = ask("layer_norm", "[[2,8],[],[],[]]", rows);
	CHECK(w.flops == 2 * 16 + 6 * 8 + 3 * 16);
	CHECK(w.bytes == 4 * (2 * 16 + 8 * (2 + 2)));
	w = ask_in("", true, "layer_norm", "[[2,8],[],[],[]]", FLOATS, rows);
	CHECK(w.bytes == 4 * (2 * 16 + 8 * (2 + 2 + 2)));
}

static void
check_losses_and_caches(void)
{
	static const char cached[] =
	    "[\"\",\"\",\"c10::Half\",\"c10::Float8_e4m3fn\"]";
	static const char dims[] = "[[2,1,4],[],[2,1,4],[9,1,1,4],[9,1,1,4]]";
	static const char step[] = "step[DECODE bs=2 toks=2 c_sq=0 c_sk=0 "
				   "c_sqsq=0 c_sqsk=0 g_sq=2 g_sk=12 "
				   "g_sqsq=2 g_sqsk=12]";
	struct work w = ask("cross_entropy", "[[2,3,4]]", "[]");

	CHECK(w.flops == 5 * 6 * 4 && w.bytes == 24 * 4 + 12 * 6);
	w = ask_in("", true, "cross_entropy", "[[2,3,4]]", FLOATS, "[]");
	CHECK(w.flops == 5 * 2 * 4 && w.bytes == 24 * 4 + 12 * 2);
	/* 2 tokens' Q, K, V and output of 2 bytes; 10 cached keys of 1. */
	w = ask_in(step, false, "paged_ragged", dims, cached, "[]");
	CHECK(w.bytes == 2 * 2 * (1 + 1) * 8 + 10 * 8);
	w = ask_in(step, true, "paged_ragged", dims, cached, "[]");
	CHECK(w.bytes == 2 * (2 * (1 + 1) * 8 + 10 * 8));
}

int
main(void)
{
	check_ranks();
	check_contradictions();
	check_products();
	check_groups();
	check_what_is_left_out();
	check_losses_and_caches();
	return test_done();
}
