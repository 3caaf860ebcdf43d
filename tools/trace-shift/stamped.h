/*
 * stamped - events with device counters, put on the times that these tell.
 *
 * What fails here ends the program with a message.
 */
#ifndef TRACE_SHIFT_STAMPED_H
#define TRACE_SHIFT_STAMPED_H

#include "common/table/tsv.h"

struct stamped_options {
	const char *rates; /* a table of trace-clock --stamps, or NULL */
	int64_t hertz;     /* the rate of all counters, if there is no table */
	bool split;        /* keep the phase of each event only */
	bool quiet;
};

/* Writes the events; returns the status. */
int stamped_run(const struct stamped_options *, struct tsv *, struct tsvw *);

#endif
