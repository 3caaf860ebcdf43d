/*
 * phase - the work of an inference engine: it reads prompts (prefill),
 * generates token after token (decode), or does both in one step (mixed).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

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
struct finding {
	enum phase phase;
	const char *how, *what;
};

/* The word for a phase; empty for PHASE_EMPTY and PHASE_OTHER. */
const char *phase_name(enum phase);
enum phase phase_parse(struct span);

/* Of what speaks for either: both is mixed, none is PHASE_EMPTY. */
enum phase phase_of(bool prefill, bool decode);

/* The phase of a step by its annotation (engine_annotation.h), or PHASE_EMPTY.
 */
enum phase phase_of_annotation(struct span name);

/* The same of the last that is a step of several, with ';' between. */
enum phase phase_of_annotations(struct span path);
