#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/times/significance.h"

/*
 * From 3 degrees on the expansion of Abramowitz and Stegun, "Handbook of
 * Mathematical Functions", 1964, 26.7.5, of the normal distribution's z: at
 * most 0.2 % too small. Below, the value of the next whole number down.
 */
static double
student(double z, double one, double two, double df)
{
	const double z2 = z * z, z4 = z2 * z2, z6 = z4 * z2, z8 = z4 * z4;

	if (df < 2)
		return one;
	if (df < 3)
		return two;
	return z *
	    (1 + (z2 + 1) / (4 * df) + (5 * z4 + 16 * z2 + 3) / (96 * df * df) +
		(3 * z6 + 19 * z4 + 17 * z2 - 15) / (384 * df * df * df) +
		(79 * z8 + 776 * z6 + 1482 * z4 - 1920 * z2 - 945) /
		    (92160 * df * df * df * df));
}

double
student_975(double df)
{
	return student(
	    1.959963984540054, 12.706204736432102, 4.302652729911275, df);
}

double
student_950(double df)
{
	return student(
	    1.644853626951472, 6.313751514675043, 2.919985580355516, df);
}

/*
 * The continued fraction of the incomplete beta function (Abramowitz and
 * Stegun, 26.5.8), from the front by W. J. Lentz's method (Applied Optics 15,
 * 1976). It converges fast for x < (a + 1) / (a + b + 2), where d is above 0.
 */
static double
beta_fraction(double x, double a, double b)
{
	enum { TERMS = 300 };
	const double enough = 1e-14;
	double c = 1, d = 1 - (a + b) * x / (a + 1), f;

	d = 1 / d;
	f = d;
	for (int m = 1; m <= TERMS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x /
		    ((a + 2 * m) * (a + 2 * m + 1));
		double change;

		d = 1 / (1 + even * d);
		c = 1 + even / c;
		f *= c * d;
		d = 1 / (1 + odd * d);
		c = 1 + odd / c;
		change = c * d;
		f *= change;
		if (fabs(change - 1) < enough)
			break;
	}
	return f;
}

double
student_p(double t, double df)
{
	double x = df / (df + t * t), a = df / 2, b = 0.5;
	double front;

	if (x >= 1)
		return 1;
	if (x <= 0)
		return 0;
	front = exp(
	    lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(x, a, b) / a;
	return 1 - front * beta_fraction(1 - x, b, a) / b;
}

/*
 * Repeats of one run are alike: neighbours share clocks and temperature. Of a
 * sequence whose neighbours correlate by r, n values tell as much as
 * n (1 - r) / (1 + r) independent ones (G. V. Bayley and J. M. Hammersley, "The
 * effective number of independent observations in an autocorrelated time
 * series", 1946). The tables do not have r, so this value is assumed.
 */
#define WELCH_AUTOCORRELATION 0.5

struct sample
sample_of_repeats(int64_t reps, int64_t count, int64_t sum, int64_t deviation)
{
	const double r = WELCH_AUTOCORRELATION;
	double n = (double)reps, there = (double)count, total = (double)sum;
	double squares, mean = total / n, telling = n * (1 - r) / (1 + r);

	if (reps < 2 || count < 1 || count > reps || sum <= 0 ||
	    (deviation < 0 && count > 1))
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

struct estimate
welch_both(struct estimate e, struct estimate other)
{
	double apart = fabs(other.log - e.log);

	if (isnan(e.half) || isnan(other.half))
		return e;
	if (other.half + apart < e.half) {
		e.half = other.half + apart;
		e.p = fmin(e.p, other.p);
	}
	e.bound = fmin(e.bound, other.bound + apart);
	return e;
}

/* The number of ways to order the values of two sets, of a and b values. */
static double
count_orders(double a, double b)
{
	double orders = 1;

	for (int i = 1; i <= a; i++)
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

static const double significant = 0.05;

const char *
verdict_name(enum verdict v)
{
	static const char *const names[] = {
	    "", "same", "faster", "slower", "unclear"};

	return names[v];
}

const char *
verdict_say(enum verdict v)
{
	return v == UNKNOWN ? "one run: not tested" : verdict_name(v);
}

double
threshold_log(struct threshold t, double a, double b)
{
	double least = fmin(a, b);

	return log1p(fmax(t.share, least > 0 ? t.ns / least : 0));
}

/* Rounding alone may lift a difference beyond the threshold. */
static const double slack = 1e-12;

bool
threshold_exceeded(double log, double threshold)
{
	return fabs(log) > threshold + slack;
}

enum verdict
verdict_of(struct estimate e, double threshold)
{
	bool real = fabs(e.log) > e.half && e.p <= significant;

	if (isnan(e.half) || isnan(e.p))
		return UNKNOWN;
	if (real && threshold_exceeded(e.log, threshold))
		return e.log > 0 ? SLOWER : FASTER;
	return fabs(e.log) + e.half <= threshold + slack ? SAME : UNCLEAR;
}

enum gate
verdict_gate(enum verdict verdict, const struct limit *t, enum gate gate)
{
	if (limit_is_beyond(t, 0, (double)t->limit.n))
		return gate;
	if (verdict == SAME)
		return GATE_KEPT;
	return verdict == UNCLEAR && gate > GATE_INCONCLUSIVE
	    ? GATE_INCONCLUSIVE
	    : gate;
}

ORDER_POINTERS_BY(compare_p, struct estimate, UP(p))

void
verdict_adjust(struct estimate *e, size_t n)
{
	struct estimate **sorted = xcalloc(n + 1, sizeof *sorted);
	size_t tests = 0;
	double least = 1;

	for (size_t i = 0; i < n; i++)
		if (!isnan(e[i].p))
			sorted[tests++] = &e[i];
	qsort(sorted, tests, sizeof *sorted, compare_p);
	for (size_t i = tests; i > 0; i--) {
		double raised = sorted[i - 1]->p * (double)tests / (double)i;

		least = fmin(least, raised);
		sorted[i - 1]->p = least;
	}
	free(sorted);
}

double
verdict_ns(double log_ratio, double a, double b)
{
	double whole = log(b / a);

	if (fabs(whole) < 1e-9)
		return log_ratio * (a + b) / 2;
	return log_ratio * (b - a) / whole;
}
