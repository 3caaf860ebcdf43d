#include <math.h>

#include "tests/unit/test.h"
#include "tools/trace-align/welch.h"

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
}

static void
test_sample(void)
{
	/* Three times around 5, deviation 4. */
	struct sample s = sample_make(3, 3, 15, 4);

	CHECK(s.mean == 5 && s.n == 3 && s.variance == 16);
	/* 6 and 6 in two of four repeats, 0 in the others. */
	s = sample_make(4, 2, 12, 0);
	CHECK(near(s.variance, (2 * 6.0 * 6 - 4 * 3.0 * 3) / 3, 1e-12));
	CHECK(s.mean == 3);
	CHECK(sample_make(1, 1, 15, 0).n < 2);
	CHECK(sample_make(3, 3, 15, -1).n < 2);
	CHECK(sample_make(3, -1, 15, 4).n < 2);
	CHECK(sample_make(3, 4, 15, 4).n < 2);
	CHECK(sample_make(3, 0, 0, 0).n < 2);
}

/*
 * Worked by hand: means 100 and 110, variances 16 and 36, 4 and 9 repeats:
 * the error is sqrt(4 + 4), the degrees are 64 / (16 / 3 + 16 / 8) = 8.727.
 */
static void
test_interval(void)
{
	struct sample a = {4, 100, 16}, b = {9, 110, 36};
	double low, high,
	    half = student_975(64 / (16.0 / 3 + 16.0 / 8)) * sqrt(8);

	CHECK(welch_interval(a, b, &low, &high));
	CHECK(near(low, 10 - half, 1e-12));
	CHECK(near(high, 10 + half, 1e-12));
	CHECK(near(half, 2.2728 * 2.8284, 1e-3));
	b.n = 1;
	CHECK(!welch_interval(a, b, &low, &high));
	a = b = (struct sample){3, 5, 0};
	CHECK(welch_interval(a, b, &low, &high));
	CHECK(low == 0 && high == 0);
}

static const struct threshold share = {0.05, 0};

static enum verdict
verdict(double mean, double variance)
{
	struct sample a = {10, 100, 1}, b = {10, mean, variance};

	return welch_verdict(a, b, share);
}

static void
test_verdict(void)
{
	CHECK_INT(verdict(100, 1), SAME);
	CHECK_INT(verdict(103, 1), SAME); /* real, but too small to count */
	CHECK_INT(verdict(105, 1), SLOWER);
	CHECK_INT(verdict(95, 1), FASTER);
	CHECK_INT(verdict(110, 400), UNCLEAR);
	CHECK_INT(verdict(104, 4), UNCLEAR); /* perhaps 5 % */
	CHECK_INT(verdict(104, 1), SAME);
	CHECK_INT(welch_verdict((struct sample){0}, (struct sample){0}, share),
	    UNKNOWN);
	CHECK_INT(welch_verdict((struct sample){2, 0, 0},
		      (struct sample){2, 0, 0}, share),
	    SAME);
	CHECK_INT(welch_verdict((struct sample){2, 0, 0},
		      (struct sample){2, 1, 0}, share),
	    SLOWER);
	/* Both have to be reached. */
	CHECK_INT(welch_verdict((struct sample){2, 10, 0},
		      (struct sample){2, 15, 0}, (struct threshold){0.05, 6}),
	    SAME);
	CHECK_INT(welch_verdict((struct sample){2, 10, 0},
		      (struct sample){2, 16, 0}, (struct threshold){0.05, 6}),
	    SLOWER);
}

int
main(void)
{
	test_student();
	test_sample();
	test_interval();
	test_verdict();
	return test_done();
}
