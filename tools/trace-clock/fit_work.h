/*
 * fit_work - what the files of the fit share: fit.c finds the clocks,
 * fit_judge.c tells what they are worth.
 */
#ifndef TRACE_CLOCK_FIT_WORK_H
#define TRACE_CLOCK_FIT_WORK_H

#include "tools/trace-clock/clocks.h"

enum {
	FIT_TRIM = 5, /* median absolute deviations */
	FIT_LEAST = 3 /* pairs that make a clock more than a guess */
};

#define SECOND 1e9 /* ns */

/* The pairs of two ranks, in the order of time. */
struct fit_group {
	size_t from, to;
	bool used;
	double jump;      /* the median one from one pair to the next */
	double deviation; /* the median absolute residual */
};

/* What is kept while fitting. */
struct fit_work {
	struct fit *f;
	struct fit_group *group;
	size_t groups, group_cap;
	double *value; /* as many as there are pairs */
	double *a, *b; /* the equations */
	size_t unknowns;
};

/* How far a clock's time is beyond its middle, in seconds. */
static inline double
fit_seconds(const struct fit_rank *r, int64_t t)
{
	return (double)(t - r->x0) / SECOND;
}

static inline double
fit_error(const struct fit_rank *r, int64_t t)
{
	return r->offset + r->rate * fit_seconds(r, t);
}

/* Measures how the pairs fit, and judges each rank by that. */
void fit_judge(struct fit_work *);

#endif
