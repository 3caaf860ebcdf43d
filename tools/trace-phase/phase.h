/*
 * phase - what an inference engine does: it reads prompts (prefill), generates
 * token after token (decode), or does both in one step (mixed).
 */
#ifndef TRACE_PHASE_PHASE_H
#define TRACE_PHASE_PHASE_H

#include <stdbool.h>

#include "common/bytes/span.h"

enum phase {
	PHASE_EMPTY, /* no label yet */
	PHASE_UNKNOWN,
	PHASE_PREFILL,
	PHASE_DECODE,
	PHASE_MIXED,
	PHASE_OTHER /* a label that came with the table and is none of these */
};

/* A phase and why: two words or phrases that live for ever. */
struct verdict {
	enum phase phase;
	const char *how, *what;
};

/* The word for a phase; empty for PHASE_EMPTY and PHASE_OTHER. */
const char *phase_name(enum phase);
enum phase phase_parse(struct span);

/* Of what speaks for either: both is mixed, none is PHASE_EMPTY. */
enum phase phase_of(bool prefill, bool decode);

#endif
