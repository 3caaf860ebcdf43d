#include "tests/unit/test.h"
#include "tools/trace-align/cycle_gate.h"

/* Is it a budget for cycles? */
static bool
takes(const char *text)
{
	struct budget l;

	return budget_parse(&l, text) == 0 && cycle_gate_takes(&l);
}

static void
test_right(void)
{
	static const char *const right[] = {"total>3%",
	    " family:gemm >= 2.5 us", "family:a>b>1ms",
	    "period>1% and idle>10us and group:norm>0%", "total>-1.25%",
	    "total<=3%"};

	for (size_t i = 0; i < sizeof right / sizeof *right; i++)
		test_point(takes(right[i]), right[i], __FILE__, __LINE__);
}

static void
test_wrong(void)
{
	static const char *const wrong[] = {"", "total>3", "family:>3%",
	    "gemm>3%", "matched>3us", "matched>3", "verdict:nice>3",
	    "total>3% and ", "total>3% and idle>1"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		test_point(!takes(wrong[i]), wrong[i], __FILE__, __LINE__);
}

/* --- two cycles of one kernel, in one run of each --- */

enum { REPS = 30 };

static enum gate
check(const char *text, int64_t a_ns, int64_t b_ns, int64_t deviation)
{
	struct row rows[2] = {{.sum = a_ns * REPS,
				  .each = a_ns,
				  .count = REPS,
				  .median = -1,
				  .deviation = deviation},
	    {.sum = b_ns * REPS,
		.each = b_ns,
		.count = REPS,
		.median = -1,
		.deviation = deviation}};
	struct cycle_rows cycle[2] = {
	    {.reps = REPS, .period = 2 * a_ns, .total = a_ns * REPS},
	    {.reps = REPS, .period = 2 * b_ns, .total = b_ns * REPS}};
	struct side_run run[2] = {{&cycle[0], 1}, {&cycle[1], 1}};
	struct timing time[2] = {
	    {(double)a_ns, (double)a_ns}, {(double)b_ns, (double)b_ns}};
	struct side a = {&cycle[0], &run[0], 1, &rows[0], 1, &time[0], REPS,
	    a_ns * REPS, a_ns, 2 * a_ns, NULL};
	struct side b = {&cycle[1], &run[1], 1, &rows[1], 1, &time[1], REPS,
	    b_ns * REPS, b_ns, 2 * b_ns, NULL};
	struct span gemm = span_of("gemm");
	struct likeness likeness = {.n = 1, .family = &gemm, .class = &gemm};
	struct pair pair = {
	    .match = EXACT, .family = gemm, .a = &rows[0], .b = &rows[1]};
	struct comparison comparison = {.pairs = &pair, .npairs = 1};
	struct report r = {.comparison = &comparison,
	    .a = &a,
	    .b = &b,
	    .likeness = &likeness,
	    .floor = {0.02, 200}};
	struct judgement j = {GATE_UNKNOWN, NULL, 0};
	struct budget budget;

	row_differences_find(&r);
	if (budget_parse(&budget, text) == 0 && cycle_gate_takes(&budget))
		j = cycle_gate_check(&budget, &r);
	row_differences_free(&r);
	return j.gate;
}

static void
test_outcomes(void)
{
	CHECK_INT(check("total>3%", 100000, 103000, 100), GATE_KEPT);
	/* A budget is a floor of its own: the interval alone decides. */
	CHECK_INT(check("total>3%", 100000, 104000, 100), GATE_EXCEEDED);
	CHECK_INT(check("total>3%", 100000, 103100, 900), GATE_INCONCLUSIVE);
	CHECK_INT(check("total>3%", 100000, 106000, 100), GATE_EXCEEDED);
	CHECK_INT(check("total>3%", 100000, 106000, 9000), GATE_INCONCLUSIVE);
	CHECK_INT(check("total>3us", 100000, 106000, 100), GATE_EXCEEDED);
	CHECK_INT(check("total>-5%", 100000, 100000, 100), GATE_EXCEEDED);
	CHECK_INT(check("total>-5%", 100000, 90000, 100), GATE_KEPT);
	CHECK_INT(check("family:gemm>3%", 100000, 110000, 9), GATE_EXCEEDED);
	CHECK_INT(check("family:norm>3%", 100000, 110000, 9), GATE_KEPT);
	/* The period is twice the busy time: pauses could explain this. */
	CHECK_INT(check("period>3%", 100000, 110000, 9), GATE_INCONCLUSIVE);
	CHECK_INT(check("period>3%", 100000, 206000, 9), GATE_INCONCLUSIVE);
	/* B's kernels alone take longer than A's period. */
	CHECK_INT(check("period>3%", 100000, 250000, 9), GATE_EXCEEDED);
	CHECK_INT(check("period<-3%", 250000, 100000, 9), GATE_EXCEEDED);
	CHECK_INT(check("period<-10%", 250000, 100000, 9), GATE_INCONCLUSIVE);
	/* All terms must be exceeded. */
	CHECK_INT(check("total>3% and family:gemm>5%", 100000, 104000, 100),
	    GATE_KEPT);
	CHECK_INT(check("total>3% and period>3%", 100000, 104000, 100),
	    GATE_INCONCLUSIVE);
	CHECK_INT(check("idle>3%", 100000, 104000, 9), GATE_INCONCLUSIVE);
	CHECK_INT(check("total>1%", 0, 100000, 9), GATE_EXCEEDED);
	CHECK_INT(check("total>1%", 0, 0, 9), GATE_KEPT);
	CHECK_INT(check("total>1%", 100000, 0, 9), GATE_KEPT);
}

int
main(void)
{
	test_right();
	test_wrong();
	test_outcomes();
	return test_done();
}
