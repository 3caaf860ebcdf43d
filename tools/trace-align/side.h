/*
 * side - the cycle that is compared on one side, of one run or of several.
 *
 * The rows are those of the first run; the rows of the others are added to
 * those that they are lined up with. So a row has its time in every run.
 */
#ifndef TRACE_ALIGN_SIDE_H
#define TRACE_ALIGN_SIDE_H

#include "tools/trace-align/cycle_table.h"

/* What one run has of the cycle. */
struct side_run {
	const struct cycle_rows *cycle;
	double matched; /* the share of its time that is in the side's rows */
};

/* A row in one run, in ns of one repeat; negative where the run lacks it. */
struct timing {
	double mean, median;
};

struct side {
	const struct cycle_rows *cycle; /* of the first run */
	struct side_run *runs;
	size_t nruns;
	struct row *rows;
	size_t nrows;
	struct timing *timings; /* row i in run k is [i * nruns + k] */
	int64_t reps;           /* of all runs */
	int64_t total;          /* ns of all rows, over all repeats */
	int64_t each;           /* ns of all rows, in one repeat */
	int64_t period;         /* ns, the mean of all runs; -1: not known */
};

/*
 * Makes a side of one cycle of each run. `each` of the rows is so rounded that
 * the rows up to any of them add up to their exact time in one repeat, rounded
 * to the nearest nanosecond; so they add up to `each` of the side. The cycles
 * must live as long. Returns 0 or an align_failure; side_free in either case.
 */
__attribute__((warn_unused_result)) int side_init(struct side *,
    const struct cycle_rows *const *cycles, size_t n, const struct likeness *);
void side_free(struct side *);

/*
 * What a time may be off by, in ns: a microsecond where all times are whole
 * ones, as in traces of old profilers.
 */
int64_t side_resolution(const struct side *);

/* What the GPU does not spend in kernels, in ns of a repeat; -1: not known. */
int64_t side_idle(const struct side *);

#endif
