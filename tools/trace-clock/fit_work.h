/*
 * fit_work - what the files of the fit share: fit.c finds the clocks,
 * fit_judge.c tells what they are worth.
 */
#ifndef TOOLS_TRACE_CLOCK_FIT_WORK_H
#define TOOLS_TRACE_CLOCK_FIT_WORK_H

#include <stddef.h>

#include "tools/trace-clock/clocks.h"

/*
 * Clocks on which nothing ends before it was sent.
 *
 * Each pair says how far the clock of its target may be ahead of that of its
 * source. These are difference constraints, which relaxation solves in as many
 * rounds as there are ranks, or never (R. Bellman, "On a routing problem",
 * Quarterly of Applied Mathematics 16, 1958). The solution is the nearest
 * below the offsets that there are, moved as a whole so that the reference
 * stays.
 */

/*
 * Rounds offsets to nanoseconds and moves them until no pair that fits is
 * reversed. Returns false if no offsets do that: the pairs contradict.
 */
bool causal_move(struct fit *);

/*
 * A symmetric positive definite system of equations, by Cholesky's method
 * (Golub and Van Loan, "Matrix Computations", section 4.2).
 */

/*
 * Solves a x = b for n unknowns. `a` holds rows of n numbers, of which the
 * lower triangle is read and overwritten; x comes in b. Returns 0, or -1 when
 * the system is not positive definite: then nothing is known.
 */
__attribute__((warn_unused_result)) int solve(double *a, double *b, size_t n);

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
