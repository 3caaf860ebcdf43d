/* trace-compare: decimals, plans, joins, thresholds. */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-compare/result.h"

static void
check_decimal(const char *text, const char *printed, int places)
{
	char out[DECIMAL_MAX];
	decimal v = 0;
	int got = -1;

	CHECK_INT(decimal_parse(span_of(text), &v, &got), 0);
	CHECK_INT(got, places);
	CHECK(span_is(
	    (struct span){out, decimal_print(out, v, places, false)}, printed));
}

static void
test_decimal(void)
{
	static const char *const bad[] = {"", "-", ".", "e5", "1e", "1e5x",
	    "1.2.3", "nan", "inf", "1 ", "1000000000000001", "1e16",
	    "1e99999999999", "99999999999999999999999999999999"};
	decimal v;
	int places;

	check_decimal("12.500", "12.500", 3);
	check_decimal("-0.001", "-0.001", 3);
	check_decimal("+7", "7", 0);
	check_decimal(".5", "0.5", 1);
	check_decimal("1e-05", "0.00001", 5);
	check_decimal("1.5e3", "1500", 0);
	check_decimal("45.432697000000005", "45.432697000000005", 15);
	check_decimal("1.2345678901234567e-05", "0.000012345678901", 15);
	check_decimal("0.9999999999999996", "1.000000000000000", 15);
	check_decimal("4e-16", "0.000000000000000", 15);
	check_decimal("5e-16", "0.000000000000001", 15);
	check_decimal("6e-99", "0.000000000000000", 15);
	check_decimal("1000000000000000", "1000000000000000", 0);
	check_decimal("0.10000000000000000000000000000000000000",
	    "0.100000000000000", 15);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK_INT(decimal_parse(span_of(bad[i]), &v, &places), -1);
}

static void
test_arithmetic(void)
{
	decimal one = DECIMAL_LIMIT / 1000000000000000, v = 0;
	char out[DECIMAL_MAX];

	CHECK_INT(decimal_divide(2 * one, 3 * one, 3, &v), 0);
	CHECK(span_is(
	    (struct span){out, decimal_print(out, v, 3, false)}, "0.667"));
	CHECK_INT(decimal_divide(-one, 8 * one, 2, &v), 0);
	CHECK(span_is(
	    (struct span){out, decimal_print(out, v, 15, true)}, "-0.13"));
	CHECK_INT(decimal_divide(one, 3 * one, 15, &v), 0);
	CHECK(span_is((struct span){out, decimal_print(out, v, 15, true)},
	    "0.333333333333333"));
	CHECK_INT(decimal_divide(one, 0, 3, &v), -1);
	CHECK_INT(decimal_divide(DECIMAL_LIMIT, 1, 3, &v), -1);
	v = DECIMAL_LIMIT * 100;
	CHECK_INT(decimal_add(&v, 1), -1);
	CHECK(v == DECIMAL_LIMIT * 100);
}

static const struct names names = {
    (const struct span[]){
	{"name", 4}, {"count", 5}, {"sum_us", 6}, {"a/b", 3}, {"mean_us", 7}},
    5};

static void
test_plan(void)
{
	struct plan p;

	CHECK_INT(plan_make(&p, "name", NULL, &names), 0);
	CHECK(p.values == 1 && span_is(p.value[0].name, "sum_us"));
	CHECK_INT(p.value[0].stem, 3);
	plan_free(&p);
	CHECK_INT(
	    plan_make(&p, "name", "a/b,m_us=sum_us/count,t_us=sum_us", &names),
	    0);
	CHECK(p.values == 3 && p.columns == 3);
	CHECK(span_is(p.value[0].name, "a/b") && p.value[0].bottom < 0);
	CHECK(span_is(p.column[p.value[1].bottom], "count"));
	CHECK_INT(p.value[2].top, p.value[1].top);
	plan_free(&p);
	CHECK_INT(plan_make(&p, "name,name", NULL, &names), -1);
	plan_free(&p);
	CHECK_INT(plan_make(&p, "name", "sum_us,", &names), -1);
	plan_free(&p);
	CHECK_INT(plan_make(&p, "", NULL, &names), -1);
	plan_free(&p);
}

static void
add(struct join *j, size_t table, const char *key, decimal v)
{
	uint32_t row = join_row(j, table, span_of(key));

	CHECK(row != POOL_NONE && join_add(j, row, table, 0, v, 3) == 0);
}

