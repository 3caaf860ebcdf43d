/*
 * read - events as trace-extract prints them: the communication kernels among
 * them into a job, with what the kernel or its record_param_comms says.
 */
#ifndef TRACE_COLLECTIVES_READ_H
#define TRACE_COLLECTIVES_READ_H

#include "common/table/tsv.h"
#include "tools/trace-collectives/options.h"

struct reading {
	bool told;     /* the table has the column collective_name */
	bool numbered; /* and event */
	bool placed;   /* ranks are the places of files among the files */
	bool ranked;   /* the table tells the ranks */
};

/* Ends the program with a message when the table cannot be used. */
struct reading read_job(struct job *, struct tsv *, const struct options *);

#endif
