/*
 * options - what the command line asks for.
 */
#ifndef TRACE_PHASE_OPTIONS_H
#define TRACE_PHASE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/trace-phase/phase.h"

enum method {
	METHOD_BEST, /* the first evidence that speaks; on cycles repetition */
	METHOD_ANNOTATION,
	METHOD_ATTENTION_PATTERNS,
	METHOD_FRAMEWORK_APIS,
	METHOD_GEMM_PARAMS,
	METHOD_HYBRID,
	METHOD_KERNEL_NAMES,
	METHOD_OPERATION_FREQUENCY,
	METHOD_REPETITION,
	METHODS
};

struct options {
	bool quiet;
	bool exit_zero;
	bool select;
	bool step;
	enum phase wanted; /* PHASE_EMPTY: auto */
	enum method method;
	int64_t threshold;
};

/* The name of a method, for messages and --method. */
extern const char *const method_names[METHODS];

#endif
