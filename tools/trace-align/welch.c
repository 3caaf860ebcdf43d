#include <math.h>

#include "tools/trace-align/welch.h"

struct sample
sample_make(int64_t reps, int64_t count, int64_t sum, int64_t deviation)
{
	double n = (double)reps, there = (double)count, total = (double)sum;
	double squares, mean = total / n;

	if (reps < 2 || count < 1 || count > reps || deviation < 0)
		return (struct sample){0, mean, 0};
	/* The sum of squares around the mean of those that were there, ... */
	squares = (there - 1) * (double)deviation * (double)deviation;
	/* ... moved to the mean of all, the others being 0. */
	squares += total * total / there - total * total / n;
	return (struct sample){n, mean, squares / (n - 1)};
}

/*
 * From 3 degrees on the expansion of Abramowitz and Stegun, "Handbook of
 * Mathematical Functions", 1964, 26.7.5: at most 0.2 % too small. Below, the
 * value of the next whole number down.
 */
double
student_975(double df)
{
	const double z = 1.959963984540054;
	const double z2 = z * z, z4 = z2 * z2, z6 = z4 * z2, z8 = z4 * z4;

	if (df < 2)
		return 12.706204736432102;
	if (df < 3)
		return 4.302652729911275;
	return z *
	    (1 + (z2 + 1) / (4 * df) + (5 * z4 + 16 * z2 + 3) / (96 * df * df) +
		(3 * z6 + 19 * z4 + 17 * z2 - 15) / (384 * df * df * df) +
		(79 * z8 + 776 * z6 + 1482 * z4 - 1920 * z2 - 945) /
		    (92160 * df * df * df * df));
}

bool
welch_interval(struct sample a, struct sample b, double *low, double *high)
{
	double va, vb, half = 0;

	if (a.n < 2 || b.n < 2)
		return false;
	va = a.variance / a.n;
	vb = b.variance / b.n;
	if (va + vb > 0) {
		double df = (va + vb) * (va + vb) /
		    (va * va / (a.n - 1) + vb * vb / (b.n - 1));

		half = student_975(df) * sqrt(va + vb);
	}
	*low = b.mean - a.mean - half;
	*high = b.mean - a.mean + half;
	return true;
}

enum verdict
welch_verdict(struct sample a, struct sample b, struct threshold t)
{
	double low, high, delta = b.mean - a.mean;
	double limit = fmax(t.share * a.mean, t.ns);

	if (!welch_interval(a, b, &low, &high))
		return UNKNOWN;
	if (low > 0 && delta >= limit)
		return SLOWER;
	if (high < 0 && delta <= -limit)
		return FASTER;
	return low >= -limit && high <= limit ? SAME : UNCLEAR;
}
