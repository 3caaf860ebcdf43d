/*
 * options - what the command line asks for.
 */
#ifndef TRACE_PHASE_OPTIONS_H
#define TRACE_PHASE_OPTIONS_H

#include "tools/trace-phase/methods.h"

struct options {
	bool quiet;
	bool exit_zero;
	bool select;
	bool step;
	enum phase wanted; /* PHASE_EMPTY: auto */
	enum method method;
	int64_t threshold;
};

#endif
