/*
 * Sums in parts against common/times/stats over the whole, counts against
 * sorting, wide integers against their text.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/times/stats.h"
#include "tests/unit/test.h"
#include "tools/trace-stats/value_groups.h"

enum { MOST = 300 };

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 20;
}

static bool
prints(uwide v, const char *want)
{
	char text[WIDE_MAX];
	size_t n = wide_print(text, v);
	uwide back;

	return span_equal((struct span){text, n}, span_of(want)) &&
	    wide_parse(span_of(want), &back) == 0 && back == v;
}

static void
test_wide(void)
{
	static const char *const bad[] = {"", "-1", "1 ", "x", "+1",
	    "340282366920938463463374607431768211456"};
	uwide v;

	CHECK(prints(0, "0"));
	CHECK(prints(UINT64_MAX, "18446744073709551615"));
	CHECK(prints((uwide)UINT64_MAX * 10 + 7, "184467440737095516157"));
	CHECK(prints(~(uwide)0, "340282366920938463463374607431768211455"));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK(wide_parse(span_of(bad[i]), &v) == -1);
}

/* A value of one of several shapes, as large as a day of nanoseconds. */
static int64_t
make_value(uint64_t *state, int shape)
{
	int64_t v = (int64_t)next_random(state);

	return shape == 0 ? v % 10
	    : shape == 1  ? v % 86400000000000
	    : shape == 2  ? 86400000000000 + v % 3
			  : v % 2001 - 1000;
}

static bool
sums_agree(const struct sums *s, const struct stats *want)
{
	double stddev = stats_deviation(s->count, s->sum, s->squares);

	return s->count == want->count && s->sum == want->sum &&
	    s->min == want->min && s->max == want->max &&
	    sums_mean(s, 1) == want->mean &&
	    (want->count < 2
		    ? isnan(stddev)
		    : fabs(stddev - want->stddev) <= 1e-12 * want->stddev);
}

/* Adds values to three parts, and these to one. */
static bool
sums_case(uint64_t *state, size_t n, int shape)
{
	int64_t v[MOST];
	struct sums part[3] = {{0}}, whole;
	struct stats want;
	bool used[3] = {false, false, false}, any = false;

	for (size_t i = 0; i < n; i++) {
		struct sums one = sums_of(v[i] = make_value(state, shape));
		size_t k = next_random(state) % 3;

		if (used[k] && sums_add(&part[k], &one))
			return false;
		part[k] = used[k] ? part[k] : one;
		used[k] = true;
	}
	for (int k = 2; k >= 0; k--) {
		if (!used[k])
			continue;
		if (any && sums_add(&whole, &part[k]))
			return false;
		whole = any ? whole : part[k];
		any = true;
	}
	return stats_of(v, n, &want) == 0 && sums_agree(&whole, &want);
}

static void
test_sums(void)
{
	uint64_t state = 1;
	int wrong = 0;

	for (size_t n = 1; n < MOST; n += 1 + n / 5)
		for (int shape = 0; shape < 4; shape++)
			wrong += !sums_case(&state, n, shape);
	CHECK_INT(wrong, 0);
}

static void
test_sums_limits(void)
{
	struct sums most = sums_of(INT64_MAX), least = sums_of(INT64_MIN);
	struct sums whole = sums_of(5), two = sums_of(2);

	CHECK(sums_add(&most, &most) == -1);
	CHECK_INT(most.count, 1);
	CHECK(sums_add(&most, &least) == 0);
	CHECK_INT(most.sum, -1);
	CHECK(fabs(stats_deviation(most.count, most.sum, most.squares) /
		      13043817825332782212.0 -
		  1) < 1e-12);
	CHECK(sums_add(&whole, &two) == 0);
	CHECK_INT(sums_mean(&whole, 1000), 3500);
	CHECK_INT(sums_mean(&whole, 1), 4);
}

/* The earliest event is first; of two at one time, the lesser number. */
static void
test_first(void)
{
	struct sums a = sums_of(1), b = sums_of(1), none = sums_of(1);

	a.first_ts = b.first_ts = 10;
	a.first_event = 7;
	b.first_event = 3;
	CHECK(sums_add(&a, &none) == 0);
	CHECK_INT(a.first_event, 7);
	CHECK(sums_add(&none, &a) == 0);
	CHECK_INT(none.first_event, 7);
	CHECK(sums_add(&a, &b) == 0);
	CHECK_INT(a.first_event, 3);
	b.first_ts = 9;
	b.first_event = 8;
	CHECK(sums_add(&a, &b) == 0);
	CHECK_INT(a.first_event, 8);
}

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/*
 * The quantile of sorted values, in long doubles. These divide last, so that a
 * half is one, however long they are.
 */
static int64_t
plain_quantile(const int64_t *v, size_t n, int64_t q)
{
	int64_t place = (int64_t)(n - 1) * q;
	size_t k = (size_t)(place / QUANTILE_ONE);
	long double rest = (long double)(place % QUANTILE_ONE);
	int64_t next = k + 1 < n ? v[k + 1] : v[k];

	return (int64_t)roundl((long double)v[k] +
	    ((long double)next - (long double)v[k]) * rest / 1e9L);
}

