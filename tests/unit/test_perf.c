/*
 * Models of operators on arguments, against numbers worked out by hand.
 */
#include <stdio.h>

#include "tests/unit/test.h"
#include "tools/trace-perf/figures.h"
#include "tools/trace-perf/models.h"

static struct operation
operation(const char *dims, const char *types, const char *values)
{
	struct operation op = {.experts_per_token = NAN};

	arguments_read(
	    &op.args, span_of(dims), span_of(types), span_of(values));
	op.step = step_tokens_read(span_of(""));
	return op;
}

static struct work
ask(const char *model, const char *dims, const char *types, const char *values)
{
	struct operation op = operation(dims, types, values);
	struct work w;

	registry_ask(&op, registry_find(span_of(model)), &w);
	return w;
}

static void
check_arguments(void)
{
	struct operation op = operation("[[2, 3], [], 'x', [[4],[5,6]]]",
	    "['float','', 'c10::Half']", "[\"\",\"[-1, 2]\",\"7\",\"True\"]");
	struct shape s = shape_of(&op, 0);

	CHECK(s.n == 2 && s.size[0] == 2 && s.size[1] == 3);
	CHECK(shape_at(s, -1) == 3 && isnan(shape_at(s, 2)));
	CHECK(shape_product(s) == 6);
	s = shape_of(&op, 1);
	CHECK(s.n == 0 && shape_product(s) == 1);
	CHECK(shape_of(&op, 2).n == -1);
	CHECK(shape_of(&op, 9).n == -1);
	CHECK(tensors_of(&op, 3) == 2);
	s = tensor_of(&op, 3, 1);
	CHECK(s.n == 2 && s.size[1] == 6);
	CHECK(tensors_of(&op, 0) == 0);
	CHECK(span_is(type_of(&op, 2), "c10::Half"));
	s = numbers_of(&op, 1);
	CHECK(s.n == 2 && s.size[0] == -1);
	CHECK(number_of(&op, 2, 0) == 7);
	CHECK(number_of(&op, 3, 5) == 5);
	CHECK(says(&op, 3, "True"));
}

static void
check_shapes_that_are_too_long(void)
{
	struct operation op =
	    operation("[[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]]", "[]", "[]");

	CHECK(shape_of(&op, 0).n == -1);
}

static void
check_types(void)
{
	CHECK(dtype_element_bytes(span_of("C10::bfloat16"), false) == 2);
	CHECK(dtype_element_bytes(span_of("bool"), false) == 1);
	CHECK(isnan(dtype_element_bytes(span_of("bool"), true)));
	CHECK(isnan(dtype_element_bytes(span_of(""), false)));
	CHECK(dtype_expert_bytes(span_of("c10::Float4_e2m1fn_x2"), 9) == 0.5);
	CHECK(dtype_expert_bytes(span_of("float"), 9) == 4);
	CHECK(dtype_expert_bytes(span_of("int"), 9) == 9);
	CHECK(strcmp(dtype_precision(span_of("double"), true), "fp64") == 0);
	CHECK(!dtype_precision(span_of("int"), false));
	CHECK(!dtype_precision(span_of("c10::Float8_e5m2"), true));
	CHECK(strcmp(dtype_precision(span_of("c10::Float8_e5m2"), false),
		  "fp8") == 0);
	CHECK(dtype_element_bytes(span_of("c10::Float8_e5m2fnuz"), false) == 1);
}

static void
check_steps(void)
{
	struct step_tokens s =
	    step_tokens_read(span_of("execute_3_context_1(sq2sk3sqsq4sqsk6)"
				     "_generation_1(sq1sk5sqsq1sqsk5)"));

	CHECK(s.context.sq == 2 && s.context.sk == 3);
	CHECK(s.context.sqsq == 4 && s.context.sqsk == 6);
	CHECK(s.generation.sk == 5 && s.generation.sqsk == 5);
	s = step_tokens_read(
	    span_of("step[DECODE bs=2 toks=2 c_sq=0 c_sk=0 c_sqsq=0 "
		    "c_sqsk=0 g_sq=2 g_sk=9 g_sqsq=2 g_sqsk=9]"));
	CHECK(s.context.sqsk == 0 && s.generation.sk == 9);
	s = step_tokens_read(
	    span_of("decode[x bs=2 tok=2 sk=9 sqsq=2 sqsk=9]"));
	CHECK(s.context.sq == 0 && s.generation.sq == 2);
	s = step_tokens_read(span_of("execute_context_1(2)_generation_1(3)"));
	CHECK(isnan(s.context.sq) || isnan(s.context.sqsk));
	CHECK(isnan(step_tokens_read(span_of("ProfilerStep#3")).generation.sk));
	s = step_tokens_read(
	    span_of("ProfilerStep#3;execute_3_context_1(sq2sk3sqsq4"
		    "sqsk6)_generation_0(sq0sk0sqsq0sqsk0);"
		    "step[EXTEND bs=1 toks=2]"));
	CHECK(s.context.sqsk == 6 && s.generation.sq == 0);
}

