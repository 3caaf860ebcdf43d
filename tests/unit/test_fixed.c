/*
 * Against an independent computation: decimal digits as strings, rounded by
 * hand, and 128-bit integers where a sum or a quotient is the question.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/fixed.h"
#include "common/bytes/wide.h"
#include "tests/unit/test.h"

enum { ROUNDS = 200000 };

/* A generator of its own, so that a failure can be repeated anywhere. */
static uint64_t
next(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Of all sizes: as many small numbers as large ones. */
static int64_t
any_number(uint64_t *seed)
{
	uint64_t u = next(seed) >> next(seed) % 64;

	return next(seed) % 2 ? (int64_t)u : -(int64_t)(u >> 1);
}

static int
us_is(const char *text, int64_t want)
{
	int64_t ns = 42;

	if (fixed_parse_us(span_of(text), &ns)) {
		printf("# %s is no number\n", text);
		return 0;
	}
	if (ns != want)
		printf("# %s is %" PRId64 "\n", text, ns);
	return ns == want;
}

static int
us_fails(const char *text)
{
	int64_t ns;

	return fixed_parse_us(span_of(text), &ns) == -1;
}

static int
int_is(const char *text, int64_t want)
{
	int64_t v = 42;

	return fixed_parse_int(span_of(text), &v) == 0 && v == want;
}

static int
int_fails(const char *text)
{
	int64_t v;

	return fixed_parse_int(span_of(text), &v) == -1;
}

static int
prints_us(int64_t ns, const char *want)
{
	char text[FIXED_MAX];
	size_t n = fixed_print_us(text, ns);

	if (n != strlen(want) || memcmp(text, want, n) != 0)
		printf("# %" PRId64 " is %.*s\n", ns, (int)n, text);
	return n == strlen(want) && memcmp(text, want, n) == 0;
}

static void
test_ints(void)
{
	CHECK(int_is("0", 0));
	CHECK(int_is("-0", 0));
	CHECK(int_is("+7", 7));
	CHECK(int_is("007", 7));
	CHECK(int_is("9223372036854775807", INT64_MAX));
	CHECK(int_is("-9223372036854775808", INT64_MIN));
	CHECK(int_fails("9223372036854775808"));
	CHECK(int_fails("-9223372036854775809"));
	CHECK(int_fails("99999999999999999999999999"));
	CHECK(int_fails(""));
	CHECK(int_fails("-"));
	CHECK(int_fails("+-1"));
	CHECK(int_fails("1.0"));
	CHECK(int_fails(" 1"));
	CHECK(int_fails("1 "));
	CHECK(int_fails("0x10"));
}

static bool
is_usual(const char *text, int64_t want)
{
	int64_t ns;

	return fixed_parse_usual(span_of(text), &ns) && ns == want;
}

static bool
not_usual(const char *text)
{
	return !fixed_parse_usual(span_of(text), &(int64_t){0});
}

static void
test_usual(void)
{
	CHECK(is_usual("0.000", 0));
	CHECK(is_usual("0.007", 7));
	CHECK(is_usual("10.890", 10890));
	CHECK(is_usual("12345678.901", 12345678901));
	CHECK(is_usual("4026150068633.613", 4026150068633613));
	CHECK(is_usual("999999999999999.999", 999999999999999999));
	CHECK(!fixed_parse_usual((struct span){0}, &(int64_t){0}));
	CHECK(not_usual(""));
	CHECK(not_usual(".613"));
	CHECK(not_usual("12.5"));
	CHECK(not_usual("1.2345"));
	CHECK(not_usual("00.613"));
	CHECK(not_usual("+1.613"));
	CHECK(not_usual("-1.613"));
	CHECK(not_usual("1.5e1"));
	CHECK(not_usual("1.5e01"));
	CHECK(not_usual("12345"));
	CHECK(not_usual("1.23:"));
	CHECK(not_usual("1./23"));
	CHECK(not_usual("1000000000000000.000"));
}

/* Each number of digits, with each of them, and with none of them, a digit. */
static void
test_usual_lengths(void)
{
	int64_t whole = 0;

	for (int digits = 1; digits <= 15; digits++) {
		char text[32];

		whole = whole * 10 + digits % 10;
		snprintf(text, sizeof text, "%" PRId64 ".123", whole);
		CHECK(strlen(text) == (size_t)digits + 4);
		CHECK(is_usual(text, whole * 1000 + 123));
		for (int i = 0; i < digits; i++) {
			char kept = text[i];

			text[i] = "/:a. "[i % 5];
			CHECK(not_usual(text));
			text[i] = kept;
		}
	}
}

static void
test_us(void)
{
	CHECK(us_is("0", 0));
	CHECK(us_is("-0.000", 0));
	CHECK(us_is("1", 1000));
	CHECK(us_is("+1.5", 1500));
	CHECK(us_is(".25", 250));
	CHECK(us_is("3.", 3000));
	CHECK(us_is("-12.345", -12345));
	CHECK(us_is("1700000000000000.123", 1700000000000000123));
	CHECK(us_is("00000000000000000000000000001.000", 1000));
	CHECK(us_is("1694128201421058.000", INT64_C(1694128201421058000)));
	CHECK(us_is("1694128201421058.2", INT64_C(1694128201421058200)));
	CHECK(us_is("9223372036854775", INT64_C(9223372036854775000)));
	CHECK(us_fails("9999999999999999.999"));
	CHECK(us_is("9223372036854775.807", INT64_MAX));
	CHECK(us_is("-9223372036854775.808", INT64_MIN));
	CHECK(us_fails("9223372036854775.808"));
	CHECK(us_fails("-9223372036854775.809"));
	CHECK(us_fails("10000000000000000"));
}

static void
test_rounding(void)
{
	CHECK(us_is("0.0004", 0));
	CHECK(us_is("0.0005", 1));
	CHECK(us_is("-0.0005", -1));
	CHECK(us_is("-0.00049999999999999999999", 0));
	CHECK(us_is("1.2345", 1235));
	CHECK(us_is("1.23449999", 1234));
	CHECK(us_is("999.9995", 1000000));
	CHECK(us_is("9223372036854775.8074", INT64_MAX));
	CHECK(us_fails("9223372036854775.8075"));
	CHECK(us_is("-9223372036854775.8084", INT64_MIN));
	CHECK(us_fails("-9223372036854775.8085"));
}

static void
test_exponents(void)
{
	CHECK(us_is("1e3", 1000000));
	CHECK(us_is("1E+3", 1000000));
	CHECK(us_is("1.5e0", 1500));
	CHECK(us_is("1234.5e-3", 1235));
	CHECK(us_is("1234.4e-3", 1234));
	CHECK(us_is("5e-4", 1));
	CHECK(us_is("4e-4", 0));
	CHECK(us_is("5e-5", 0));
	CHECK(us_is("99e-9999", 0));
	CHECK(us_is("0e9999", 0));
	CHECK(us_is("0.0000000000001e13", 1000));
	CHECK(us_is("1.7e15", 1700000000000000000));
	CHECK(us_is("9223372036854775807e-3", INT64_MAX));
	CHECK(us_fails("1e16"));
	CHECK(us_fails("1e9999"));
	CHECK(us_fails("1e99999"));
	CHECK(us_fails("1e"));
	CHECK(us_fails("1e+"));
	CHECK(us_fails("e3"));
	CHECK(us_fails("1e1.5"));
	CHECK(us_fails("1e1e1"));
}

static void
test_no_numbers(void)
{
	CHECK(us_fails(""));
	CHECK(us_fails("."));
	CHECK(us_fails("-"));
	CHECK(us_fails("-."));
	CHECK(us_fails("--1"));
	CHECK(us_fails("1.2.3"));
	CHECK(us_fails("1,5"));
	CHECK(us_fails(" 1"));
	CHECK(us_fails("1 "));
	CHECK(us_fails("nan"));
	CHECK(us_fails("inf"));
	CHECK(us_fails("0x10"));
	CHECK(us_fails("1.x"));
	CHECK(fixed_parse_us((struct span){"1\0002", 3}, &(int64_t){0}) == -1);
}

static void
test_printing(void)
{
	CHECK(prints_us(0, "0.000"));
	CHECK(prints_us(1, "0.001"));
	CHECK(prints_us(-1, "-0.001"));
	CHECK(prints_us(-999, "-0.999"));
	CHECK(prints_us(1000, "1.000"));
	CHECK(prints_us(10010, "10.010"));
	CHECK(prints_us(1234567, "1234.567"));
	CHECK(prints_us(10000000, "10000.000"));
	CHECK(prints_us(99999999, "99999.999"));
	CHECK(prints_us(100000000, "100000.000"));
	CHECK(prints_us(INT64_MAX, "9223372036854775.807"));
	CHECK(prints_us(INT64_MIN, "-9223372036854775.808"));
}

/* fixed prints as printf prints the parts, and reads it back. */
static void
test_round_trips(void)
{
	uint64_t seed = 20240229;
	int texts = 0, times = 0, ints = 0;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t v = any_number(&seed), back;
		uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;
		char want[40], got[FIXED_MAX];
		size_t n = fixed_print_us(got, v);

		snprintf(want, sizeof want, "%s%" PRIu64 ".%03" PRIu64,
		    v < 0 ? "-" : "", u / 1000, u % 1000);
		texts += n == strlen(want) && memcmp(got, want, n) == 0;
		times +=
		    !fixed_parse_us((struct span){got, n}, &back) && back == v;
		n = fixed_print_int(got, v);
		ints += !fixed_parse_int((struct span){got, n}, &back) &&
		    back == v && strtoll(want, NULL, 10) == v / 1000;
	}
	CHECK_INT(texts, ROUNDS);
	CHECK_INT(times, ROUNDS);
	CHECK_INT(ints, ROUNDS);
}

