/*
 * Sets of intervals against counting small cells of time one by one.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "common/times/interval.h"
#include "tests/unit/test.h"

enum { CELLS = 24, CASES = 20000 };

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* Up to eight stretches, some empty, and the cells they cover. */
static void
make_set(uint64_t *state, struct intervals *s, bool *cell)
{
	size_t n = next_random(state) % 9;

	for (int i = 0; i < CELLS; i++)
		cell[i] = false;
	for (size_t i = 0; i < n; i++) {
		int64_t start = (int64_t)(next_random(state) % CELLS);
		int64_t most = CELLS - start;
		int64_t end =
		    start + (int64_t)(next_random(state) % 5) % (most + 1);

		intervals_add(s, (struct interval){start, end});
		for (int64_t t = start; t < end; t++)
			cell[t] = true;
	}
	intervals_close(s);
}

/* Whether a closed set covers these cells, and is in order. */
static bool
covers(const struct intervals *s, const bool *cell)
{
	int64_t length = 0;

	for (int64_t t = 0; t < CELLS; t++) {
		bool in = false;

		for (size_t i = 0; i < s->n; i++)
			in |= s->p[i].start <= t && t < s->p[i].end;
		if (in != cell[t])
			return false;
		length += in;
	}
	for (size_t i = 1; i < s->n; i++)
		if (s->p[i].start <= s->p[i - 1].end)
			return false;
	return length == intervals_length(s);
}

/* Whether the gaps are what is neither covered nor outside. */
static bool
gaps_fit(const struct intervals *s, const struct intervals *gaps)
{
	int64_t span = s->n ? s->p[s->n - 1].end - s->p[0].start : 0;

	for (size_t i = 0; i < gaps->n; i++)
		if (gaps->p[i].start >= gaps->p[i].end)
			return false;
	return gaps->n == (s->n ? s->n - 1 : 0) &&
	    intervals_length(s) + intervals_length(gaps) == span;
}

static bool
random_case(uint64_t *state)
{
	struct intervals a = {0}, b = {0}, both = {0}, left = {0}, gaps = {0};
	bool in_a[CELLS], in_b[CELLS], in_both[CELLS], in_left[CELLS], ok;

	make_set(state, &a, in_a);
	make_set(state, &b, in_b);
	for (int i = 0; i < CELLS; i++) {
		in_both[i] = in_a[i] || in_b[i];
		in_left[i] = in_a[i] && !in_b[i];
	}
	intervals_union(&a, &b, &both);
	intervals_minus(&a, &b, &left);
	intervals_gaps(&both, &gaps);
	ok = covers(&a, in_a) && covers(&b, in_b) && covers(&both, in_both) &&
	    covers(&left, in_left) && gaps_fit(&both, &gaps);
	intervals_free(&a);
	intervals_free(&b);
	intervals_free(&both);
	intervals_free(&left);
	intervals_free(&gaps);
	return ok;
}

static void
test_random(void)
{
	uint64_t state = 1;
	int wrong = 0;

	for (int i = 0; i < CASES; i++)
		wrong += !random_case(&state);
	CHECK_INT(wrong, 0);
}

/* Several ascending runs, and all the wrong way round. */
static void
test_runs(void)
{
	struct intervals s = {0};

	for (int64_t run = 0; run < 7; run++)
		for (int64_t i = 0; i < 1000; i++) {
			int64_t start = i * 70 + run * 10;

			intervals_add(&s, (struct interval){start, start + 9});
		}
	for (int64_t i = 1000; i > 0; i--)
		intervals_add(&s, (struct interval){-i * 10, 9 - i * 10});
	intervals_close(&s);
	CHECK_INT((long long)s.n, 8000);
	CHECK_INT(intervals_length(&s), 72000);
	CHECK_INT(s.p[0].start, -10000);
	intervals_free(&s);
}

/* Many that overlap, in any order, take little memory. */
static void
test_memory(void)
{
	struct intervals s = {0};
	uint64_t state = 1;

	for (int i = 0; i < 100000; i++) {
		int64_t start = (int64_t)(next_random(&state) % 1000) * 10;

		intervals_add(
		    &s, (struct interval){start, start + 10 - (i & 1)});
	}
	CHECK(s.cap < 4096);
	intervals_close(&s);
	CHECK_INT((long long)s.n, 1);
	CHECK_INT(intervals_length(&s), 10000);
	intervals_free(&s);
}

/* An empty stretch counts where nothing covers it, and divides a gap. */
static void
test_empty(void)
{
	const struct interval in[] = {{5, 5}, {0, 2}, {9, 9}, {1, 3}, {3, 3}};
	struct intervals s = {0}, gaps = {0};

	for (size_t i = 0; i < sizeof in / sizeof *in; i++)
		intervals_add(&s, in[i]);
	intervals_close(&s);
	intervals_gaps(&s, &gaps);
	CHECK_INT((long long)s.n, 3);
	CHECK_INT((long long)gaps.n, 2);
	CHECK_INT(intervals_length(&gaps), 6);
	intervals_free(&s);
	intervals_free(&gaps);
}

static void
test_limits(void)
{
	struct intervals s = {0};
	const int64_t most = INTERVAL_MOST - 1;

	intervals_add(&s, (struct interval){-most, most});
	intervals_close(&s);
	CHECK_INT(intervals_length(&s), 2 * most);
	intervals_free(&s);
}

int
main(void)
{
	test_random();
	test_runs();
	test_memory();
	test_empty();
	test_limits();
	return test_done();
}