static void
check_products(void)
{
	/* 3 batches of 2*4*8*2 operations and (32 + 16 + 8) halves. */
	struct work w = ask(
	    "bmm", "[[3,4,8],[3,8,2]]", "[\"c10::Half\",\"c10::Half\"]", "[]");

	CHECK(w.flops == 384 && w.bytes == 336);
	/* A bias adds 4*2 operations and 2 numbers. */
	w = ask("addmm", "[[2],[4,8],[8,2]]", "[\"float\",\"float\",\"float\"]",
	    "[]");
	CHECK(w.flops == 136 && w.bytes == 232);
	/* Transposed operands: A is [8,4], B [2,8]. */
	w = ask("hipblaslt_fp8", "[[8,4],[1],[2,8],[1]]",
	    "[\"fp8\",\"float\",\"fp8\"]",
	    "[\"\",\"\",\"\",\"\",\"\",\"True\",\"True\",\"False\"]");
	CHECK(w.flops == 128 && w.bytes == 32 + 16 + 2 * 8);
	/* 2*1*2*3 and 2*2*2*1. */
	w = ask("grouped_gemm", "[[[1,2],[2,2]],[[2,3],[2,1]]]", "[\"float\"]",
	    "[]");
	CHECK(w.flops == 20 && w.bytes == 4 * (2 + 6 + 3 + 4 + 2 + 2));
	/* 3*2 rows of 8 and weights of 5*8: 2*6*8*5, and 48 + 40 + 30 halves.
	 */
	w = ask(
	    "linear", "[[3,2,8],[5,8]]", "[\"c10::Half\",\"c10::Half\"]", "[]");
	CHECK(w.flops == 480 && w.bytes == 236 && w.flops_back == 960);
	w = ask("linear_weights_first", "[[5,8],[3,2,8]]",
	    "[\"c10::Half\",\"c10::Half\"]", "[]");
	CHECK(w.flops == 480 && w.bytes == 236);
	w = ask("linear_after_norm", "[[6,8],[8],[8],[5,8]]",
	    "[\"c10::Half\",\"\",\"\",\"c10::Half\"]", "[]");
	CHECK(w.flops == 480 && w.bytes == 236);
	w = ask(
	    "linear", "[[3,2,7],[5,8]]", "[\"c10::Half\",\"c10::Half\"]", "[]");
	CHECK(isnan(w.flops));
	w = ask("mm", "[[4,8],[8,2]]", "[\"long\",\"qint\"]", "[]");
	CHECK(w.flops == 128 && w.bytes == 8 * 56);
}

static void
check_attention(void)
{
	const char *three = "[\"float\",\"float\",\"float\"]";
	const char *causal = "[\"\",\"\",\"\",\"\",\"True\"]";
	/* 2 heads, 3 queries, 3 keys, width 4: 2*2*9*8 halved. */
	struct work w =
	    ask("sdpa_flash", "[[1,2,3,4],[1,2,3,4],[1,2,3,4]]", three, causal);

	CHECK(w.flops == 144 && w.bytes == 4 * 4 * 24);
	/* 4 queries and 2 keys from the first on: 1, 2, 2, 2. */
	w = ask("sdpa_flash", "[[1,1,4,4],[1,1,2,4],[1,1,2,4]]", three, causal);
	CHECK(w.flops == 2 * 7 * 8);
	/* 4 queries that end with 2 keys: 0, 0, 1, 2. */
	w = ask("flash", "[[1,4,1,4],[1,2,1,4],[1,2,1,4]]", three,
	    "[\"\",\"\",\"\",\"\",\"\",\"True\"]");
	CHECK(w.flops == 2 * 3 * 8);
	/* Two sequences of 3 and 2 tokens: 9 + 4 pairs. */
	w = ask("flash_varlen", "[[5,1,4],[5,1,4],[5,1,4],[3],[3]]", three,
	    "[\"\",\"\",\"\",\"\",\"\",\"3\",\"3\"]");
	CHECK(w.flops == 2 * 13 * 8);
	/* One new token each, causal: the first sees 6 keys, the other 4. */
	w = ask("flash_varlen", "[[2,1,4],[10,1,4],[10,1,4],[3],[3]]", three,
	    "[\"\",\"\",\"\",\"\",\"\",\"1\",\"6\",\"\",\"\","
	    "\"True\"]");
	CHECK(w.flops == 2 * 10 * 8);
	/* Five tensors in a row: 2 of sequences, 3 tokens, 1 head of 4. */
	w = ask(
	    "evoformer", "[[1,2,3,1,4],[1,2,3,1,4],[1,2,3,1,4]]", three, "[]");
	CHECK(w.flops == 2 * 2 * 9 * 8 && w.bytes == 4 * 4 * 24);
}

