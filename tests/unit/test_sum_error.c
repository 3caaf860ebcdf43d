#include <math.h>

#include "common/times/stats.h"
#include "common/times/sum_error.h"
#include "tests/unit/test.h"

enum { REPEATS = 30 };

/* Of repeats around a mean, by 2 % at most, of which the first takes longer. */
static struct sum_error
error_of(double mean, double first, double *found)
{
	int64_t values[REPEATS];
	struct stats s;

	for (int i = 0; i < REPEATS; i++)
		values[i] =
		    llround(1000 * mean * (1 + 0.02 * ((i * 7) % 5 - 2) / 2));
	values[0] = llround(1000 * first);
	CHECK_INT(stats_of(values, REPEATS, &s), 0);
	*found = (double)s.sum / REPEATS / 1000;
	return sum_error_of(true, *found,
	    (double[SUM_ERRORS]){[SUM_ERROR_COUNT] = REPEATS,
		[SUM_ERROR_DEVIATION] = s.stddev / 1000,
		[SUM_ERROR_LAG] = NAN,
		[SUM_ERROR_MIN] = (double)s.min / 1000,
		[SUM_ERROR_MAX] = (double)s.max / 1000});
}

static struct estimate
estimate(double a, double first_a, double b, double first_b)
{
	double mean_a, mean_b;
	struct sum_error of_a = error_of(a, first_a, &mean_a);
	struct sum_error of_b = error_of(b, first_b, &mean_b);

	return sum_error_estimate(mean_a, of_a, mean_b, of_b);
}

static enum verdict
verdict(double a, double first_a, double b, double first_b)
{
	return verdict_of(estimate(a, first_a, b, first_b), log1p(0.02));
}

/* A slow first step hides no difference, and makes none. */
static void
test_outlier(void)
{
	CHECK_INT(verdict(100, 100, 120, 120), SLOWER);
	CHECK_INT(verdict(100, 300, 120, 360), SLOWER);
	CHECK_INT(verdict(100, 5000, 120, 6000), SLOWER);
	CHECK_INT(verdict(120, 360, 100, 300), FASTER);
	CHECK_INT(verdict(100, 300, 105, 315), SLOWER);
	CHECK_INT(verdict(100, 300, 100, 300), SAME);
	CHECK_INT(verdict(100, 300, 120, 120), SLOWER);
	CHECK_INT(verdict(100, 300, 100, 100), UNCLEAR);
	CHECK_INT(verdict(100, 100, 100, 300), UNCLEAR);
	/* What all others show is the contrary of what the sums do. */
	CHECK_INT(verdict(100, 2000, 120, 120), UNCLEAR);
}

/* The interval holds both differences, of all and of all others. */
static void
test_interval(void)
{
	struct estimate e = estimate(100, 300, 120, 120);

	CHECK(e.log - e.half < e.log && e.log + e.half > log(1.2));
	CHECK(e.bound <= e.half && e.p < 0.001);
	/* A longest one that does not fit the deviation tells nothing. */
	CHECK(sum_error_of(
		  true, 100, (double[SUM_ERRORS]){REPEATS, 1, NAN, 98, 300})
		  .without == 0);
}

int
main(void)
{
	test_outlier();
	test_interval();
	return test_done();
}
