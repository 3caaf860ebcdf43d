/*
 * step - how many tokens a step of inference attends to, as the engine's
 * annotation says.
 *
 * Requests of a step either read their prompt (context) or make one token after
 * another (generation). For each of both: the sums over the requests of query
 * tokens (sq), of key tokens (sk), and of the products sq * sq and sq * sk.
 * vLLM: execute_24_context_2(sq..sk..sqsq..sqsk..)_generation_22(...);
 * SGLang: step[DECODE bs=.. toks=.. c_sq=.. ... g_sqsk=..];
 * ATOM: prefill[... sq=..] or decode[... bs= tok= sk= sqsq= sqsk=].
 */
#ifndef TRACE_PERF_STEP_H
#define TRACE_PERF_STEP_H

#include "common/bytes/span.h"

struct tokens {
	double sq, sk, sqsq, sqsk;
};

/* NAN in all of them: the annotation does not say. */
struct step {
	struct tokens context, generation;
};

/* Reads annotations with ';' between them, the outermost first: engines nest
 * those of a step. The first that says anything counts. */
struct step step_read(struct span path);

#endif