/* v * 10^-places microseconds, rounded by hand. */
static int64_t
rounded(int64_t v, int places)
{
	wide scale = 1, ns = (wide)v * 1000, quotient, twice;

	for (int i = 0; i < places; i++)
		scale *= 10;
	quotient = ns / scale;
	twice = 2 * (ns % scale);
	if (twice >= scale)
		quotient++;
	if (twice <= -scale)
		quotient--;
	return (int64_t)quotient;
}

static void
test_any_rounding(void)
{
	uint64_t seed = 4711;
	int right = 0;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t v = any_number(&seed) / 10000, ns;
		int places = (int)(next(&seed) % 12);
		char text[60];

		snprintf(text, sizeof text, "%" PRId64 "e-%d", v, places);
		right += !fixed_parse_us(span_of(text), &ns) &&
		    ns == rounded(v, places);
	}
	CHECK_INT(right, ROUNDS);
}

static void
test_sums(void)
{
	int64_t sum = INT64_MAX - 1;

	CHECK_INT(fixed_add(&sum, 1), 0);
	CHECK_INT(sum, INT64_MAX);
	CHECK_INT(fixed_add(&sum, 1), -1);
	CHECK_INT(sum, INT64_MAX);
	sum = INT64_MIN + 1;
	CHECK_INT(fixed_add(&sum, -1), 0);
	CHECK_INT(fixed_add(&sum, -1), -1);
}