static void
check_convolutions(void)
{
	/* 3x3 over 4x4 with padding: 16 outputs of 2 channels, 9 taps. */
	struct work w = ask("convolution", "[[1,1,4,4],[2,1,3,3],[]]",
	    "[\"float\",\"float\"]",
	    "[\"\",\"\",\"\",\"[1]\",\"[1]\",\"[1]\",\"False\",\"[0]\",\"1\"]");

	CHECK(w.flops == 2 * 9 * 32 && w.bytes == 4 * (16 + 18 + 32));
	CHECK(w.flops_back == 2 * w.flops && w.bytes_back == 2 * w.bytes);
	/* Only the filter's gradient is asked for. */
	w = ask("convolution_backward", "[[1,2,4,4],[1,1,4,4],[2,1,3,3],[]]",
	    "[\"float\",\"float\",\"float\"]",
	    "[\"\",\"\",\"\",\"\",\"1\",\"1\",\"1\",\"False\",\"0\",\"1\","
	    "\"[False, True, False]\"]");
	CHECK(w.flops == 576 && w.bytes == 4 * 66);
	/* A bias: 32 operations and 32 + 2 numbers more in both gradients. */
	w = ask("convolution_bias_backward", "[[1,1,4,4],[2,1,3,3],[2]]",
	    "[\"float\",\"float\",\"float\"]", "[\"\",\"\",\"\",\"1\",\"1\"]");
	CHECK(w.flops == 2 * 576 + 32 && w.bytes == 2 * 4 * 66 + 4 * 34);
	w = ask("convolution", "[[1,1,4,4],[2,1,3]]", "[\"float\",\"float\"]",
	    "[]");
	CHECK(isnan(w.flops));
}

/* Attention of a step with one request that generates: 4 heads of 8, 600 keys.
 */
static struct work
ask_step(const char *model, const char *dims, const char *values)
{
	struct operation op =
	    operation(dims, "[\"c10::Half\",\"c10::Half\",\"fp8\"]", values);
	struct work w;

	op.step =
	    step_tokens_read(span_of("execute_1_context_0(sq0sk0sqsq0sqsk0)"
				     "_generation_1(sq1sk600sqsq1sqsk600)"));
	registry_ask(&op, registry_find(span_of(model)), &w);
	return w;
}

static void
check_steps_of_attention(void)
{
	static const char dims[] = "[[1,4,8],[600,2,8],[600,2,8]]";
	static const char v4[] = "[[1,4,512]]";
	char values[160] = "[\"\"";
	struct work w = ask_step("paged", dims, "[]");

	/* 4 heads, QK and AV: 2*600*16; K and V of the cache, and of the token.
	 */
	CHECK(w.flops == 4 * 16 * 2 * 600);
	CHECK(w.bytes == 2 * 6 * 16 + 2 * 599 * 2 * 16);
	for (int i = 1; i < 19; i++)
		strcat(values, ",\"\"");
	/* A window of 100 keys, and -1: none. */
	w = ask_step("paged_decode", dims, strcat(values, ",\"100\"]"));
	CHECK(w.flops == 4 * 16 * 2 * 100 && w.bytes == 192 + 2 * 99 * 16 + 0);
	strcpy(strstr(values, "100"), "-1\"]");
	CHECK(ask_step("paged_decode", dims, values).flops == 4 * 16 * 2 * 600);
	CHECK(ask_step("paged_window", v4, "[]").flops == 4 * 1024 * 2 * 128);
	CHECK(ask_step("paged_compressed_4", v4, "[]").flops ==
	    4 * 1024 * 2 * (128 + 150));
	CHECK(ask_step("paged_compressed_128", v4, "[]").flops ==
	    4 * 1024 * 2 * (128 + 5));
}

