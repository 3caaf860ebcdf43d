#include <string.h>

#include "common/bytes/ascii.h"
#include "common/meaning/engine.h"
#include "common/meaning/engine_annotation.h"

enum { WORDS = 5 };

/*
 * Words that a name has where a word begins: namespaces of kernels and
 * operators, packages in the paths of Python frames, annotations. Who calls
 * others precedes them.
 */
static const struct {
	const char *engine, *word[WORDS];
} table[] = {
    {"SGLang", {"sglang", "sgl_kernel"}},
    {"vLLM", {"vllm"}},
    {"ATOM", {NULL}}, /* by its annotations alone */
    {"llama.cpp", {"ggml_"}},
    {"TGI", {"text_generation_server"}},
    {"LMDeploy", {"lmdeploy"}},
    {"TensorRT-LLM", {"tensorrt_llm/"}},
    {"xDiT", {"xfuser"}},
    {"Diffusers", {"diffusers/"}},
    {"Megatron", {"megatron"}},
    {"DeepSpeed", {"deepspeed"}},
    {"Transformers", {"transformers/"}},
    {"PyTorch", {"aten::", "at::native", "c10::", "torch", "ProfilerStep#"}},
};

enum { ENGINES = COUNT(table) };

void
engine_free(struct engine *e)
{
	buf_free(&e->evidence);
	buf_free(&e->scratch);
}

/* Lists with what the words of the first engines begin. */
static void
list_beginnings(struct engine *e, int engines)
{
	memset(e->first, 0, sizeof e->first);
	for (int i = 0; i < engines; i++)
		for (int w = 0; w < WORDS && table[i].word[w]; w++)
			e->first[(unsigned char)table[i].word[w][0]] = true;
	e->listed = engines;
}

/* The place of an engine in the table, or `engines`: behind the first ones. */
static int
rank_of(const char *engine, int engines)
{
	int i = 0;

	while (i < engines && strcmp(table[i].engine, engine) != 0)
		i++;
	return i;
}

/* The first engine one of whose words stands here, if before `best`. */
static int
engine_here(struct span s, int best)
{
	for (int i = 0; i < best; i++)
		for (int w = 0; w < WORDS && table[i].word[w]; w++)
			if (span_starts(s, table[i].word[w]))
				return i;
	return best;
}

/* The first engine that has a word in the name, or `engines`: none has. */
static int
engine_in(struct engine *e, struct span name, int engines)
{
	struct engine_annotation a;
	int best = engines;

	if (e->listed != engines)
		list_beginnings(e, engines);
	if (engine_annotation_read(name, &a))
		best = rank_of(a.engine, engines);
	for (size_t i = 0; i < name.n; i++)
		if (e->first[(unsigned char)name.p[i]] &&
		    !(i && ascii_is_word(name.p[i - 1])))
			best = engine_here(span_cut(name, i, name.n), best);
	return best;
}

/* The last word of eight bytes overlaps the one before it. */
static size_t
slot_of(struct span cat, struct span name)
{
	/* 2^64 divided by the golden ratio spreads what is alike */
	const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
	uint64_t hash = cat.n ^ name.n << 8;
	size_t i = 0;

	for (; i + 8 < name.n; i += 8)
		hash = (hash ^ span_word(name.p + i)) * odd;
	if (name.n >= 8)
		hash ^= span_word(name.p + name.n - 8);
	for (; name.n < 8 && i < name.n; i++)
		hash = hash << 8 ^ (unsigned char)name.p[i];
	return (size_t)(hash * odd >> 32) % ENGINE_SEEN;
}

/* Whether it was looked at before; a word in it could tell nothing new. */
static bool
was_seen(struct engine *e, struct span cat, struct span name)
{
	struct engine_seen *s = &e->seen[slot_of(cat, name)];

	if (cat.n + name.n > sizeof s->text)
		return false;
	if (s->cat == cat.n && s->name == name.n &&
	    span_equal((struct span){s->text, s->cat}, cat) &&
	    span_equal((struct span){s->text + s->cat, s->name}, name))
		return true;
	s->cat = (unsigned char)cat.n;
	s->name = (unsigned char)name.n;
	if (cat.n)
		memcpy(s->text, cat.p, cat.n);
	if (name.n)
		memcpy(s->text + cat.n, name.p, name.n);
	return false;
}

void
engine_look(struct engine *e, struct span cat, struct span name)
{
	int engines = e->name ? e->rank + 1 : ENGINES, rank;
	struct buf evidence;
	struct span text;

	if (was_seen(e, cat, name))
		return;
	rank = engine_in(e, name, engines);
	if (rank == engines)
		return;
	/* kernel vllm::rms_norm_kernel */
	text = BUF_JOIN(&e->scratch, cat, span_of(" "), name);
	if (e->name && rank == e->rank &&
	    span_compare(text, buf_span(&e->evidence)) >= 0)
		return;
	e->name = table[rank].engine;
	e->rank = rank;
	evidence = e->scratch;
	e->scratch = e->evidence;
	e->evidence = evidence;
}
