#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-history/change_points.h"

enum { LENGTH = 120, SERIES = 150 };

static const struct change_rules usual = {30, 0.001, 0.02, false};
static const struct change_rules otava = {30, 0.001, 0.02, true};

/* Between 0 and 1; the generator of Park and Miller (1988). */
static double
uniform(uint64_t *state)
{
	*state = *state * 16807 % 2147483647;
	return (double)*state / 2147483647;
}

/* Of a normal distribution, nearly: a sum of twelve. */
static double
normal(uint64_t *state)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform(state);
	return sum;
}

/* Noise of 2 %, and a level that rises by `change` in the middle. */
static void
make(double *values, uint64_t seed, double change)
{
	uint64_t state = seed * 7919 + 1;

	for (int i = 0; i < LENGTH; i++)
		values[i] = 1000 * (1 + 0.02 * normal(&state)) *
		    (i < LENGTH / 2 ? 1 : 1 + change);
}

/* How many of the changes are, or are not, at the middle, give or take two. */
static size_t
count(const struct change_rules *rules, double change, int seed, int there)
{
	double values[LENGTH];
	struct change *changes;
	size_t n, found = 0;

	make(values, (uint64_t)seed, change);
	change_points(values, LENGTH, rules, &changes, &n);
	for (size_t i = 0; i < n; i++)
		found += (labs((long)changes[i].at - LENGTH / 2) <= 2) == there;
	free(changes);
	return found;
}

static void
test_noise(void)
{
	size_t alarms = 0, of_otava = 0;

	for (int i = 1; i <= SERIES; i++) {
		alarms += count(&usual, 0, i, 0) > 0;
		of_otava += count(&otava, 0, i, 0) > 0;
	}
	CHECK(alarms <= SERIES * 6 / 100);
	CHECK(alarms < of_otava);
}

static void
test_power(void)
{
	size_t found = 0;

	for (int i = 1; i <= SERIES; i++)
		found += count(&usual, 0.04, i, 1) == 1;
	CHECK(found >= SERIES * 85 / 100);
}

static void
test_exact(void)
{
	double values[20];
	struct change *changes;
	size_t n;

	for (int i = 0; i < 20; i++)
		values[i] = i < 7 ? 100 : 110;
	change_points(values, 20, &usual, &changes, &n);
	CHECK(n == 1 && changes[0].at == 7);
	CHECK(changes[0].before == 100 && changes[0].after == 110);
	CHECK(changes[0].p == 0 &&
	    fabs(change_points_part(changes) - 0.1) < 1e-12);
	free(changes);
	for (int i = 0; i < 20; i++)
		values[i] = 100;
	change_points(values, 20, &usual, &changes, &n);
	CHECK(n == 0);
	free(changes);
	change_points(values, 1, &usual, &changes, &n);
	CHECK(n == 0);
	free(changes);
}

/* Whether the level changes at the middle, and how often elsewhere, of runs of
 * which one in 30 takes half as long again. */
static void
test_lone(void)
{
	size_t found = 0, alarms = 0;

	for (uint64_t i = 1; i <= SERIES; i++) {
		double values[LENGTH];
		struct change *changes;
		size_t n;

		make(values, i, 0.1);
		for (size_t k = i % 30; k + 1 < LENGTH; k += 30)
			values[k] *= 1.5;
		change_points(values, LENGTH, &usual, &changes, &n);
		for (size_t k = 0; k < n; k++)
			if (labs((long)changes[k].at - LENGTH / 2) <= 2)
				found++;
			else
				alarms++;
		free(changes);
	}
	CHECK(found >= SERIES * 97 / 100);
	CHECK(alarms <= SERIES * 15 / 100);
}

/* What comes twice, or last, or is usual, may be a level. */
static void
test_not_lone(void)
{
	double values[20];
	struct change *changes;
	size_t n;

	for (int i = 0; i < 20; i++)
		values[i] = 100 + i % 3 * 0.1 + (i == 9) * 50;
	CHECK(change_points(values, 20, &usual, &changes, &n) < 101 && n == 0);
	free(changes);
	values[19] = 150;
	change_points(values, 20, &usual, &changes, &n);
	CHECK(n == 1 && changes[0].at == 19);
	free(changes);
	values[18] = 150;
	change_points(values, 20, &usual, &changes, &n);
	CHECK(n == 1 && changes[0].at == 18 && changes[0].after == 150);
	free(changes);
	for (int i = 0; i < 20; i++)
		values[i] = 100 + i % 3 * 0.1 + (i % 4 == 0) * 50;
	CHECK(change_points(values, 20, &usual, &changes, &n) > 110 && n == 0);
	free(changes);
}

int
main(void)
{
	test_exact();
	test_lone();
	test_not_lone();
	test_noise();
	test_power();
	return test_done();
}
