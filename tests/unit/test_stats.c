/*
 * Statistics against sorting and summing plainly, and their limits.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/times/outlier.h"
#include "common/times/stats.h"
#include "tests/unit/test.h"

static void
test_few(void)
{
	int64_t none[1] = {0}, one[] = {-7}, two[] = {4, 1}, odd[] = {3, 9, 1};
	int64_t down[] = {-4, -1}, across[] = {-2, 1};
	struct stats s;

	CHECK(stats_of(none, 0, &s) == 0);
	CHECK_INT(s.count, 0);
	CHECK(isnan(s.stddev));
	CHECK(stats_of(one, 1, &s) == 0);
	CHECK_INT(s.sum, -7);
	CHECK_INT(s.mean, -7);
	CHECK_INT(s.median, -7);
	CHECK(isnan(s.stddev));
	CHECK(stats_of(two, 2, &s) == 0);
	CHECK_INT(s.min, 1);
	CHECK_INT(s.max, 4);
	CHECK_INT(s.mean, 3);
	CHECK_INT(s.median, 3);
	CHECK(fabs(s.stddev - sqrt(4.5)) < 1e-15);
	CHECK(stats_of(down, 2, &s) == 0);
	CHECK_INT(s.median, -3);
	CHECK(stats_of(across, 2, &s) == 0);
	CHECK_INT(s.median, -1);
	CHECK(stats_of(odd, 3, &s) == 0);
	CHECK_INT(s.median, 3);
	CHECK_INT(s.mean, 4);
}

static void
test_limits(void)
{
	int64_t apart[] = {INT64_MIN, INT64_MAX};
	int64_t high[] = {INT64_MAX, INT64_MAX};
	int64_t same[] = {INT64_MAX / 2, INT64_MAX / 2};
	int64_t top[] = {INT64_MAX};
	int64_t spread[20];
	struct stats s;

	CHECK(stats_of(apart, 2, &s) == 0);
	CHECK_INT(s.sum, -1);
	CHECK_INT(s.median, -1);
	CHECK(stats_of(high, 2, &s) == -1);
	CHECK(stats_of(same, 2, &s) == 0);
	CHECK_INT(s.median, INT64_MAX / 2);
	CHECK(s.stddev == 0);
	for (int i = 0; i < 20; i++)
		spread[i] = i % 2 ? INT64_MAX / 2 : -INT64_MAX / 2;
	CHECK(stats_of(spread, 20, &s) == -1); /* for their squares */
	CHECK(stats_of(top, 1, &s) == 0);
	CHECK_INT(s.median, INT64_MAX);
}

/* A spread of a nanosecond around a day keeps its digits. */
static void
test_small_spread(void)
{
	int64_t v[1000];
	struct stats s;

	for (int i = 0; i < 1000; i++)
		v[i] = 86400000000000 + i % 2;
	CHECK(stats_of(v, 1000, &s) == 0);
	CHECK(fabs(s.stddev - sqrt(0.25 * 1000 / 999)) < 1e-15);
}

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static bool
agrees(const int64_t *values, size_t n)
{
	static int64_t v[3000], sorted[3000];
	struct stats s;
	int64_t sum = 0, low, high;

	for (size_t i = 0; i < n; i++) {
		v[i] = sorted[i] = values[i];
		sum += values[i];
	}
	qsort(sorted, n, sizeof *sorted, compare);
	low = sorted[(n - 1) / 2];
	high = sorted[n / 2];
	return stats_of(v, n, &s) == 0 && s.sum == sum && s.min == sorted[0] &&
	    s.max == sorted[n - 1] && s.median == (low + high + 1) / 2;
}

/* Random, rising, falling, alike, and what median of three finds hard. */
static void
test_median(void)
{
	static int64_t v[3000];
	uint64_t state = 1;
	int wrong = 0;

	for (size_t n = 1; n < 3000; n += 1 + n / 7)
		for (int shape = 0; shape < 6; shape++) {
			for (size_t i = 0; i < n; i++) {
				state = state * 6364136223846793005u + 1;
				v[i] = shape == 0 ? (int64_t)(state >> 40)
				    : shape == 1  ? (int64_t)(state >> 62)
				    : shape == 2  ? (int64_t)i
				    : shape == 3  ? (int64_t)(n - i)
				    : shape == 4
				    ? 5
				    : (int64_t)(i % 2 ? i : n / 2 + i / 2);
			}
			wrong += !agrees(v, n);
		}
	CHECK_INT(wrong, 0);
}

/*
 * The pivot is always next to the end: made by an adversary (McIlroy, "A killer
 * adversary for quicksort", Software: Practice and Experience 29, 1999).
 */
static void
test_hard_median(void)
{
	enum { N = 260, DECIDED = 196 };
	int64_t v[N];

	for (int i = 0; i < N; i++)
		v[i] = i % 3 == 2 || i >= DECIDED ? N : i / 3 * 2 + i % 3 * 3;
	v[0] = 3;
	v[1] = N;
	v[2] = 89;
	v[N / 2] = 0;
	v[N - 1] = 1;
	CHECK(agrees(v, N));
}

/* 100 ten times but for `last`, by `jitter` more or less. */
static bool
last_is_outlier(int64_t jitter, int64_t last, size_t n)
{
	int64_t v[11];
	struct spread s;

	for (size_t i = 0; i < n; i++)
		v[i] = 100 + (i % 2 ? jitter : -jitter);
	v[n - 1] = last;
	CHECK_INT(spread_of(v, n, &s), 0);
	return spread_is_outlier(&s, last);
}

static void
test_outliers(void)
{
	int64_t far[2] = {INT64_MAX, INT64_MAX};
	struct spread s;

	CHECK(last_is_outlier(0, 106, 11));
	CHECK(!last_is_outlier(0, 105, 11)); /* a twentieth */
	CHECK(last_is_outlier(0, 106, 5));
	CHECK(!last_is_outlier(0, 1000, 4)); /* too few */
	CHECK(!last_is_outlier(0, 1, 11));   /* short, not long */
	/* the median is 102, the deviation 4: beyond 102 + 20.76 */
	CHECK(!last_is_outlier(2, 122, 11));
	CHECK(last_is_outlier(2, 123, 11));
	CHECK_INT(spread_of(far, 2, &s), -1);
}

int
main(void)
{
	test_outliers();
	test_few();
	test_limits();
	test_small_spread();
	test_median();
	test_hard_median();
	return test_done();
}
