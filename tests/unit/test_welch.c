#include <math.h>

#include "common/times/significance.h"
#include "tests/unit/test.h"

static int
near(double a, double b, double within)
{
	return fabs(a - b) <= within * fabs(b);
}

/* Published values: 0.2 % is promised. */
static void
test_student(void)
{
	CHECK(near(student_975(1), 12.7062, 1e-5));
	CHECK(near(student_975(2), 4.30265, 1e-5));
	CHECK(near(student_975(2.9), 4.30265, 1e-5));
	CHECK(near(student_975(3), 3.18245, 2e-3));
	CHECK(near(student_975(4), 2.77645, 1e-3));
	CHECK(near(student_975(5), 2.57058, 1e-3));
	CHECK(near(student_975(10), 2.22814, 1e-5));
	CHECK(near(student_975(30), 2.04227, 1e-5));
	CHECK(near(student_975(1e9), 1.95996, 1e-5));
	CHECK(near(student_950(1), 6.31375, 1e-5));
	CHECK(near(student_950(5), 2.01505, 1e-3));
	CHECK(near(student_950(8), 1.85955, 1e-4));
}

/* With one degree it is the Cauchy distribution; the others are published. */
static void
test_probability(void)
{
	CHECK(near(student_p(1, 1), 0.5, 1e-10));
	CHECK(near(student_p(-1, 1), 0.5, 1e-10));
	CHECK(near(student_p(12.7062047, 1), 0.05, 1e-7));
	CHECK(near(student_p(4.30265273, 2), 0.05, 1e-7));
	CHECK(near(student_p(2.22813885, 10), 0.05, 1e-7));
	CHECK(near(student_p(3.16927267, 10), 0.01, 1e-7));
	CHECK(near(student_p(2.04227246, 30), 0.05, 1e-7));
	CHECK(near(student_p(1.95996398, 1e7), 0.05, 1e-5));
	CHECK(near(student_p(0.1, 5), 0.92423014, 1e-6));
	CHECK(student_p(0, 5) == 1 && student_p(1e300, 5) == 0);
}

static void
test_repeats(void)
{
	/* Six times around 5, deviation 4; as many as two independent ones. */
	struct sample s = sample_of_repeats(6, 6, 30, 4);

	CHECK(near(s.mean, log(5), 1e-12));
	CHECK(near(s.error, 16.0 / 2 / 25, 1e-12));
	CHECK(s.df == 1);
	CHECK(near(sample_of_repeats(30, 30, 150, 4).df, 9, 1e-12));
	/* 6 and 6 in two of four repeats, 0 in the others. */
	s = sample_of_repeats(4, 2, 12, 0);
	CHECK(near(
	    s.error, (2 * 6.0 * 6 - 4 * 3.0 * 3) / 3 / (4.0 / 3) / 9, 1e-12));
	CHECK(sample_of_repeats(1, 1, 15, 0).df < 1);
	CHECK(sample_of_repeats(3, 3, 15, -1).df < 1);
	CHECK(near(sample_of_repeats(4, 1, 12, -1).error, 3, 1e-12));
	CHECK(sample_of_repeats(3, -1, 15, 4).df < 1);
	CHECK(sample_of_repeats(3, 4, 15, 4).df < 1);
	CHECK(sample_of_repeats(3, 0, 0, 0).df < 1);
}

static void
test_runs(void)
{
	static const double runs[] = {1, 2.718281828459045, 7.38905609893065};
	struct sample s = sample_of_runs(runs, 3);

	CHECK(near(s.mean, 1, 1e-12) && s.df == 2);
	CHECK(near(s.error, 1.0 / 3, 1e-12));
	CHECK(sample_of_runs(runs, 1).df < 1);
	CHECK(sample_of_runs((double[]){1, 0}, 2).df < 1);
	CHECK(sample_of_runs(runs, 0).df < 1);
}

/*
 * Worked by hand: the errors are 4 and 4, the degrees 3 and 8: the error of the
 * difference is sqrt(8), with 64 / (16 / 3 + 16 / 8) = 8.727 degrees.
 */
static void
test_interval(void)
{
	struct sample a = {100, 4, 3}, b = {110, 4, 8};
	struct estimate e = welch(a, b), mirrored = welch(b, a);
	double df = 64 / (16.0 / 3 + 16.0 / 8);

	CHECK(e.log == 10 && near(e.half, student_975(df) * sqrt(8), 1e-12));
	CHECK(near(e.half, 2.2728 * 2.8284, 1e-3));
	CHECK(near(e.p, student_p(10 / sqrt(8), df), 1e-12));
	CHECK(mirrored.log == -10 && mirrored.half == e.half &&
	    mirrored.p == e.p);
	b.df = 0;
	CHECK(isnan(welch(a, b).half) && isnan(welch(a, b).p));
	a = b = (struct sample){5, 0, 3};
	CHECK(welch(a, b).half == 0 && welch(a, b).p == 1);
}

static enum verdict
verdict(double ratio, double half, double p)
{
	return verdict_of(
	    (struct estimate){log(ratio), half, half, p}, log1p(0.05));
}

static void
test_verdict(void)
{
	struct threshold t = {0.05, 6};

	CHECK_INT(verdict(1, 0.01, 1), SAME);
	CHECK_INT(verdict(1, 0.06, 1), UNCLEAR);     /* equal by chance? */
	CHECK_INT(verdict(1.03, 0.01, 0.001), SAME); /* real, but too small */
	CHECK_INT(verdict(1.05, 0, 0), SAME);        /* just as much */
	CHECK_INT(verdict(1.051, 0.01, 0.001), SLOWER);
	CHECK_INT(verdict(1 / 1.051, 0.01, 0.001), FASTER);
	CHECK_INT(verdict(1.1, 0.2, 0.3), UNCLEAR);
	CHECK_INT(verdict(1.1, 0.01, 0.06), UNCLEAR);   /* one of many rows */
	CHECK_INT(verdict(1.04, 0.02, 0.001), UNCLEAR); /* perhaps 5 % */
	CHECK_INT(verdict(1.1, NAN, NAN), UNKNOWN);
	/* Both have to be reached, whichever side is longer. */
	CHECK(threshold_log(t, 10, 15) == threshold_log(t, 15, 10));
	CHECK(near(threshold_log(t, 10, 15), log(1.6), 1e-12));
	CHECK(near(threshold_log(t, 1000, 1001), log(1.05), 1e-12));
}

/* By hand: 0.01, 0.04, 0.03 of three tests are 0.03, 0.04, 0.04. */
static void
test_adjust(void)
{
	struct estimate e[] = {
	    {0, 0, 0, 0.01}, {0, 0, 0, NAN}, {0, 0, 0, 0.04}, {0, 0, 0, 0.03}};

	verdict_adjust(e, 4);
	CHECK(near(e[0].p, 0.03, 1e-12) && isnan(e[1].p));
	CHECK(near(e[2].p, 0.04, 1e-12) && near(e[3].p, 0.04, 1e-12));
}

static void
test_ns(void)
{
	CHECK(near(verdict_ns(log(1.5), 100, 150), 50, 1e-12));
	CHECK(verdict_ns(0, 100, 150) == 0);
	CHECK(near(verdict_ns(0.01, 100, 100), 1, 1e-12));
	CHECK(near(
	    verdict_ns(0.1, 100, 150), -verdict_ns(-0.1, 150, 100), 1e-12));
}

int
main(void)
{
	test_student();
	test_probability();
	test_repeats();
	test_runs();
	test_interval();
	test_verdict();
	test_adjust();
	test_ns();
	return test_done();
}
