/*
 * test - checks of a C unit test, printed as TAP.
 *
 * CHECK(condition) and CHECK_INT(a, b) are one test point each; a test's main
 * ends with `return test_done();`.
 */
#pragma once

#include <stdio.h>

static int test_points, test_failures;

static inline void
test_point(int ok, const char *what, const char *file, int line)
{
	test_points++;
	if (!ok)
		test_failures++;
	printf("%s %d - %s\n", ok ? "ok" : "not ok", test_points, what);
	if (!ok)
		printf("# %s:%d\n", file, line);
}

static inline void
test_int(long long a, long long b, const char *what, const char *file, int line)
{
	test_point(a == b, what, file, line);
	if (a != b)
		printf("# %lld is not %lld\n", a, b);
}

static inline int
test_done(void)
{
	printf("1..%d\n", test_points);
	return test_failures != 0;
}

#define CHECK(condition) \
	test_point((condition) != 0, #condition, __FILE__, __LINE__)
#define CHECK_INT(a, b) test_int((a), (b), #a " == " #b, __FILE__, __LINE__)