static void
test_divisions(void)
{
	uint64_t seed = 99;
	int right = 0;

	CHECK_INT(fixed_divide(7, 2), 4);
	CHECK_INT(fixed_divide(-7, 2), -4);
	CHECK_INT(fixed_divide(6, 4), 2);
	CHECK_INT(fixed_divide(5, 4), 1);
	CHECK_INT(fixed_divide(INT64_MIN, 1), INT64_MIN);
	CHECK_INT(fixed_divide(INT64_MIN, INT64_MAX), -1);
	CHECK_INT(fixed_divide(INT64_MAX, INT64_MAX), 1);
	for (int i = 0; i < ROUNDS; i++) {
		int64_t a = any_number(&seed), b = any_number(&seed);
		wide twice;

		b = b > 0 ? b : 1 - b / 2;
		twice = (wide)a * 2 + (a < 0 ? -(wide)b : b);
		right += fixed_divide(a, b) == twice / ((wide)b * 2);
	}
	CHECK_INT(right, ROUNDS);
}

int
main(void)
{
	test_ints();
	test_usual();
	test_usual_lengths();
	test_us();
	test_rounding();
	test_exponents();
	test_no_numbers();
	test_printing();
	test_round_trips();
	test_any_rounding();
	test_sums();
	test_divisions();
	return test_done();
}
