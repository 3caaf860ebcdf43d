/*
 * cycle_difference - the times of two cycles: period, kernels, and parts of
 * these.
 */
#pragma once

#include "tools/trace-align/row_difference.h"

struct measure {
	bool known;
	int64_t a, b;             /* ns of one repeat */
	double low, high;         /* ns, the 95 % interval of b - a */
	double low_pct, high_pct; /* the same, of a */
	double least, most;       /* ns, the bounds of 95 % on one side */
	size_t rows;              /* that it is of, ... */
	size_t a_rows, b_rows;    /* ... and those of either side */
	enum verdict verdict;
};

/* The time of both sides, in ns. */
static inline int64_t
measure_both(const struct measure *m)
{
	return m->a + m->b;
}

/* The part of a cycle that is measured. */
enum portion {
	PORTION_ALL,    /* kernels */
	PORTION_FAMILY, /* kernels of a family, and groups that hold some */
	PORTION_GROUPS, /* groups of that name */
	/* Of the time, not of rows: */
	PORTION_PERIOD, /* from one repeat to the next */
	PORTION_IDLE,   /* the part of the period that is in no kernel */
	/* the period less the idle time: the time of the kernels where they do
	   not overlap, and then as sure */
	PORTION_BUSY
};

/*
 * Measures it; the name is empty but for families and groups. With several runs
 * a side the interval comes from the runs. With one run, it comes from the
 * spread of the repeats' totals if that is known, or else kernels are assumed
 * to be slow together. A verdict is never of less than the floor, which the
 * repeats of one run cannot show.
 */
struct measure measure_portion(
    const struct report *, enum portion, struct span name);
struct measure measure_whole(const struct report *, enum portion);

/*
 * The same of n sets of rows: key[i] is the number of that of the row i, or
 * NO_MEASURE; and of each group, m[0] being all rows of none.
 */
#define NO_MEASURE SIZE_MAX
void measure_each(
    const struct report *, const size_t *key, size_t n, struct measure *m);
void measure_groups(const struct report *, struct measure *m);

/* Of the rows whose number is not below `shown`. */
struct measure measure_rest(
    const struct report *, const size_t *of, size_t shown);
