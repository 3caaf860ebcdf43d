/*
 * Maximal repetitions against a search that tries every period, on all texts of
 * a small alphabet up to some length and on random ones: none is false, and the
 * one that covers most is there, but for one in a hundred of random texts.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/exact_repetitions.h"

enum { MOST = 400 };

struct list {
	struct repetition at[MOST * MOST];
	size_t n;
};

static bool
is_primitive(const uint32_t *s, size_t n)
{
	for (size_t p = 1; p <= n / 2; p++)
		if (n % p == 0 && memcmp(s, s + p, (n - p) * sizeof *s) == 0)
			return false;
	return true;
}

/* For every period, the maximal stretches in which symbols repeat after it. */
static void
brute_force(const uint32_t *s, size_t n, struct list *out)
{
	out->n = 0;
	for (size_t p = 1; p <= n / 2; p++)
		for (size_t i = 0, end; i + p < n; i = end + 1) {
			for (end = i; end + p < n && s[end] == s[end + p];)
				end++;
			if (end - i >= p && is_primitive(s + i, p))
				out->at[out->n++] =
				    (struct repetition){(uint32_t)i,
					(uint32_t)(end + p), (uint32_t)p};
		}
}

static int
compare(const void *a, const void *b)
{
	const struct repetition *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->period > y->period) - (x->period < y->period);
}

static int64_t
covered(struct repetition r)
{
	return r.end - r.start - r.period;
}

static int untrue; /* texts with a repetition that is none */

/* Whether none is missing that covers more than those found. */
static bool
agrees(const uint32_t *s, size_t n)
{
	static struct list truth;
	struct repetitions found;
	size_t k = 0;
	int64_t best = 0, lost = 0;

	brute_force(s, n, &truth);
	qsort(truth.at, truth.n, sizeof *truth.at, compare);
	repetitions_find(s, n, n, false, &found);
	for (size_t i = 0; i < truth.n; i++) {
		int64_t covers = covered(truth.at[i]);

		if (k < found.n && compare(&found.at[k], &truth.at[i]) == 0 &&
		    found.at[k].end == truth.at[i].end) {
			best = covers > best ? covers : best;
			k++;
			continue;
		}
		lost = covers > lost ? covers : lost;
	}
	untrue += k < found.n;
	repetitions_free(&found);
	return lost <= best;
}

/* Counts the texts of n symbols out of `letters` that disagree. */
static int
try_all(size_t n, uint32_t letters)
{
	uint32_t s[16] = {0};
	int wrong = 0;

	for (;;) {
		size_t i = 0;

		wrong += !agrees(s, n);
		while (i < n && ++s[i] == letters)
			s[i++] = 0;
		if (i == n)
			return wrong;
	}
}

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

/* Copies of earlier stretches with a fault now and then: many repetitions. */
static void
make_text(uint64_t *state, uint32_t *s, size_t n)
{
	uint32_t letters = 1 + random_below(state, 6);

	for (size_t i = 0; i < n; i++) {
		size_t back = 1 + random_below(state, 40);
		bool copy = i >= back && random_below(state, 8);

		s[i] = copy ? s[i - back] : random_below(state, letters);
		for (size_t k = random_below(state, 60);
		     copy && k > 0 && i + 1 < n; k--) {
			i++;
			s[i] = s[i - back];
		}
	}
}

static int
try_random(int times)
{
	uint64_t state = 1;
	uint32_t s[MOST];
	int wrong = 0;

	for (int t = 0; t < times; t++) {
		size_t n = 1 + random_below(&state, MOST);

		make_text(&state, s, n);
		wrong += !agrees(s, n);
	}
	return wrong;
}

/* Passes of two and of eight layers by turns: every short word is in both. */
static bool
agrees_on_rows(void)
{
	uint32_t s[MOST];
	size_t n = 0;

	for (int pass = 0; pass < 8; pass++) {
		s[n++] = 5;
		for (uint32_t i = 0; i < (pass % 2 ? 40 : 10); i++)
			s[n++] = i % 5;
		s[n++] = 6;
	}
	return agrees(s, n);
}

/* No repetition has a longer period than was asked for. */
static void
test_longest(void)
{
	uint32_t s[] = {1, 2, 1, 2, 1, 2, 3, 3, 4, 5, 4, 5, 6};
	struct repetitions found;

	repetitions_find(s, 13, 1, false, &found);
	CHECK_INT(found.n, 1);
	CHECK_INT(found.at[0].start, 6);
	CHECK_INT(found.at[0].end, 8);
	CHECK_INT(found.at[0].period, 1);
	repetitions_free(&found);
}

/* How many symbols two places have in common, one by one. */
static size_t
count_ahead(const uint32_t *s, size_t n, size_t i, size_t j)
{
	size_t same = 0;

	while (i + same < n && j + same < n && s[i + same] == s[j + same])
		same++;
	return same;
}

static size_t
count_behind(const uint32_t *s, size_t i, size_t j, size_t most)
{
	size_t same = 0;

	while (same < most && same < i && same < j &&
	    s[i - same - 1] == s[j - same - 1])
		same++;
	return same;
}

/* Copies of all lengths, between which one symbol in many is another. */
static int
try_common(int times)
{
	enum { LONG = 4000 };
	static uint32_t s[LONG];
	uint64_t state = 2;
	struct text text;
	int wrong = 0;

	for (size_t i = 0; i < LONG; i++)
		s[i] = i >= 100 && random_below(&state, 300)
		    ? s[i - 100]
		    : random_below(&state, 5);
	text_init(&text, s, LONG);
	for (int t = 0; t < times; t++) {
		size_t i = random_below(&state, LONG + 1);
		size_t j = i % 100 + 100 * random_below(&state, LONG / 100);
		size_t most = random_below(&state, LONG);

		wrong +=
		    text_ahead(&text, i, j, LONG) != count_ahead(s, LONG, i, j);
		wrong += text_behind(&text, i, j, most) !=
		    count_behind(s, i, j, most);
	}
	text_free(&text);
	return wrong;
}

int
main(void)
{
	uint32_t nothing = 0;

	CHECK(agrees(&nothing, 0));
	for (size_t n = 1; n <= 12; n++)
		CHECK_INT(try_all(n, 2), 0);
	CHECK_INT(try_all(8, 3), 0);
	CHECK_INT(try_all(6, 4), 0);
	CHECK(try_random(3000) <= 30);
	CHECK_INT(untrue, 0);
	CHECK(agrees_on_rows());
	test_longest();
	CHECK_INT(try_common(20000), 0);
	return test_done();
}
