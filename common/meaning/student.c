#include <math.h>

#include "common/meaning/student.h"

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
 * 1976). It converges fast for x < (a + 1) / (a + b + 2).
 */
static double
beta_fraction(double x, double a, double b)
{
	enum { TERMS = 300 };
	const double tiny = 1e-300, enough = 1e-14;
	double c = 1, d = 1 - (a + b) * x / (a + 1), f;

	d = 1 / (fabs(d) < tiny ? tiny : d);
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
