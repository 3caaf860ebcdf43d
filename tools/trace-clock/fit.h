/*
 * fit - the clocks of ranks, from pairs of events that ended at the same time.
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
#ifndef TRACE_CLOCK_FIT_H
#define TRACE_CLOCK_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
	FIT_FEW,     /* fewer than three pairs */
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

	/* below: for fit.c only */
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
};

/*
 * Fits all ranks, which are zeroed before. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int fit_ranks(struct fit *);

#endif
