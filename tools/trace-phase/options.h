/*
 * options - the command line of trace-phase, parsed, and the functions that
 * label cycles or events of the GPU in a table, or keep those of a phase.
 */
#pragma once

#include <stdint.h>

#include "common/table/tsv.h"
#include "tools/trace-phase/phase.h"

/* Which evidence counts. */
enum method {
	METHOD_ANNOTATION, /* of events: that of the engine's annotations alone
			    */
	METHOD_REPETITION, /* of cycles: how often they repeat alone */
	METHOD_ALL
};

struct options {
	bool anew;
	bool quiet;
	bool select;
	bool step;
	enum phase wanted; /* PHASE_EMPTY: auto */
	int method;        /* of enum method */
	int64_t threshold; /* most tokens at once of a decode step */
};

/* In files of these names; they return a status, and end the program with a
 * message when they fail. */
int label_cycles(const struct options *, struct tsv *, struct tsvw *);
int label_events(const struct options *, struct tsv *, struct tsvw *);
