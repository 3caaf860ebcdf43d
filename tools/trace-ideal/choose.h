/*
 * choose - which table of ideal times belongs to a job.
 *
 * Nothing in a trace names the table, so a job's kernels are compared with each
 * of them. A table that has fewer kernels than the job ran, or more ideal time
 * than the job took, is not the job's: score 0. Otherwise the score is 0.5 if
 * the job's first kernels stand in the table one after the other, else 0.25;
 * and 0.5 times the share of the table's kernels that the job ran, and 0.5
 * times the share of the job's time that the table explains: at most 1.5. The
 * method, weights and limits are those of IBM's AIU Trace Analyzer.
 */
#ifndef TRACE_IDEAL_CHOOSE_H
#define TRACE_IDEAL_CHOOSE_H

#include "tools/trace-ideal/ideal.h"

enum { CHOOSE_FIRST = 30, CHOOSE_KERNELS = 500 };

/*
 * A table below the one, or with another one this near, is not certain. Nor is
 * one that lacks the sequence of the job's first kernels: counts and times
 * alone can fit a table of other kernels.
 */
#define CHOOSE_CERTAIN 0.8
#define CHOOSE_NEAR 0.2

struct job {
	uint32_t first[CHOOSE_FIRST]; /* names of its first kernels */
	int64_t n;                    /* kernels that it ran */
	int64_t rank;                 /* -1: not known, or several */
	double us;                    /* that they took */
};

struct choice {
	const struct ideal_table *table; /* NULL: none can be its table */
	double score, second;            /* of the best other table, or 0 */
	bool uncertain;
};

/* The score of one table; `mhz` is the rate of the cores. */
double choose_score(const struct job *, const struct ideal_table *, double mhz);

/*
 * The table with the highest score, of equal ones the first; among those of the
 * job's rank, if there are some. Tables with the same times as it are no other
 * tables.
 */
struct choice choose_table(
    const struct job *, const struct ideal *, double mhz);

#endif
