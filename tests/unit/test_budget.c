#include "common/times/significance.h"
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
	struct budget b;

	CHECK_INT(budget_parse(&b, "total>3%"), 0);
	CHECK(b.terms == 1 && span_is(b.term[0].subject, "total"));
	CHECK(!b.term[0].or_equal && b.term[0].limit.n == 3000);
	CHECK_INT(budget_parse(&b, "family:a>b >= 1us and total > 2"), 0);
	CHECK(b.terms == 2 && span_is(b.term[0].subject, "family:a>b"));
	CHECK(b.term[0].or_equal && b.term[0].limit.n == 1000);
	CHECK(span_is(b.term[1].subject, "total"));
	CHECK(span_is(b.text, "family:a>b >= 1us and total > 2"));
	CHECK_INT(budget_parse(&b, "matched<=90%"), 0);
	CHECK(b.term[0].below && b.term[0].or_equal);
}

static void
test_wrong(void)
{
	static const char *const wrong[] = {"", "total", ">3%", "total>",
	    "total>=", "total>%", "total>us", "total>x%", "total=3%",
	    "total>99999999999999999999%", "period>9223372036854775ms",
	    "total>1 and ", "total>3% and idle", " and total>3%",
	    ("a>1 and a>1 and a>1 and a>1 and a>1 and "
	     "a>1 and a>1 and a>1 and a>1")};
	struct budget b;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		test_point(budget_parse(&b, wrong[i]) == -1, wrong[i], __FILE__,
		    __LINE__);
}

static void
test_terms(void)
{
	struct budget b;
	struct span name;

	CHECK_INT(budget_parse(&b, "key:a:b>10% and any>2us and keys>1"), 0);
	CHECK(limit_names(&b.term[0], "key", &name) && span_is(name, "a:b"));
	CHECK(!limit_names(&b.term[0], "ke", &name));
	CHECK(!limit_names(&b.term[1], "any", &name));
	CHECK(!limit_names(&b.term[2], "key", &name));
	CHECK(!limit_is_any(&b.term[0]) && limit_is_any(&b.term[1]));
	CHECK(limit_ns(&b.term[0], 5000) == 500);
	CHECK(limit_ns(&b.term[1], 5000) == 2000);
	CHECK_INT(budget_parse(&b, "key:>1"), 0);
	CHECK(limit_names(&b.term[0], "key", &name) && name.n == 0);
}

static enum gate
judge(const char *text, double difference, double least, double most)
{
	struct budget b;

	CHECK_INT(budget_parse(&b, text), 0);
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
	CHECK(span_is(span_of(gate_option(true)), "--pass-if"));
}

/* The total is 9; of the last row, 6, only 3 is certain. */
static enum gate
judge_row(const void *of, const struct limit *t, size_t row)
{
	static const double rows[] = {1, 2, 6};
	double v = row == BUDGET_NO_ROW ? 9 : rows[row];

	(void)of;
	return limit_judge(
	    t, (double)t->limit.n / 1000, v, row == 2 ? 3 : v, v);
}

/* The budget's gate, and the term and row that it is told of. */
static bool
comes_to(const char *text, enum gate gate, ptrdiff_t term, size_t row)
{
	static const struct gauge gauge = {judge_row, NULL, 3};
	struct budget b;
	struct judgement j;

	if (budget_parse(&b, text))
		return false;
	j = budget_judge(&b, &gauge);
	return j.gate == gate && j.term == &b.term[term] && j.row == row;
}

static void
test_rows(void)
{
	enum gate no = GATE_KEPT, yes = GATE_EXCEEDED;
	const size_t none = BUDGET_NO_ROW;

	CHECK(comes_to("total>8", yes, 0, none));
	CHECK(comes_to("total>8 and total>9", no, 1, none));
	CHECK(comes_to("total>9 and any>0", no, 0, none));
	CHECK(comes_to("total>8 and any>0", yes, 1, 0));
	CHECK(comes_to("any>1 and total>8", yes, 0, 1));
	CHECK(comes_to("any>0 and any>1", yes, 0, 1));
	CHECK(comes_to("total>8 and any>6", no, 0, none));
	/* The one that is certain, or else the first that is not. */
	CHECK(comes_to("any>2.5", yes, 0, 2));
	CHECK(comes_to("any>3 and any>2", GATE_INCONCLUSIVE, 0, 2));
	CHECK(comes_to("total>8 and any>5", GATE_INCONCLUSIVE, 1, 2));
}

/* A row of `any` by its verdict; where no difference is too much, as it is. */
static void
test_verdicts(void)
{
	const struct limit more = {.limit = {AMOUNT_PERCENT, 3000}};
	const struct limit faster = {.limit = {AMOUNT_PERCENT, -5000}};
	enum gate no = GATE_KEPT, yes = GATE_EXCEEDED;

	CHECK_INT(verdict_gate(SAME, &more, yes), no);
	CHECK_INT(verdict_gate(SLOWER, &more, yes), yes);
	CHECK_INT(verdict_gate(UNKNOWN, &more, yes), yes);
	CHECK_INT(verdict_gate(UNCLEAR, &more, yes), GATE_INCONCLUSIVE);
	CHECK_INT(verdict_gate(UNCLEAR, &more, no), no);
	CHECK_INT(verdict_gate(SAME, &faster, yes), yes);
	CHECK_INT(verdict_gate(UNCLEAR, &faster, yes), yes);
}

int
main(void)
{
	test_verdicts();
	test_amounts();
	test_budgets();
	test_wrong();
	test_terms();
	test_gates();
	test_rows();
	return test_done();
}
