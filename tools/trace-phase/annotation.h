/*
 * annotation - what inference engines call their steps in a trace.
 */
#ifndef TRACE_PHASE_ANNOTATION_H
#define TRACE_PHASE_ANNOTATION_H

#include "tools/trace-phase/phase.h"

/*
 * The phase of a step by the name of its annotation, PHASE_EMPTY for others:
 *   execute_context_C(...)_generation_G(...)      vLLM: C requests read their
 *   execute_N_context_C(...)_generation_G(...)    prompt, G generate
 *   execute_new_C_cached_G                        vLLM of 2025
 *   step[EXTEND ...] step[DECODE ...] step[MIXED ...] ...           SGLang,
 *                                                 also in small letters
 *   prefill[...] decode[...]                                        ATOM
 * SGLang's TARGET_VERIFY, DRAFT_LOOP and DRAFT_EXTEND check and extend what was
 * generated speculatively: they are decode.
 */
enum phase annotation_phase(struct span name);

/* The same of the last that is a step of several, with ';' between. */
enum phase annotation_path_phase(struct span path);

#endif
