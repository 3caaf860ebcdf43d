/*
 * options - what trace-collectives is asked for.
 */
#ifndef TRACE_COLLECTIVES_OPTIONS_H
#define TRACE_COLLECTIVES_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/trace-collectives/job.h"

enum by { BY_COLLECTIVE, BY_EVENT, BY_MESSAGE, BY_RANK, BY_PAIR, BY_ALLTOALLV };

struct options {
	enum by by;
	enum job_match match;
	const char *rules;     /* NULL: none but ours */
	const char *baseline;  /* a table; NULL: the best of the job */
	int64_t gpus_per_node; /* 0: unknown */
	bool missing;          /* of dumps; the others above are of events */
	bool partial, si, quiet;
};

#endif
