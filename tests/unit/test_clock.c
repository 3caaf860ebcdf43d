/* trace-clock, trace-shift, trace-pair: equations, clocks, lags. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-clock/clock_fit.h"
#include "tools/trace-pair/lag.h"
#include "tools/trace-shift/clock.h"

static void
test_solve(void)
{
	/* 4x + 2y = 10, 2x + 3y = 9: x = 1.5, y = 2 */
	double a[] = {4, 0, 2, 3}, b[] = {10, 9};
	double singular[] = {1, 0, 1, 1}, c[] = {1, 1};

	CHECK(fit_solve(a, b, 2) == 0);
	CHECK(fabs(b[0] - 1.5) < 1e-12 && fabs(b[1] - 2) < 1e-12);
	CHECK(fit_solve(singular, c, 2) == -1);
	CHECK(fit_solve(NULL, NULL, 0) == 0);
}

enum { PAIRS = 60 };

/*
 * Rank 1 is 5 ms ahead and 10 ppm fast, rank 2 is only known over rank 1 and
 * 3 ms behind that; both have a damaged pair.
 */
static void
make_pairs(struct fit_pair *p)
{
	for (int i = 0; i < PAIRS; i++) {
		int64_t t = (int64_t)i * 100000000, one = t + t / 100000;

		p[2 * i] = (struct fit_pair){.target = 1,
		    .source_start = t - 50,
		    .source_end = t,
		    .target_end = one + 5000000 + i % 3 + (i == 7) * 900000};
		p[2 * i + 1] = (struct fit_pair){.source = 2,
		    .target = 1,
		    .source_start = one - 50,
		    .source_end = one + 2000000 + (i == 9) * 700000,
		    .target_end = one + 5000000};
	}
}

static void
test_fit(void)
{
	struct fit_pair p[2 * PAIRS];
	struct fit_rank r[4] = {{0}};
	struct fit f = {.pair = p,
	    .pairs = 2 * PAIRS,
	    .rank = r,
	    .ranks = 4,
	    .most = 1000000};

	make_pairs(p);
	fit_ranks(&f);
	CHECK(r[0].verdict == FIT_REFERENCE && r[3].verdict == FIT_UNCONNECTED);
	CHECK(r[1].verdict == FIT_OK && r[2].verdict == FIT_OK);
	CHECK(r[1].rated && fabs(r[1].rate - 10000) < 5);
	CHECK(r[2].rated && fabs(r[2].rate - 10000) < 5);
	/* at the middle of its pairs rank 1 has gained as much as they say */
	CHECK(fabs(r[1].offset - (5000000 + 29500)) < 2000);
	CHECK_INT(r[1].rejected, 2);
	CHECK_INT(r[2].rejected, 1);
	CHECK_INT(r[1].n, 2 * PAIRS);
	CHECK(r[1].largest < 10);
}

/* Ends of n events at uneven times, by a generator of no quality. */
static void
make_events(struct lag_event *e, int n, uint32_t seed, int64_t clock)
{
	int64_t t = clock;

	for (int i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		t += 100000 + seed % 1000000;
		e[i] = (struct lag_event){i % 3 == 0, t};
	}
}

static void
test_lag(void)
{
	struct lag_event a[60], b[60], c[60];
	int64_t lag = 99;

	make_events(a, 60, 1, 0);
	make_events(b, 60, 1, 777777);
	make_events(c, 60, 2, 0);
	CHECK(
	    lag_find(&(struct lag_pair){a, b, 60, 60}, 20, &lag) == LAG_FOUND &&
	    lag == 0);
	CHECK(lag_find(&(struct lag_pair){a + 5, b, 55, 60}, 20, &lag) ==
		LAG_FOUND &&
	    lag == 5);
	CHECK(lag_find(&(struct lag_pair){a, b + 5, 60, 55}, 20, &lag) ==
		LAG_FOUND &&
	    lag == -5);
	CHECK(lag_find(&(struct lag_pair){a, b + 5, 60, 55}, 3, &lag) !=
	    LAG_FOUND);
	CHECK(
	    lag_find(&(struct lag_pair){a, c, 60, 60}, 20, &lag) != LAG_FOUND);
	CHECK(lag_find(&(struct lag_pair){a, b, 7, 7}, 20, &lag) ==
	    LAG_DIFFERENT);
	CHECK(lag_find(&(struct lag_pair){a, b, 0, 60}, 20, &lag) ==
	    LAG_DIFFERENT);
	for (int i = 0; i < 60; i++)
		a[i].end = b[i].end = i * INT64_C(500000);
	CHECK(lag_find(&(struct lag_pair){a, b, 60, 60}, 20, &lag) ==
	    LAG_AMBIGUOUS);
}

/* Both lost one in the middle: three stretches, of which none is in doubt. */
static void
test_stretches(void)
{
	struct lag_event a[90], b[90];
	struct lag_pair p = {a, b, 89, 89};
	struct lag_stretch *g = NULL;
	size_t n = 0;

	make_events(a, 90, 1, 0);
	make_events(b, 90, 1, 777777);
	memmove(a + 30, a + 31, 59 * sizeof *a);
	memmove(b + 60, b + 61, 29 * sizeof *b);
	CHECK_INT(lag_path_find(&p, 20, &g), 3);
	CHECK(g[0].from == 0 && g[0].to == 30 && g[0].lag == 0);
	CHECK(g[1].from == 30 && g[1].to == 59 && g[1].lag == 1);
	CHECK(g[2].from == 60 && g[2].to == 89 && g[2].lag == 0);
	free(g);
	CHECK(lag_find_stretches(&p, 20, &g, &n) == LAG_FOUND && n == 3);
	free(g);
	/* five are too few to be sure of */
	p.na = 64;
	CHECK(lag_find_stretches(&p, 20, &g, &n) == LAG_FOUND && n == 2);
	free(g);
	p.na = 30;
	CHECK(lag_find_stretches(&p, 20, &g, &n) == LAG_DIFFERENT);
	free(g);
	p.na = 0;
	CHECK_INT(lag_path_find(&p, 20, &g), 0);
}

static bool
goes(const struct clock *c, int64_t t, int64_t reference)
{
	int64_t to, back;

	return clock_apply(c, t, &to) == 0 && to == reference &&
	    clock_undo(c, to, &back) == 0 && llabs(back - t) <= 1;
}

static void
test_clock(void)
{
	const struct clock still = {.offset = 5};
	const struct clock fast = {100, 1000, 1000000};
	const struct clock slow = {0, 0, -500000000};
	int64_t v;

	CHECK(goes(&still, 7, 2));
	CHECK(goes(&still, INT64_MIN + 5, INT64_MIN));
	CHECK(clock_apply(&still, INT64_MIN, &v) == -1);
	/* 1 ppm of 500 us is 0.5 ns, of 1500 us 1.5 ns: halves to even */
	CHECK(goes(&fast, 501000, 500900));
	CHECK(goes(&fast, 1501000, 1500898));
	CHECK(goes(&slow, 1000000000, 1000500000));
	CHECK(goes(&slow, -1000000000, -1000500000));
}

int
main(void)
{
	test_solve();
	test_fit();
	test_lag();
	test_stretches();
	test_clock();
	return test_done();
}
