#include "tests/unit/test.h"
#include "tools/trace-align/budget.h"

static void
test_parse(void)
{
	struct budget g;

	CHECK_INT(budget_parse(&g, "total>3%"), 0);
	CHECK(g.family.n == 0 && g.limit.percent);
	CHECK_INT(g.limit.amount, 3000);
	CHECK_INT(budget_parse(&g, "family:gemm>2.5us"), 0);
	CHECK(span_is(g.family, "gemm") && !g.limit.percent);
	CHECK_INT(g.limit.amount, 2500);
	CHECK_INT(budget_parse(&g, "total>-1.25%"), 0);
	CHECK_INT(g.limit.amount, -1250);
	CHECK_INT(budget_parse(&g, "family:a>b>1us"), 0);
	CHECK(span_is(g.family, "a>b"));
	CHECK_INT(budget_parse(&g, ""), -1);
	CHECK_INT(budget_parse(&g, "total"), -1);
	CHECK_INT(budget_parse(&g, "total>"), -1);
	CHECK_INT(budget_parse(&g, "total>%"), -1);
	CHECK_INT(budget_parse(&g, "total>us"), -1);
	CHECK_INT(budget_parse(&g, "total>3"), -1);
	CHECK_INT(budget_parse(&g, "total>x%"), -1);
	CHECK_INT(budget_parse(&g, "total >3%"), -1);
	CHECK_INT(budget_parse(&g, "family:>3%"), -1);
	CHECK_INT(budget_parse(&g, "gemm>3%"), -1);
	CHECK_INT(budget_parse(&g, ">3%"), -1);
	CHECK_INT(budget_parse(&g, "total>99999999999999999999%"), -1);
}

static int
exceeded(const char *text, int64_t a, int64_t b)
{
	struct budget g;

	return budget_parse(&g, text) == 0 &&
	    budget_exceeded(&g, (struct budget_times){a, b});
}

static void
test_limits(void)
{
	CHECK(!exceeded("total>3%", 1000, 1030)); /* on the limit is within */
	CHECK(exceeded("total>3%", 100000, 103001));
	CHECK(!exceeded("total>3%", 100000, 50));
	CHECK(exceeded("total>-5%", 1000, 951)); /* not fast enough */
	CHECK(!exceeded("total>-5%", 1000, 950));
	CHECK(exceeded("total>3%", 0, 1));
	CHECK(!exceeded("total>3%", 0, 0));
	CHECK(!exceeded("total>1us", 5000, 6000));
	CHECK(exceeded("total>1us", 5000, 6001));
	CHECK(exceeded("total>100%", 0, INT64_MAX));
}

static void
test_measure(void)
{
	struct row a1 = {.sum = 40}, a2 = {.sum = 20}, b1 = {.sum = 9},
		   b3 = {.sum = 3};
	struct span gemm = span_of("gemm"), norm = span_of("norm");
	struct pair p[] = {{.match = EXACT, .family = gemm, .a = &a1, .b = &b1},
	    {.match = REMOVED, .family = norm, .a = &a2},
	    {.match = ADDED, .family = gemm, .b = &b3}};
	struct budget_times t;
	struct budget g;

	CHECK_INT(budget_parse(&g, "total>0%"), 0);
	t = budget_measure(&g, p, 3, 2, 3);
	CHECK_INT(t.a, 30);
	CHECK_INT(t.b, 4);
	CHECK_INT(budget_parse(&g, "family:gemm>0%"), 0);
	t = budget_measure(&g, p, 3, 2, 3);
	CHECK_INT(t.a, 20);
	CHECK_INT(t.b, 4);
	CHECK_INT(budget_parse(&g, "family:none>0%"), 0);
	t = budget_measure(&g, p, 3, 2, 3);
	CHECK_INT(t.a, 0);
	CHECK_INT(t.b, 0);
}

int
main(void)
{
	test_parse();
	test_limits();
	test_measure();
	return test_done();
}
