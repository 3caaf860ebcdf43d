/*
 * phase_evidence - the phase of a step, by the name of a kernel.
 *
 * Ordered rules as those of rules.h, in common/meaning/phases.tsv, which is
 * compiled in: the first that matches decides. They come from the sources of
 * the engines that launch the kernels: vLLM, SGLang, TensorRT-LLM, FlashInfer,
 * FlashAttention, AITER and llama.cpp.
 */
#pragma once

#include "common/bytes/span.h"
#include "common/meaning/rules.h"

enum evidence {
	EVIDENCE_NOTHING,
	EVIDENCE_PREFILL,   /* runs only where prompts are read */
	EVIDENCE_PROMPTS,   /* reads several tokens of a sequence at once */
	EVIDENCE_DECODE,    /* runs only where tokens are generated */
	EVIDENCE_TOKEN,     /* one token of a sequence; beside prompts, too */
	EVIDENCE_EITHER,    /* prompts and generated tokens in one launch */
	EVIDENCE_MANY,      /* computes more tokens than decode does */
	EVIDENCE_FEW,       /* computes a few tokens at most, in an engine */
	EVIDENCE_LARGE,     /* the same as many, in any program */
	EVIDENCE_VECTOR,    /* a matrix times a vector, in any program */
	EVIDENCE_SPLIT,     /* few queries, so the keys are divided */
	EVIDENCE_ATTENTION, /* any other attention */
	EVIDENCE_VERIFY,    /* checks drafted tokens, several of a sequence */
	EVIDENCE_BATCHING,  /* an engine's that mixes both phases in a step */
	EVIDENCE_ENGINE,    /* an engine's, of either phase */
	EVIDENCE_BACKWARD,  /* of a training: this one and all after it */
	EVIDENCE_BACKWARD_ATTENTION,
	EVIDENCE_BACKWARD_WEIGHTS,
	EVIDENCE_BACKWARD_NORM,
	EVIDENCE_OPTIMIZER,
	EVIDENCE_KINDS
};

/* Does such a kernel run in engines of language models only? */
bool evidence_engine(enum evidence);

/* Does it run in a training? By one alone names err: see training.h. */
bool evidence_trains(enum evidence);

/* The rules, for evidence_of alone; the caller frees them. */
struct rules *evidence_rules(void);

/*
 * The evidence of a name, and why in words for people, which are as valid
 * as the rules, and empty where the kind says it all. Every rule may be tried:
 * ask once for each distinct name.
 */
enum evidence evidence_of(
    const struct rules *, struct span name, struct span *why);
