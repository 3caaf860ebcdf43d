/*
 * clock_fit - the clocks of ranks, from pairs of events that ended at the same
 * time.
 *
 * A clock shows t = T + offset + rate (t - x0), where T is the time of the
 * reference and x0 the middle of what the rank's pairs span. A pair says that
 * both its ends were at one T: so all pairs are one system of linear equations,
 * solved by least squares (normal equations, Cholesky). It begins with the
 * median difference of each two ranks; then five rounds leave out the pairs
 * whose residual is beyond five median absolute deviations, of their two ranks
 * or of any two if that is more, and FIT_NOISE (trimmed least squares;
 * Rousseeuw and Leroy, "Robust Regression and Outlier Detection", 1987), and
 * fit the rest again.
 *
 * A rate is told only of a rank whose pairs span a second, number eight at
 * least, and put it beyond three standard errors. Two ranks whose differences
 * jump from one pair to the next by more than `most` in the median did not end
 * together: their pairs are not used. The jump, unlike the deviation from a
 * mean, does not grow with a drift.
 *
 * A rank's clock is sure if most of its pairs fit, and if their residuals are
 * not far larger than the jumps: then its pairs with one rank say the same as
 * those with another.
 *
 * Memory: 48 bytes a pair, and 16 (2 ranks)^2 for the equations.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"

/*
 * Pairs of events that end together, and the clocks of ranks.
 */

#define FIT_NOISE 1000.0 /* ns: the resolution of older traces */

struct fit_pair {
	uint32_t source, target;                      /* ranks */
	int64_t source_start, source_end, target_end; /* ns */
	double residual;
	bool used;
};

enum fit_verdict {
	FIT_REFERENCE,
	FIT_OK,
	FIT_FEW,     /* fewer than three pairs fit */
	FIT_UNSURE,  /* a quarter of the pairs does not fit, or they disagree */
	FIT_DIFFERS, /* its events do not end together with others' */
	FIT_UNCONNECTED, /* no pairs lead to the reference */
};

struct fit_rank {
	enum fit_verdict
	    verdict;   /* the rest has no meaning after the last two */
	double offset; /* ns */
	double rate;   /* 1e-9: ns a second */
	bool rated;
	int64_t x0;          /* ns */
	int64_t n, rejected; /* pairs of the rank, and how many do not fit */
	int64_t reversed;    /* pairs that end before they start */
	double rms, largest; /* ns, of the residuals of those that fit */
	double moved;        /* ns: part of the offset, for `causal` */

	/* below: for the fit only */
	int64_t first, last;
	bool connected;
	double noise;  /* ns: the largest jump of its pairs */
	size_t column; /* of its offset in the equations; its rate is next */
};

struct fit {
	struct fit_pair *pair; /* these are put into another order */
	size_t pairs;
	struct fit_rank *rank;
	uint32_t ranks;
	uint32_t reference;
	int64_t most; /* ns */
	enum { FIT_RATE_AUTO, FIT_RATE_YES, FIT_RATE_NO } rates;
	bool causal;      /* move clocks so that no pair is reversed */
	bool contradicts; /* out: there are no such clocks */
};

/* Fits all ranks, which are zeroed before. */
void fit_ranks(struct fit *);

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
 * reversed. Returns false if no offsets do that, and moves none: the pairs
 * contradict.
 */
bool fit_causal_move(struct fit *);

/*
 * A symmetric positive definite system of equations, by Cholesky's method
 * (Golub and Van Loan, "Matrix Computations", section 4.2).
 */

/*
 * Solves a x = b for n unknowns. `a` holds rows of n numbers, of which the
 * lower triangle is read and overwritten; x comes in b. Returns 0, or -1 when
 * the system is not positive definite: then nothing is known.
 */
MUST_USE int fit_solve(double *a, double *b, size_t n);

/*
 * Shared by clock_fit.c, which finds the clocks, and fit_work.c, which judges
 * them.
 */

enum {
	FIT_TRIM = 5, /* median absolute deviations */
	FIT_LEAST = 3 /* pairs or points that make a clock more than a guess */
};

#define SECOND 1e9 /* ns */

/* The pairs of two ranks, in the order of time. */
struct fit_group {
	size_t from, to;
	bool used;
	double jump;      /* the median one from one pair to the next */
	double deviation; /* the median absolute residual */
};

/* Working memory of the fit. */
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

/* The lower median of n > 0 numbers, none of them NaN. */
double fit_median(const double *, size_t n);

/* Measures how the pairs fit, and judges each rank by that. */
void fit_judge(struct fit_work *);
