#include "common/meaning/limits.h"
#include "tests/unit/test.h"

static void
test_amounts(void)
{
	static const struct {
		const char *text;
		enum amount_unit unit;
		int64_t n;
	} good[] = {
	    {"3%", AMOUNT_PERCENT, 3000},
	    {" 2.5 us ", AMOUNT_TIME, 2500},
	    {"5ms", AMOUNT_TIME, 5000000},
	    {"1s", AMOUNT_TIME, 1000000000},
	    {"20 ns", AMOUNT_TIME, 20},
	    {"-1.25", AMOUNT_PLAIN, -1250},
	};
	static const char *const bad[] = {"", "%", "us", "x%", "3 x", "1 2",
	    "99999999999999999999%", "9999999999999s"};
	struct amount a;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		CHECK_INT(amount_parse(&a, span_of(good[i].text)), 0);
		CHECK(a.unit == good[i].unit);
		CHECK_INT(a.n, good[i].n);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK_INT(amount_parse(&a, span_of(bad[i])), -1);
}

static void
test_budgets(void)
{
	struct limits b;

	CHECK_INT(limits_parse(&b, "total>3%"), 0);
	CHECK(b.terms == 1 && span_is(b.term[0].subject, "total"));
	CHECK(!b.term[0].or_equal && b.term[0].limit.n == 3000);
	CHECK_INT(limits_parse(&b, "family:a>b >= 1us and total > 2"), 0);
	CHECK(b.terms == 2 && span_is(b.term[0].subject, "family:a>b"));
	CHECK(b.term[0].or_equal && b.term[0].limit.n == 1000);
	CHECK(span_is(b.term[1].subject, "total"));
	CHECK(span_is(b.text, "family:a>b >= 1us and total > 2"));
	CHECK_INT(limits_parse(&b, "matched<=90%"), 0);
	CHECK(b.term[0].below && b.term[0].or_equal);
	CHECK_INT(limits_parse(&b, ""), -1);
	CHECK_INT(limits_parse(&b, "total"), -1);
	CHECK_INT(limits_parse(&b, ">3%"), -1);
	CHECK_INT(limits_parse(&b, "total>"), -1);
	CHECK_INT(limits_parse(&b, "total>="), -1);
	CHECK_INT(limits_parse(&b, "total>1 and "), -1);
	CHECK_INT(limits_parse(&b,
		      "a>1 and a>1 and a>1 and a>1 and a>1 and "
		      "a>1 and a>1 and a>1 and a>1"),
	    -1);
}

static enum gate
judge(const char *text, double difference, double least, double most)
{
	struct limits b;

	CHECK_INT(limits_parse(&b, text), 0);
	return limit_judge(&b.term[0], (double)b.term[0].limit.n / 1000,
	    difference, least, most);
}

static void
test_gates(void)
{
	CHECK_INT(judge("total>3", 3, 2, 4), GATE_KEPT);
	CHECK_INT(judge("total>=3", 3, 2, 4), GATE_INCONCLUSIVE);
	CHECK_INT(judge("total>=3", 3, 3, 3), GATE_EXCEEDED);
	CHECK_INT(judge("total>3", 5, 2, 8), GATE_INCONCLUSIVE);
	CHECK_INT(judge("total>3", 5, 4, 6), GATE_EXCEEDED);
	CHECK_INT(judge("total<3", 2, 1, 4), GATE_INCONCLUSIVE);
	CHECK_INT(judge("total<3", 2, -9, 2.5), GATE_EXCEEDED);
	CHECK(gate_fails(GATE_EXCEEDED, false));
	CHECK(!gate_fails(GATE_INCONCLUSIVE, false));
	CHECK(gate_fails(GATE_INCONCLUSIVE, true));
	CHECK(gate_fails(GATE_KEPT, true) && !gate_fails(GATE_EXCEEDED, true));
}

int
main(void)
{
	test_amounts();
	test_budgets();
	test_gates();
	return test_done();
}
