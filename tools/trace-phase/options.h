/*
 * options - what the command line asks for, and what does it: labels the cycles
 * or the events of the GPU in a table, or keeps those of a phase.
 */
#ifndef TRACE_PHASE_OPTIONS_H
#define TRACE_PHASE_OPTIONS_H

#include "common/table/tsv.h"
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

/* In cycle_rows.c and events.c; they return a status, and end the program with
 * a message when they fail. */
int cycles_run(const struct options *, struct tsv *, struct tsvw *);
int events_run(const struct options *, struct tsv *, struct tsvw *);

#endif