static void
test_join(void)
{
	struct value v = {.name = span_of("sum_us"),
	    .top = 0,
	    .bottom = PLAN_NONE,
	    .about = column_of(span_of("sum_us"))};
	struct margin t = {0, 0, false};
	struct join j, total;
	struct comparison all = {&j, &total, &v, 1, NULL, NULL};
	struct change c;

	join_open(&j, 2, 1);
	add(&j, 0, "x", 5);
	add(&j, 0, "y", 7);
	add(&j, 1, "x", 4);
	add(&j, 1, "x", 3);
	c = change_of(&j, &v, 0, 1);
	CHECK(c.a.v == 5 && c.b.v == 7 && c.delta.v == 2);
	c = change_of(&j, &v, 1, 1);
	CHECK(!c.b.there && c.delta.there && c.delta.v == -7);
	comparison_judge(&all, &t);
	CHECK(isnan(all.estimates[0].half));
	CHECK_INT(all.outcomes[0], OUTCOME_MORE);
	CHECK_INT(all.outcomes[1], OUTCOME_ONLY_A);
	free(all.outcomes);
	free(all.estimates);
	CHECK_INT(total_of(&total, &j, NULL), 0);
	c = change_of(&total, &v, 0, 1);
	CHECK(c.a.v == 12 && c.b.v == 7 && c.delta.v == -5);
	v.about.never = true;
	CHECK(join_is_ambiguous(&j, &v, 0, 1));
	CHECK(!change_of(&j, &v, 0, 1).delta.there);
	CHECK(!change_of(&j, &v, 1, 1).delta.there);
	join_free(&total);
	join_free(&j);
}

static void
test_thresholds(void)
{
	struct margin t = {5, 20000, false};

	CHECK_INT(compare_judge(&t, 100, 120), OUTCOME_SAME);
	CHECK_INT(compare_judge(&t, 100, 121), OUTCOME_MORE);
	CHECK_INT(compare_judge(&t, 121, 100), OUTCOME_LESS);
	CHECK_INT(compare_judge(&t, 120, 100), OUTCOME_SAME);
	CHECK_INT(compare_judge(&t, 0, 5), OUTCOME_SAME);
	CHECK_INT(compare_judge(&t, 0, 6), OUTCOME_MORE);
	CHECK_INT(compare_judge(&t, -100, -121), OUTCOME_LESS);
	t = (struct margin){0, 0, false};
	CHECK_INT(compare_judge(&t, 1, 1), OUTCOME_SAME);
	CHECK_INT(compare_judge(&t, DECIMAL_LIMIT * 100, -DECIMAL_LIMIT * 100),
	    OUTCOME_LESS);
}

static void
test_noise_columns(void)
{
	static const struct span of_stats[] = {{"count", 5}, {"sum_us", 6},
	    {"stddev_us", 9}, {"min_us", 6}, {"max_us", 6}};
	static const struct span of_cycles[] = {{"reps", 4}, {"periods", 7},
	    {"mean_period_us", 14}, {"stddev_period_us", 16},
	    {"lag1_period", 11}};
	struct names stats = {of_stats, 5}, cycles = {of_cycles, 5};
	struct noise_columns c = noise_find(of_stats[1], &stats);

	CHECK(!c.mean && c.at[SUM_ERROR_COUNT] == 0);
	CHECK(c.at[SUM_ERROR_DEVIATION] == 2 && c.at[SUM_ERROR_LAG] == -1);
	CHECK(c.at[SUM_ERROR_MIN] == 3 && c.at[SUM_ERROR_MAX] == 4);
	c = noise_find(of_cycles[2], &cycles);
	CHECK(c.mean && c.at[SUM_ERROR_COUNT] == 1);
	CHECK(c.at[SUM_ERROR_DEVIATION] == 3 && c.at[SUM_ERROR_LAG] == 4);
	c = noise_find(of_stats[3], &stats);
	CHECK_INT(c.at[SUM_ERROR_DEVIATION], -1);
}

/* Nine of a deviation of a tenth, of which each third counts: 5.8 %. */
static void
test_noise(void)
{
	double has[SUM_ERRORS] = {9, 10, NAN, NAN, NAN};
	struct sum_error n = sum_error_of(false, 900, has), sum = {0},
			 none = {0};

	CHECK(!n.lacking && fabs(n.error - 90 / sqrt(3)) < 1e-9);
	sum_error_add(&sum, none);
	CHECK(!sum.any);
	sum_error_add(&sum, n);
	sum_error_add(&sum, n);
	CHECK(fabs(sum.error - 2 * n.error) < 1e-9 && sum.df == n.df);
	CHECK(sum_error_estimate(900, n, 950, n).half > log(950.0 / 900));
	CHECK(isnan(sum_error_estimate(900, n, 950, none).half));
	has[SUM_ERROR_DEVIATION] = NAN;
	sum_error_add(&sum, sum_error_of(false, 900, has));
	CHECK(sum.lacking);
	/* Four that all come before four others. */
	has[SUM_ERROR_COUNT] = 4, has[SUM_ERROR_DEVIATION] = 4;
	has[SUM_ERROR_MIN] = 95, has[SUM_ERROR_MAX] = 105;
	n = sum_error_of(true, 100, has);
	has[SUM_ERROR_MIN] = 110, has[SUM_ERROR_MAX] = 120;
	CHECK(
	    sum_error_estimate(100, n, 115, sum_error_of(true, 115, has)).half <
	    log(1.15));
}

int
main(void)
{
	test_noise_columns();
	test_noise();
	test_decimal();
	test_arithmetic();
	test_plan();
	test_join();
	test_thresholds();
	return test_done();
}
