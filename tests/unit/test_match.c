/*
 * Matches against the whole table of the longest common subsequence; and where
 * too much differs for that, by anchors.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "common/sequence/match.h"
#include "tests/unit/test.h"

/* The length of the longest common subsequence, by the whole table. */
static size_t
longest(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	size_t *row = calloc(m + 1, sizeof *row), result;

	for (size_t i = 0; row && i < n; i++)
		for (size_t j = 0, diagonal = 0; j < m; j++) {
			size_t above = row[j + 1];

			if (a[i] == b[j])
				row[j + 1] = diagonal + 1;
			else if (row[j] > above)
				row[j + 1] = row[j];
			diagonal = above;
		}
	result = row ? row[m] : 0;
	free(row);
	return result;
}

/* Matches in order, of equal names; returns how many, or -1. */
static long
matches(const uint32_t *a, size_t n, const uint32_t *b, const uint32_t *to)
{
	long count = 0;
	uint32_t next = 0;

	for (size_t i = 0; i < n; i++) {
		if (to[i] == MATCH_NONE)
			continue;
		if (to[i] < next || a[i] != b[to[i]])
			return -1;
		next = to[i] + 1;
		count++;
	}
	return count;
}

/* As many matches as there can be, for many small sequences. */
static void
test_most(void)
{
	uint32_t a[40], b[40], to[40], state = 7;
	int wrong = 0;

	for (int round = 0; round < 3000; round++) {
		size_t n = (size_t)round % 38, m = (size_t)round / 38 % 40;

		for (int i = 0; i < 40; i++) {
			state = state * 1103515245 + 12345;
			a[i] = state >> 16 & (round % 2 ? 3 : 15);
			state = state * 1103515245 + 12345;
			b[i] = state >> 16 & 3;
		}
		match_symbols(a, n, b, m, to);
		wrong += matches(a, n, b, to) != (long)longest(a, n, b, m);
	}
	CHECK_INT(wrong, 0);
}

/* More differences than are searched for: in order, and not few. */
static void
test_effort(void)
{
	enum { LONG = 20000 };
	uint32_t *a = calloc(3 * LONG, sizeof *a), *b = a + LONG;

	for (uint32_t i = 0; i < LONG; i++) {
		a[i] = i % 3 ? i : 7;
		b[i] = i % 5 ? i : 8;
	}
	match_symbols(a, LONG, b, LONG, b + LONG);
	CHECK(matches(a, LONG, b, b + LONG) > LONG / 2);
	free(a);
}

/* Words that are once in both, in one order; what moved is no anchor. */
static void
test_anchors(void)
{
	const uint32_t a[] = {9, 9, 1, 2, 3, 4, 9, 9, 9, 9, 5, 6, 7, 8, 9};
	const uint32_t b[] = {5, 6, 7, 8, 0, 1, 2, 3, 4, 9, 9, 9, 9, 0};
	struct anchor *anchor;
	size_t n = anchors_find(a, 15, b, 14, &anchor);

	CHECK_INT(n, 5);
	CHECK(anchor[0].a == 2 && anchor[0].b == 5);
	CHECK(anchor[4].a == 6 && anchor[4].b == 9);
	free(anchor);
	CHECK_INT(anchors_find(a, 3, b, 14, &anchor), 0);
	free(anchor);
	CHECK_INT(anchors_find(a, 0, b, 0, &anchor), 0);
	free(anchor);
}

/*
 * Blocks of which only eight kernels are in both, behind a few hundred of which
 * none is: the furthest way goes through other blocks, anchors do not.
 */
static void
test_anchored(void)
{
	enum { BLOCKS = 40, BLOCK = 60, SHARED = 8, N = BLOCKS * BLOCK };
	uint32_t *a = calloc(3 * N, sizeof *a), *b = a + N, *to = b + N;
	long right = 0;

	for (uint32_t i = 0; i < N; i++) {
		bool is_shared = i % BLOCK < SHARED;

		a[i] = is_shared ? 1000 + i : i % 7;
		b[i] = is_shared ? 1000 + i : 10 + i % 5;
	}
	match_symbols(a, N, b, N, to);
	for (uint32_t i = 0; i < N; i++)
		right += i % BLOCK < SHARED && to[i] == i;
	CHECK_INT(right, BLOCKS * SHARED);
	free(a);
}

/*
 * Of steps that repeat no word is alone, so there are no anchors. They are not
 * sought again each time that a few hundred differences are passed.
 */
static void
test_repeated(void)
{
	enum { N = 200000, STEP = 300, APART = 7 };
	uint32_t *a = calloc(3 * N, sizeof *a), *b = a + N, *to = b + N;
	struct anchor *anchor;
	clock_t start = clock(), once;

	for (uint32_t i = 0; i < N; i++) {
		a[i] = i % APART ? i % STEP : STEP + i * 7919 % 50;
		b[i] = i % APART ? i % STEP : 2 * STEP + i * 7919 % 50;
	}
	CHECK_INT(anchors_find(a, N, b, N, &anchor), 0);
	free(anchor);
	once = clock() - start;
	match_symbols(a, N, b, N, to);
	CHECK(clock() - start < 25 * once);
	CHECK_INT(matches(a, N, b, to), N - (N + APART - 1) / APART);
	free(a);
}

int
main(void)
{
	test_most();
	test_effort();
	test_anchors();
	test_anchored();
	test_repeated();
	return test_done();
}
