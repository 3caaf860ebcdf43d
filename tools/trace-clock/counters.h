/*
 * counters - the clocks of counters, from a table of events that say what the
 * counters showed.
 *
 * What fails here ends the program with a message.
 */
#ifndef TRACE_CLOCK_COUNTERS_H
#define TRACE_CLOCK_COUNTERS_H

#include "common/table/tsv.h"
#include "tools/trace-clock/counter.h"

struct counters_options {
	const char *end, *start; /* columns with a counter, or NULL */
	bool stamps; /* ts1 to ts5 are the counters, of the phase of each event
		      */
	const char *key; /* a column; NULL: rank, if there is such a column */
	double nominal;  /* counts a ns; 0: not known */
	int64_t bits;
	int64_t most; /* ns */
	bool quiet;
};

/* Writes a row for each key; returns the status. */
int counters_run(const struct counters_options *, struct tsv *, struct tsvw *);

#endif