static bool
counts_case(uint64_t *state, size_t n, int shape)
{
	static const int64_t q[] = {
	    0, 250000000, 500000000, 900000000, 999000000, QUANTILE_ONE};
	struct counts c = {0};
	int64_t v[MOST];
	struct stats want;
	bool ok = true;

	for (size_t i = 0; i < n; i++) {
		v[i] = make_value(state, shape);
		counts_add(&c, v[i]);
	}
	counts_sort(&c);
	qsort(v, n, sizeof *v, compare);
	for (size_t i = 0; i < sizeof q / sizeof *q; i++)
		ok = counts_quantile(&c, q[i], 1) ==
			plain_quantile(v, n, q[i]) &&
		    ok;
	ok = stats_of(v, n, &want) == 0 && ok;
	ok = counts_quantile(&c, QUANTILE_ONE / 2, 1) == want.median && ok;
	counts_free(&c);
	return ok;
}

static void
test_counts(void)
{
	uint64_t state = 1;
	int wrong = 0;

	for (size_t n = 1; n < MOST; n += 1 + n / 5)
		for (int shape = 0; shape < 4; shape++)
			wrong += !counts_case(&state, n, shape);
	CHECK_INT(wrong, 0);
}

static void
test_histogram(void)
{
	struct counts c = {0}, one = {0};
	double edge[5];
	int64_t count[4];

	for (int64_t v = 1000; v <= 5000; v += 500)
		counts_add(&c, v);
	counts_sort(&c);
	counts_edges(&c, 1000, edge, 4);
	counts_histogram(&c, 1000, edge, count, 4);
	CHECK(edge[0] == 1 && edge[1] == 2 && edge[4] == 5);
	CHECK_INT(count[0], 2);
	CHECK_INT(count[3], 3);
	counts_add(&one, 7000);
	counts_add(&one, 7000);
	counts_sort(&one);
	counts_edges(&one, 1000, edge, 2);
	counts_histogram(&one, 1000, edge, count, 2);
	CHECK(edge[0] == 6.5 && edge[1] == 7 && edge[2] == 7.5);
	CHECK_INT(count[0], 0);
	CHECK_INT(count[1], 2);
	counts_free(&c);
	counts_free(&one);
}

/* Buckets hold their values within a 512th, and are their own buckets. */
static void
test_buckets(void)
{
	uint64_t state = 1;
	int wrong = 0;

	CHECK_INT(counts_bucket(511), 511);
	CHECK_INT(counts_bucket(513), 512);
	CHECK_INT(counts_bucket(-1027), -1024);
	CHECK_INT(counts_bucket(INT64_MIN), INT64_MIN);
	for (int i = 0; i < 20000; i++) {
		int64_t v = (int64_t)next_random(&state) >> (i % 40);
		int64_t bucket = counts_bucket(v);

		wrong += bucket > v || counts_bucket(bucket) != bucket ||
		    counts_bucket(-v) != -bucket || v - bucket > v / 256;
	}
	CHECK_INT(wrong, 0);
}

/* Quantiles of more values than are kept, against those of all of them. */
static void
test_sketch(void)
{
	struct counts exact = {0}, sketch = {0};
	uint64_t state = 1;
	int wrong = 0;

	for (int i = 0; i < 3 * COUNTS_EXACT; i++) {
		int64_t v = 1000 + (int64_t)(next_random(&state) % 100000000);

		counts_add(&exact, v);
		counts_add(&sketch, v);
		counts_limit(&sketch);
	}
	CHECK(sketch.rounded && !exact.rounded);
	CHECK(sketch.n < COUNTS_EXACT);
	counts_sort(&exact);
	counts_sort(&sketch);
	for (int64_t q = 0; q <= QUANTILE_ONE; q += QUANTILE_ONE / 50) {
		double a = (double)counts_quantile(&exact, q, 1);
		double b = (double)counts_quantile(&sketch, q, 1);

		wrong += fabs(a - b) > a / 512;
	}
	CHECK_INT(wrong, 0);
	counts_free(&exact);
	counts_free(&sketch);
}

/* 1 when it is a text of n values from 3 to 600, and prints so. */
static int
reads(const char *text, int64_t n)
{
	struct counts c = {0};
	struct buf b = {0};
	int got = distribution_add(&c, span_of(text), n, 3, 600);

	counts_sort(&c);
	distribution_print(&b, &c);
	if (got == 1 && !span_equal(buf_span(&b), span_of(text)))
		got = -1;
	counts_free(&c);
	buf_free(&b);
	return got;
}

static void
test_distribution(void)
{
	static const char *const bad[] = {"3", "3x2 4x2", "2 3 4", "3 4 601",
	    "3 3 4", "4 3 5", "3 4 5 ", "3 4 5x", "3 4 5x0", "3x-1 4x4",
	    "3  4 5", "a 4 5", "~ 3 4 513", "~3 4 5"};
	int wrong = 0;

	CHECK_INT(reads("3 4 600", 3), 1);
	CHECK_INT(reads("3x2 4", 3), 1);
	CHECK_INT(reads("~ 3x2 512", 3), 1);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (reads(bad[i], 3) != 0) {
			printf("# %s\n", bad[i]);
			wrong++;
		}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	test_wide();
	test_sums();
	test_sums_limits();
	test_first();
	test_counts();
	test_histogram();
	test_buckets();
	test_sketch();
	test_distribution();
	return test_done();
}
