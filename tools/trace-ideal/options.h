/*
 * options - what the command line of trace-ideal says.
 */
#ifndef TRACE_IDEAL_OPTIONS_H
#define TRACE_IDEAL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct options {
	bool categories, counters, jobs, list; /* instead of the events */
	const char **ideal;                    /* paths */
	size_t n_ideal, cap_ideal;
	const char *job, *keys; /* columns; NULL: none */
	double soc, core;       /* MHz; 0: not told */
	bool exit_zero;
	bool quiet;
};

#endif
