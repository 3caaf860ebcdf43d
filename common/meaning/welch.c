#include <math.h>

#include "common/meaning/student.h"
#include "common/meaning/welch.h"

struct sample
sample_of_repeats(int64_t reps, int64_t count, int64_t sum, int64_t deviation)
{
	const double r = WELCH_AUTOCORRELATION;
	double n = (double)reps, there = (double)count, total = (double)sum;
	double squares, mean = total / n, telling = n * (1 - r) / (1 + r);

	if (reps < 2 || count < 1 || count > reps || deviation < 0 || sum <= 0)
		return (struct sample){log(mean), 0, 0};
	/* The sum of squares around the mean of those that were there, ... */
	squares = (there - 1) * (double)deviation * (double)deviation;
	/* ... moved to the mean of all, the others being 0. */
	squares += total * total / there - total * total / n;
	return (struct sample){log(mean),
	    squares / (n - 1) / telling / (mean * mean), fmax(telling - 1, 1)};
}

struct sample
sample_of_mean(double n, double mean, double deviation, double correlation)
{
	/* Of a correlation of 1, any number of values would tell nothing. */
	const double most = 0.99;
	double r = correlation + 1 / n, telling, share = deviation / mean;

	if (!(n >= 2) || !(mean > 0) || isnan(deviation))
		return (struct sample){mean > 0 ? log(mean) : NAN, 0, 0};
	if (isnan(r))
		r = deviation > 0 ? WELCH_AUTOCORRELATION : 0;
	r = fmin(fmax(r, 0), most);
	telling = n * (1 - r) / (1 + r);
	return (struct sample){
	    log(mean), share * share / telling, fmax(telling - 1, 1)};
}

struct sample
sample_of_runs(const double *values, size_t n)
{
	double sum = 0, squares = 0, mean;

	for (size_t i = 0; i < n; i++) {
		if (!(values[i] > 0))
			return (struct sample){NAN, 0, 0};
		sum += log(values[i]);
	}
	mean = sum / (double)n;
	if (n < 2)
		return (struct sample){mean, 0, 0};
	for (size_t i = 0; i < n; i++)
		squares += (log(values[i]) - mean) * (log(values[i]) - mean);
	return (struct sample){
	    mean, squares / (double)(n - 1) / (double)n, (double)(n - 1)};
}

struct estimate
welch(struct sample a, struct sample b)
{
	struct estimate e = {b.mean - a.mean, NAN, NAN, NAN};
	double sum = a.error + b.error, df;

	if (a.df < 1 || b.df < 1 || !isfinite(e.log))
		return e;
	if (sum <= 0) {
		e.half = e.bound = 0;
		e.p = e.log == 0 ? 1 : 0;
		return e;
	}
	df = sum * sum / (a.error * a.error / a.df + b.error * b.error / b.df);
	e.half = student_975(df) * sqrt(sum);
	e.bound = student_950(df) * sqrt(sum);
	e.p = student_p(e.log / sqrt(sum), df);
	return e;
}

/* In how many orders two sets may stand, of so many; no more than needed. */
static double
count_orders(double a, double b)
{
	double orders = 1;

	for (double i = 1; i <= a; i++)
		orders *= (b + i) / i;
	return orders;
}

struct estimate
welch_ranked(struct estimate e, struct extremes a, struct extremes b)
{
	const double few = 12; /* repeats; the deviation of more is known */
	bool apart = a.most < b.least || b.most < a.least;
	double chance, half;

	if (isnan(e.half) || !apart || !(a.least > 0) || !(b.least > 0) ||
	    (a.n > few && b.n > few))
		return e;
	chance = 1 / count_orders(fmin(a.n, few), fmin(b.n, few));
	half =
	    fmax(e.log - log(b.least / a.most), log(b.most / a.least) - e.log);
	if (2 * chance <= 0.05) {
		e.half = fmin(e.half, half);
		e.p = fmin(e.p, 2 * chance);
	}
	if (chance <= 0.05)
		e.bound = fmin(e.bound, half);
	return e;
}