/* 2 tokens choose 1 of 2 experts each: 2 (1 - 1/4) = 1.5 are read. */
static void
check_experts(void)
{
	struct work w = ask("experts_ck_down", "[[2,1,4],[0],[2,8,4]]",
	    "[\"c10::Half\",\"\",\"c10::Half\"]", "[]");

	CHECK(w.flops == 2 * 2 * 4 * 8);
	CHECK(w.bytes == 2 * (2 * 4 + 1.5 * 32 + 2 * 8));
	w = ask("experts_ck_down", "[[2,3,4],[0],[2,8,4]]", "[]", "[]");
	CHECK(isnan(w.bytes));
}

static void
check_reductions(void)
{
	const char *one = "[\"float\"]";

	CHECK(ask("reduce", "[[4,8]]", one, "[\"\",\"[0]\"]").bytes == 160);
	CHECK(ask("reduce", "[[4,8]]", one, "[\"\",\"-1\"]").bytes == 144);
	CHECK(ask("reduce", "[[4,8]]", one, "[\"\",\"[0, 1]\"]").bytes == 132);
	CHECK(ask("reduce", "[[4,8]]", one, "[\"\",\"True\"]").bytes == 132);
	CHECK(isnan(ask("reduce", "[[4,8]]", one, "[\"\",\"[5]\"]").bytes));
	CHECK(ask("reduce", "[[0,8]]", one, "[\"\",\"[0]\"]").flops == 0);
}

static void
check_operators(void)
{
	struct operators *o = operators_new();
	struct operator_model own = {.model = registry_find(span_of("bmm"))};

	operators_add(o, span_of("aten::mm"), &own);
	operators_add_ours(o);
	CHECK(operators_find(o, span_of("aten::mm"))->model == own.model);
	CHECK(span_is(operators_find(o, span_of("aten::bmm"))->unit, "matrix"));
	CHECK(!operators_find(o, span_of("aten::view")));
	CHECK(operators_find(
	    o, span_of("sglang_profiler::quant_dynamic_mxfp4_quant_17")));
	operators_free(o);
}

static void
check_archs(void)
{
	struct arch a;
	struct roofline r;

	CHECK(arch_ours(&a, span_of("mi300x")) == 0);
	CHECK(arch_peak(&a, span_of("matrix_bf16")) == 708);
	CHECK(isnan(arch_peak(&a, span_of("matrix_fp4"))));
	r = arch_roofline(&a, span_of("matrix_bf16"), 708e6, 5300);
	CHECK(r.compute_us == 1 && r.memory_us == 0.001);
	CHECK(arch_ours(&a, span_of("GPU")) == -1);
	CHECK(arch_read(&a, span_of("mem_bw_gbps\t2\nvector_fp32\t3\n")) == 0);
	CHECK(arch_peak(&a, span_of("vector_fp32")) == 3);
	CHECK(arch_read(&a,
		  span_of(" {\"mem_bw_gbps\": 2, "
			  "\"max_achievable_tflops\": "
			  "{\"matrix_fp8\": 4}}\n")) == 0);
	CHECK(a.gbps == 2 && arch_peak(&a, span_of("matrix_fp8")) == 4);
	CHECK(arch_read(&a, span_of("{\"mem_bw_gbps\": -2}")) == 1);
	CHECK(arch_read(&a, span_of("{")) == 1);
	CHECK(arch_read(&a, span_of("")) == 1);
}

/* An instruction of XLA, that gives one tensor. */
static struct work
ask_xla(const char *model, const char *dims, const char *out,
    const char *config, const char *labels)
{
	struct operation op =
	    operation(dims, "[\"bf16\",\"bf16\",\"bf16\"]", "");
	struct work w;

	op.xla = (struct xla_operation){.dims = span_of(out),
	    .types = span_of("[\"f32\"]"),
	    .config = span_of(config),
	    .labels = span_of(labels)};
	registry_ask(&op, registry_find(span_of(model)), &w);
	return w;
}

/* M of a product with 10 dimensions of batches: it is a side by the layout. */
static double
find_m(const char *layout)
{
	struct operation op =
	    operation("[[1,1,1,1,1,1,1,1,1,1,3,5],[1,1,1,1,1,1,1,1,1,1,5,7]]",
		"[\"bf16\",\"bf16\"]", "");
	struct work w;
	char shape[100];

	snprintf(
	    shape, sizeof shape, "f32[1,1,1,1,1,1,1,1,1,1,3,7]{%s}", layout);
	op.xla = (struct xla_operation){
	    .dims = span_of("[[1,1,1,1,1,1,1,1,1,1,3,7]]"),
	    .types = span_of("[\"f32\"]"),
	    .shape = span_of(shape),
	    .config =
		span_of("{\"lhs_contracting_dimensions\":[11],"
			"\"rhs_contracting_dimensions\":[10],"
			"\"lhs_batch_dimensions\":[0,1,2,3,4,5,6,7,8,9],"
			"\"rhs_batch_dimensions\":[0,1,2,3,4,5,6,7,8,9]}")};
	registry_ask(&op, registry_find(span_of("xla_gemm")), &w);
	for (int i = 0; i < w.parameters; i++)
		if (strcmp(w.parameter[i].name, "M") == 0)
			return w.parameter[i].value;
	return NAN;
}

