/*
 * origins - which rank each row of events is of, where that rank's events come
 * from, and whether all ranks are of one job.
 *
 * A job has one number of ranks and one kind of GPU, and its ranks are recorded
 * at the same time. All of this is compared as far as the table tells it.
 */
#ifndef TRACE_COLLECTIVES_ORIGINS_H
#define TRACE_COLLECTIVES_ORIGINS_H

#include "common/table/tsv.h"
#include "tools/trace-collectives/job.h"

struct origins {
	struct job *job;
	struct tsv *in;
	int rank, world, gpu, file; /* columns, or TSV_MISSING */
	struct buf last;            /* these fields of the row before */
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

void origins_close(struct origins *);

#endif
