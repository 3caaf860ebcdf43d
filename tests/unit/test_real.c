/*
 * real: what printf writes, in every rounding.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "common/bytes/number.h"
#include "tests/unit/test.h"

enum { ROUNDS = 300000 };

static uint64_t
next_random(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Is it written as printf does, with any number of decimals? */
static int
is_right(double v)
{
	char ours[NUMBER_MAX + 1], theirs[NUMBER_MAX + 1];

	for (int decimals = 0; decimals <= 6; decimals++) {
		ours[number_print(ours, v, decimals)] = 0;
		snprintf(theirs, sizeof theirs, "%.*f", decimals, v);
		if (strcmp(ours, theirs) != 0)
			return 0;
	}
	return 1;
}

static void
test_single(void)
{
	static const double v[] = {0, -0.0, 0.5, 1.5, 2.5, 0.0005, 0.0625,
	    0.1875, 1e-9, -1e-9, 1e15, 9007199254740991, 9007199254740992, 1e22,
	    1e300, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 999.9995, 99.9999};
	int right = 0, n = sizeof v / sizeof *v;

	for (int i = 0; i < n; i++)
		right += is_right(v[i]) && is_right(-v[i]);
	CHECK_INT(right, n);
}

/* Any bits at all, numbers of a usual size, and those half-way between two. */
static void
test_random(void)
{
	int any = 0, usual = 0, half = 0;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t bits = next_random();
		double v;

		memcpy(&v, &bits, sizeof v);
		any += !isfinite(v) || is_right(v);
		usual += is_right((double)(bits >> 12) / 1e9);
		half += is_right((double)(bits >> 40) / 16);
	}
	CHECK_INT(any, ROUNDS);
	CHECK_INT(usual, ROUNDS);
	CHECK_INT(half, ROUNDS);
}

int
main(void)
{
	test_single();
	test_random();
	return test_done();
}
