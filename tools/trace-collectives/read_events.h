/*
 * read_events - events as trace-extract prints them: the communication kernels
 * among them into a job, with what the kernel or its record_param_comms says.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/table/tsv.h"
#include "tools/trace-collectives/job.h"

struct reading {
	bool told;   /* the table has the column collective_name */
	bool placed; /* ranks are the places of files among the files */
	bool ranked; /* the table tells the ranks */
};

/* Ends the program with a message when the table cannot be used. */
struct reading read_job(struct job *, struct tsv *, const struct options *);

/*
 * Which rank each row of events is of, where that rank's events come
 * from, and whether all ranks are of one job.
 *
 * A job has one number of ranks and one kind of GPU, and its ranks are recorded
 * at the same time. All of this is compared as far as the table tells it.
 */

struct origins {
	struct job *job;
	struct tsv *in;
	int rank, world, gpu, file; /* columns, or TSV_MISSING */
	struct buf last; /* rank and file of the row before; the caller's */
	uint32_t last_rank;
	bool placed; /* some rank is the place of a file among the files */
	bool known;  /* some rank is told */
};

/* Finds the columns. */
void origins_open(struct origins *, struct job *, struct tsv *);

/*
 * The rank of the current row, a number of job.ranks. Ends the program with a
 * message if a rank has two files, or if only some files tell their rank.
 */
uint32_t origins_rank(struct origins *);

/* After the last row: ends the program if ranks are not of one job. */
void origins_check(const struct origins *);
