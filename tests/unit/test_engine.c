/* Which engine names speak for, and that order does not matter. */
#include "common/meaning/engine.h"
#include "tests/unit/test.h"

/* The engine that one event speaks for; "" when there is none. */
static const char *
engine_of(const char *name)
{
	struct engine e = {0};

	engine_look(&e, span_of("kernel"), span_of(name));
	engine_free(&e);
	return e.name ? e.name : "";
}

static void
test_words(void)
{
	static const struct {
		const char *name, *engine;
	} is[] = {
	    {"void vllm::rotary_embedding_kernel<c10::BFloat16>()", "vLLM"},
	    {"/usr/lib/vllm/worker.py(12): run", "vLLM"},
	    {"execute_context_9(8155)_generation_37(37)", "vLLM"},
	    {"execute_8192_context_9(8155)_generation_37(37)", "vLLM"},
	    {"execute_8192_contest", ""},
	    {"execute_", ""},
	    {"nvllm", ""},
	    {"my_vllm", ""},
	    {"step[EXTEND bs=1 toks=9]", "SGLang"},
	    {"step[mixed bs=1]", "SGLang"},
	    {"execute_new_1_cached_0", "vLLM"},
	    {"prefill[bs=1 tok=9]", "ATOM"},
	    {"step[0]", ""},
	    {"sgl_kernel::silu_and_mul", "SGLang"},
	    {"mul_mat_q<(ggml_type)12>", "llama.cpp"},
	    {"transformers/cache_utils.py(34): __init__", "Transformers"},
	    {"transformers", ""},
	    {"void at::native::reduce_kernel<512>()", "PyTorch"},
	    {"ProfilerStep#12", "PyTorch"},
	    {"ProfilerStep", ""},
	    {"triton_poi_fused_0", ""},
	    {"", ""},
	};

	for (size_t i = 0; i < sizeof is / sizeof *is; i++)
		CHECK(strcmp(engine_of(is[i].name), is[i].engine) == 0);
}

static void
look(struct engine *e, const char *cat, const char *name)
{
	engine_look(e, span_of(cat), span_of(name));
}

static void
test_evidence(void)
{
	struct engine e = {0};

	look(&e, "kernel", "at::native::x");
	look(&e, "kernel", "vllm::b");
	look(&e, "kernel", "at::native::a");
	CHECK(span_is(buf_span(&e.evidence), "kernel vllm::b"));
	look(&e, "kernel", "vllm::a");
	look(&e, "kernel", "vllm::c");
	CHECK(span_is(buf_span(&e.evidence), "kernel vllm::a"));
	look(&e, "ker", "vllm::z");
	CHECK(span_is(buf_span(&e.evidence), "ker vllm::z"));
	look(&e, "kernel", "vllm::a");
	look(&e, "cpu_op", "vllm::y");
	CHECK(span_is(buf_span(&e.evidence), "cpu_op vllm::y"));
	CHECK(strcmp(e.name, "vLLM") == 0);
	engine_free(&e);
}

/* More names than are remembered, each one many times, and a long one. */
static void
test_seen(void)
{
	enum { NAMES = 2 * ENGINE_SEEN + 1 };
	struct engine e = {0};
	char name[2 * ENGINE_SEEN_BYTES] = "";

	for (int i = 0; i < 3 * NAMES; i++) {
		snprintf(name, sizeof name, "x%d torch::%05d", i % 7,
		    NAMES - i % NAMES);
		engine_look(&e, span_of(i % 2 ? "op" : "o"), span_of(name));
	}
	CHECK(span_is(buf_span(&e.evidence), "o x0 torch::00004"));
	look(
	    &e, "o", "p x0 torch::00001"); /* as many bytes as "op", "x0 ..." */
	look(&e, "op", " x0 torch::00001");
	CHECK(span_is(buf_span(&e.evidence), "o p x0 torch::00001"));
	memset(name, ' ', sizeof name - 1);
	memcpy(name + sizeof name - 7, "vllm::", 6);
	look(&e, "op", name);
	CHECK(strcmp(e.name, "vLLM") == 0);
	engine_free(&e);
}

int
main(void)
{
	test_words();
	test_evidence();
	test_seen();
	return test_done();
}
