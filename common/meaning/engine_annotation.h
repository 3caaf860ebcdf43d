/*
 * engine_annotation - what an inference engine's annotation says of its step.
 *
 *	execute_context_C(...)_generation_G(...)	vLLM: C requests read
 *	execute_N_context_C(...)_generation_G(...)	their prompt, G generate
 *	execute_new_C_cached_G				vLLM of 2025
 *	step[EXTEND ...] step[DECODE ...] ...		SGLang, also in small
 *							letters
 *	prefill[...] decode[...]			ATOM
 *
 * SGLang's TARGET_VERIFY, DRAFT_LOOP and DRAFT_EXTEND check and extend what was
 * generated speculatively: they generate.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/span.h"

struct engine_annotation {
	const char *engine;   /* as in the table of engine.c */
	bool prefill, decode; /* requests read their prompt, or generate */
};

/* Whether it is one. */
bool engine_annotation_read(struct span name, struct engine_annotation *);

/*
 * How many tokens the requests of a step attend to that read their prompt
 * (context), or make one token after another (generation). For each of both:
 * the sums over the requests of query tokens (sq), of key tokens (sk), and of
 * the products sq * sq and sq * sk.
 *
 *	vLLM: execute_24_context_2(sq..sk..sqsq..sqsk..)_generation_22(...)
 *	SGLang: step[DECODE bs=.. toks=.. c_sq=.. ... g_sqsk=..]
 *	ATOM: prefill[... sq=..] or decode[... bs= tok= sk= sqsq= sqsk=]
 */
struct tokens {
	double sq, sk, sqsq, sqsk;
};

/* NAN in all of them: the annotation does not say. */
struct step_tokens {
	struct tokens context, generation;
};

/* Reads annotations with ';' between them, the outermost first: engines nest
 * those of a step. The first that says anything counts. */
struct step_tokens step_tokens_read(struct span path);
