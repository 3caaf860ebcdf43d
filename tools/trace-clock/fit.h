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

#include "tools/trace-clock/clocks.h"

/* Fits all ranks, which are zeroed before. */
void fit_ranks(struct fit *);

#endif