/* A fusion that converts its weights before it multiplies, in three batches. */
static void
check_fused_dot(const char *contracted, double flops)
{
	struct operation op = operation(
	    "[[3,64,32],[3,32,16],[16]]", "[\"s8\",\"bf16\",\"bf16\"]", "");
	struct work w;
	char dot[300];

	snprintf(dot, sizeof dot,
	    "{\"operands\":[[3,64,32],[3,32,16]],\"types\":[\"bf16\","
	    "\"bf16\"],\"dot_dimension_numbers\":{"
	    "\"lhs_contracting_dimensions\":[2],"
	    "\"rhs_contracting_dimensions\":[%s],"
	    "\"lhs_batch_dimensions\":[0],\"rhs_batch_dimensions\":[0]}}",
	    contracted);
	op.xla = (struct xla_operation){.dims = span_of("[[3,64,16],[7]]"),
	    .types = span_of("[\"bf16\",\"f32\"]"),
	    .dot = span_of(dot)};
	registry_ask(&op, registry_find(span_of("xla_fused_dot")), &w);
	CHECK(isnan(flops) ? isnan(w.flops) : w.flops == flops);
	CHECK(isnan(flops) ||
	    w.bytes ==
		3 * 64 * 32 + 2 * 3 * 32 * 16 + 2 * 16 + 2 * 3 * 64 * 16 +
		    4 * 7);
	CHECK(isnan(flops) || span_is(w.type, "bf16"));
}

static void
check_xla(void)
{
	static const char dot[] = "{\"lhs_contracting_dimensions\":[0],"
				  "\"rhs_contracting_dimensions\":[1]}";
	struct work w =
	    ask_xla("xla_gemm", "[[3,5],[7,3]]", "[[5,7]]", dot, "");

	CHECK(w.flops == 2 * 3 * 5 * 7);
	CHECK(w.bytes == 2 * (15 + 21) + 4 * 35);
	w = ask_xla("xla_gemm", "[[3,5],[7,4]]", "[[5,7]]", dot, "");
	CHECK(isnan(w.flops)); /* 3 is not 4 */
	w = ask_xla("xla_gemm", "[[3,5],[7,3]]", "[[5,8]]", dot, "");
	CHECK(isnan(w.flops));
	w = ask_xla("xla_gemm", "[[3,5],[7,3]]", "[[5,7]]", "", "");
	CHECK(isnan(w.flops));
	w = ask_xla("xla_convolution_filter", "[[2,4,8,8],[2,6,8,8]]",
	    "[[6,4,3,3]]", "", "bf01_oi01->bf01");
	CHECK(w.flops == 2 * (2 * 6 * 8 * 8) * (4 * 3 * 3));
	w = ask_xla(
	    "xla_convolution", "[[2,4,8,8],[6,4,3,3]]", "[[2,6,8,8]]", "", "");
	CHECK(isnan(w.flops)); /* which dimension is what */
	w = ask_xla("xla_attention", "[[1,4,2,8],[1,10,2,1,8],[1,10,2,1,8]]",
	    "[[1,4,2,8]]", "{mask_type = 4 : i64}", "");
	CHECK(w.flops == 2 * 2 * (4 * 10 - 6) * (8 + 8));
	w = ask_xla("xla_attention", "[[1,4,2,8],[1,10,3,1,8],[]]",
	    "[[1,4,2,8]]", "", "");
	CHECK(isnan(w.flops)); /* three of what should be two */
	check_fused_dot("1", 2.0 * 3 * 64 * 32 * 16);
	check_fused_dot("2", NAN); /* 32 is not 16 */
	CHECK(find_m("10,11,9,8,7,6,5,4,3,2,1,0") == 3);
	CHECK(find_m("11,10,9,8,7,6,5,4,3,2,1,0") == 7);
}

int
main(void)
{
	check_arguments();
	check_shapes_that_are_too_long();
	check_types();
	check_steps();
	check_steps_of_attention();
	check_products();
	check_attention();
	check_xla();
	check_convolutions();
	check_experts();
	check_reductions();
	check_operators();
	check_archs();
	return test_done();
}
